"""How rolls are recorded: for who sees their dice, with their proof, and whose a hidden one was."""

from collections.abc import Iterable

from msgspec import Struct

from protocol import events as e
from protocol.dice import EnteredFaces
from protocol.ids import CharacterId, ContestId, RollId
from protocol.receipts import PoolReceipt, Receipt
from protocol.words import TrackerName, Visibility
from server.rooms.answers import record_answer, shown_request
from server.rooms.audience import STORYTELLERS
from server.rooms.claims import lane_of, source_of
from server.rooms.deed import Deed
from server.rooms.itemising import record_rolled
from server.rooms.names import roll_id
from server.rooms.outcomes import tell_outcome
from server.rooms.setting import Setting
from server.rooms.settling import settle_before, settle_unnamed_before


class RollToRecord(Struct, frozen=True, gc=False):
    """
    What a roll came to, whoever sees it.

    `entered` are its faces where they fell at a table; `is_standing`: it may still be rerolled.
    `weighing` are the trackers that can weigh on its pool, whatever stands in them.
    """

    label: str
    receipt: Receipt
    entered: EnteredFaces | None
    note: str
    is_standing: bool = False
    weighing: Iterable[TrackerName] = ()


def record_roll(deed: Deed, setting: Setting, rolled: RollToRecord) -> RollId:
    """Record a roll with all that goes with it: what it settles, the notice of a blind one."""
    character, asked = setting.character, setting.asked
    if character is not None:
        settle_before(deed, character.character, setting.noticed_by)
    if setting.is_attributed and asked.audience != STORYTELLERS:
        settle_unnamed_before(deed, setting.actor.member, setting.noticed_by)
    if asked.visibility is Visibility.BLIND:
        deed.record(e.BlindRollMade(member=setting.actor.member, character=_shown(setting)))
    made = record_dice(deed, setting, rolled)
    if setting.request is not None:
        record_answer(deed, setting.request, made, setting.actor, asked.audience)
    deed.created, deed.created_to = made, asked.audience
    return made


def record_dice(
    deed: Deed, setting: Setting, rolled: RollToRecord, contest: ContestId | None = None
) -> RollId:
    """
    Record a roll, or one side of a *contest*, for who sees its dice.

    Its parts and its proof are for who may have them, and whose it was, where that is hidden, for
    Storytellers.
    """
    asked, actor = setting.asked, setting.actor
    made = roll_id(deed.commit_id)
    is_rolled = rolled.entered is None and not _is_without_dice(rolled.receipt)
    proof, may_have = deed.prove(actor, asked.audience)
    is_inline = may_have == asked.audience
    resolved = e.RollResolved(
        roll=made,
        member=actor.member,
        character=_shown(setting),
        label=rolled.label,
        visibility=asked.visibility,
        source=source_of(rolled.entered, deed.numbered),
        lane=lane_of(actor, asked.audience) if is_rolled else None,
        receipt=rolled.receipt,
        is_standing=rolled.is_standing,
        contest=contest,
        note=rolled.note,
        request=shown_request(deed.state, setting.request, asked.audience),
        proof=proof if is_inline else None,
    )
    record_rolled(deed, resolved, asked.audience, setting.character, rolled.weighing)
    if proof is not None and not is_inline:
        deed.record(e.RollProven(roll=made, proof=proof), to=may_have)
    if setting.shown_to is not None:
        tell_outcome(deed, resolved, setting.shown_to)
    if setting.is_attributed and setting.character is not None:
        deed.record(e.RollAttributed(roll=made, character=setting.character.character))
    return made


def _shown(setting: Setting) -> CharacterId | None:
    """The character that a roll names: none that is hidden, for a reveal shows it to others."""
    if setting.character is None or setting.is_attributed:
        return None
    return setting.character.character


def _is_without_dice(receipt: Receipt) -> bool:
    """Whether nothing was rolled, so that no line of keys is touched."""
    return isinstance(receipt, PoolReceipt) and receipt.without_dice is not None
