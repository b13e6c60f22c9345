"""Decisions about V20 characters: bringing one to the table."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.views import TrackerValue
from protocol.words import CharacterKind, TrackerName
from server.rooms.characters import bring, refuse_newcomer, with_traits
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState
from server.rooms.v20.sheet import ENDLESS_POOL, from_v20, rules_of
from server.rooms.v20.trackers import health_view, willpower_view
from server.rules.v20.generation import generation_row
from server.rules.v20.health import HealthTrack
from server.rules.v20.traits import virtues_refusal
from server.rules.v20.willpower import Willpower


def create_v20_character(
    deed: Deed, actor: MemberState, intent: i.CreateV20Character
) -> Refusal | None:
    """Bring a V20 character to the table, its trackers visible by the room's rule."""
    traits = with_traits({}, intent.traits)
    refusal = refuse_newcomer(deed, actor, intent) or _refuse_sheet(deed, intent)
    if refusal is not None:
        return refusal
    no_virtue = virtues_refusal(traits)
    if no_virtue is not None:
        return from_v20(no_virtue)
    bring(deed, actor, intent, _first_trackers(deed, intent), traits, intent.sheet)
    return None


def _refuse_sheet(deed: Deed, intent: i.CreateV20Character) -> Refusal | None:
    if intent.kind is CharacterKind.THIN_BLOOD:
        return Refusal(
            Code.WRONG_SYSTEM,
            "V20 has thin blood as a vampire of the 14th or 15th Generation.",
            "kind",
            "vampire, ghoul, mortal",
        )
    if intent.blood is None:
        return None
    if intent.kind is not CharacterKind.VAMPIRE:
        return Refusal(
            Code.OUT_OF_RANGE, f"A {intent.kind} has no blood pool here.", "blood", "null"
        )
    most = generation_row(intent.sheet.generation, rules_of(deed)).blood_pool
    if most is None or intent.blood <= most:
        return None
    return Refusal(
        Code.OUT_OF_RANGE,
        f"Generation {intent.sheet.generation} holds {most} blood points.",
        "blood",
        f"0 to {most}",
    )


def _first_trackers(deed: Deed, intent: i.CreateV20Character) -> dict[TrackerName, TrackerValue]:
    trackers: dict[TrackerName, TrackerValue] = {
        TrackerName.HEALTH: health_view(HealthTrack()),
        TrackerName.HUMANITY: intent.morality,
        TrackerName.WILLPOWER: willpower_view(Willpower(intent.willpower, intent.willpower)),
    }
    if intent.kind is CharacterKind.VAMPIRE:
        full = generation_row(intent.sheet.generation, rules_of(deed)).blood_pool
        pool = ENDLESS_POOL if full is None else full
        trackers[TrackerName.BLOOD_POOL] = pool if intent.blood is None else intent.blood
    return trackers
