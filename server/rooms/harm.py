"""The harm of a contest, row by row: what a Storyteller changes of it, and how it is dealt."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol import from_client as i
from protocol.codes import Code
from protocol.views import DamageView, HarmRow, ProposalView
from protocol.words import DamageKind, ProposalKind, TrackName
from server.rooms.causes import Cause
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState
from server.rooms.trackers import damage, is_halved

_KINDS = (DamageKind.SUPERFICIAL, DamageKind.AGGRAVATED)
_OF_V20 = (ProposalKind.V20_DAMAGE, ProposalKind.ATTACK_HIT)


def refuse_edits(view: ProposalView, edits: tuple[i.HarmEdit, ...]) -> Refusal | None:
    """Whether *edits* name what the proposal does not have, or twice, or what cannot be dealt."""
    if not edits:
        return None
    blows = [row.damage for row in view.rows]
    if view.damage is not None and view.kind not in _OF_V20:
        blows = [view.damage]
    if not blows:
        return Refusal(Code.INVALID, "This deals no damage by rows.", "edits", "no edits")
    seen: set[int] = set()
    for place, edit in enumerate(edits):
        field = f"edits[{place}]"
        if edit.row >= len(blows) or edit.row in seen:
            return Refusal(
                Code.INVALID,
                "Each row of the harm is changed once, by its place.",
                f"{field}.row",
                f"0 to {len(blows) - 1}, each once",
            )
        seen.add(edit.row)
        if edit.kind is not None and edit.kind not in _KINDS:
            return Refusal(Code.INVALID, "V5 knows two kinds.", f"{field}.kind", ", ".join(_KINDS))
        if edit.halved and not _may_halve(_changed(blows[edit.row], edit)):
            return Refusal(
                Code.INVALID,
                "Superficial Health damage alone is halved.",
                f"{field}.halved",
                "false or null",
            )
    return None


def edited(
    deed: Deed, rows: tuple[HarmRow, ...], edits: Iterable[i.HarmEdit]
) -> tuple[HarmRow, ...]:
    """The rows that are dealt, as they were changed; those that were struck are left out."""
    changes = {edit.row: edit for edit in edits}
    return tuple(
        row if place not in changes else _edited(deed, row, changes[place])
        for place, row in enumerate(rows)
        if place not in changes or not changes[place].strike
    )


def deal_rows(deed: Deed, rows: Iterable[HarmRow], cause: Cause) -> None:
    """Deal row after row to those who are still at the table, each a source of its own."""
    for row in rows:
        target = deed.state.characters.get(row.character)
        if target is not None:
            deal(deed, target, row.damage, cause, halved=row.halved)


def deal(
    deed: Deed, target: CharacterState, dealt: DamageView, cause: Cause, *, halved: bool | None
) -> None:
    """Deal damage, halved as said, or as it is for the character's kind."""
    damage(
        deed, target, dealt.track, dealt.kind, dealt.amount, cause,
        halve=halved is not False, is_anyone=halved is True,
    )  # fmt: skip


def _edited(deed: Deed, row: HarmRow, edit: i.HarmEdit) -> HarmRow:
    dealt = _changed(row.damage, edit)
    halved = edit.halved
    if halved is None:
        target = deed.state.characters.get(row.character)
        is_same = dealt.kind is row.damage.kind
        halved = row.halved if is_same or target is None else is_halved(target)
    return replace(row, damage=dealt, halved=halved and _may_halve(dealt))


def _changed(dealt: DamageView, edit: i.HarmEdit) -> DamageView:
    return replace(dealt, amount=edit.amount or dealt.amount, kind=edit.kind or dealt.kind)


def _may_halve(dealt: DamageView) -> bool:
    return dealt.track is TrackName.HEALTH and dealt.kind is DamageKind.SUPERFICIAL
