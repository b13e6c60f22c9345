"""Intents that keep a table safe: a pause that anybody may call, lines and veils."""

from protocol.client_base import BaseIntent
from protocol.ids import AnyBoundaryId, IntentId
from protocol.words import BoundaryKind, Label, Note


class RaisePause(BaseIntent, frozen=True, kw_only=True, tag="raise_pause"):
    """
    Stop the play: nobody rolls until the pause is lifted.

    `anonymous`, where the house allows it: nobody learns who called it, not even from the log.
    """

    anonymous: bool = False
    note: Note = ""


class LiftPause(BaseIntent, frozen=True, kw_only=True, tag="lift_pause"):
    """
    Let the play go on; a Storyteller may, and whoever called the pause.

    Who called it without a name shows it by `raised_with`, the id of that intent.
    """

    raised_with: IntentId | None = None


class AddBoundary(BaseIntent, frozen=True, kw_only=True, tag="add_boundary"):
    """Add a line (what does not happen at this table) or a veil (what happens off stage)."""

    kind: BoundaryKind
    text: Label
    anonymous: bool = False


class RemoveBoundary(BaseIntent, frozen=True, kw_only=True, tag="remove_boundary"):
    """
    Take a line or veil off the list; a Storyteller may, and whoever added it.

    Who added it without a name shows it by `added_with`, the id of that intent.
    """

    boundary: AnyBoundaryId
    added_with: IntentId | None = None
