"""The events of V20 characters alone, in words."""

from typing import assert_never

from protocol import events as e
from protocol.v20_words import BloodUse, DrinkingHarm
from protocol.views import EffectView
from protocol.words import WillpowerUse
from server.replay.names import Names
from server.replay.plain import counted, noted, titled
from server.replay.told_people import Told

V20Event = e.BloodSpent | e.WillpowerSpent | e.BloodDrunk | e.EffectChanged

_BLOOD_FOR = {
    BloodUse.WAKE: "waking",
    BloodUse.HEAL: "healing",
    BloodUse.ATTRIBUTE: "the strength of the body",
    BloodUse.DISCIPLINE: "a Discipline",
    BloodUse.OTHER: "something else",
}
_WILLPOWER_FOR = {
    WillpowerUse.AUTOMATIC_SUCCESS: "a success",
    WillpowerUse.CONTROL: "leading a frenzy",
    WillpowerUse.IGNORE_WOUNDS: "ignoring wounds",
    WillpowerUse.HOLD_FRENZY: "holding the Beast",
    WillpowerUse.HOLD_DERANGEMENT: "holding off a derangement",
    WillpowerUse.OTHER: "something else",
}
_HARM = {
    DrinkingHarm.NONE: (),
    DrinkingHarm.HARMFUL: ("It was harmful.",),
    DrinkingHarm.HOSPITAL: ("It takes a hospital to survive that.",),
    DrinkingHarm.DEATH: ("It was deadly.",),
}


def tell_v20(names: Names, event: V20Event) -> Told:
    """Say what was spent or drunk."""
    if isinstance(event, e.EffectChanged):
        return _effect_changed(names, event.effect)
    who = names.character(event.character)
    by = names.member(event.by)
    match event:
        case e.BloodSpent():
            points = counted(event.points, "blood point", "blood points")
            healed: tuple[str, ...] = ()
            if event.kind is not None:
                levels = counted(event.levels, "level", "levels")
                healed = (f"{levels} of {titled(event.kind)} damage heal.",)
            headline = f"{by} for {who} spends {points} on {_BLOOD_FOR[event.use]}"
            return (headline, *healed, *noted(event.note))
        case e.WillpowerSpent():
            headline = f"{by} for {who} spends Willpower on {_WILLPOWER_FOR[event.use]}"
            return (headline, *noted(event.note))
        case e.BloodDrunk():
            points = counted(event.points, "blood point", "blood points")
            kept = () if event.gained == event.points else (f"{event.gained} found room.",)
            return (
                f"{by} for {who} drinks {points}",
                *kept,
                *_HARM[event.harm],
                *noted(event.note),
            )
        case _:
            assert_never(event)


def _effect_changed(names: Names, effect: EffectView) -> Told:
    headline = f"{effect.name} of {names.character(effect.character)} goes on"
    if effect.resistance is not None:
        held = counted(effect.resistance.held_turns, "turn", "turns")
        gained = counted(effect.resistance.gained, "success", "successes")
        return (f"{headline}: {gained} so far, held for {held}",)
    if effect.task is not None:
        return (f"{headline}: {effect.task.gained} of {effect.task.target} successes",)
    if effect.race is not None:
        race = effect.race
        told = f"{headline}: {race.own} against {race.other}, {race.needed} needed"
        return (
            told,
            *([] if race.winner is None else [f"{names.character(race.winner)} wins it."]),
        )
    if effect.initiative is not None:
        return (f"{headline}: declared is {effect.initiative.declared}",)
    return (headline,)
