"""What a botch asks of the Storyteller: it waits as open business, as the prices of V5 do."""

from protocol.ids import RollId
from protocol.v20_receipt import V20Receipt
from protocol.v20_words import V20Outcome
from protocol.views import EffectView
from protocol.words import EffectKind, ProposalKind
from server.rooms.deed import Asked, Deed
from server.rooms.effects import effect_id, let_hold
from server.rooms.setting import Setting, deed_audience
from server.rooms.settling import propose
from server.rooms.state import CharacterState, MemberState

DERANGEMENT = "derangement"
"""What a botch may leave of a Beast that was resisted (C8.3)."""

COMPLICATION = "complication"
"""What the Storyteller tells instead."""


def open_botch(
    deed: Deed, setting: Setting, roll: RollId, receipt: V20Receipt, *, of_the_beast: bool = False
) -> None:
    """
    Ask what befalls whoever botched (C1.5); the Storyteller tells it, the rules have no list.

    Of a botch against the Beast a derangement is an option (C8.3).
    """
    if setting.character is None or receipt.outcome is not V20Outcome.BOTCH:
        return
    propose(
        deed,
        ProposalKind.BOTCH,
        deed_audience(setting),
        character=setting.character.character,
        roll=roll,
        options=(DERANGEMENT, COMPLICATION) if of_the_beast else (),
    )


def derange(
    deed: Deed, actor: MemberState, character: CharacterState, asked: Asked, note: str = ""
) -> None:
    """Let a derangement hold a character; which one is the Storyteller's to say (C8.2, C8.3)."""
    view = EffectView(
        effect=effect_id(deed, character.character),
        character=character.character,
        kind=EffectKind.DERANGEMENT,
        name="Derangement",
        applies="Which one is the Storyteller's to say.",
    )
    let_hold(deed, actor, view, asked, note)
