"""Leaks planted on purpose: each a small change of the server that the harness has to find."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from protocol import events as e
from protocol.codes import Code
from protocol.words import Visibility
from server.dice import DerivedFaces, SystemChance
from server.live import seat, watchers
from server.live.fanout import Place
from server.live.runner import Runner
from server.live.welcoming import Welcomer
from server.rooms import (
    access,
    characters,
    contest_answers,
    contest_pairs,
    contest_results,
    contests,
    deed,
    judgements,
    proposals,
    recording,
    rolls,
    settling,
    visibility,
)
from server.rooms.audience import EVERYONE, members
from server.rooms.lines import ViewHead, view_head
from server.rooms.names import derived_id
from server.rooms.records import Recorded
from server.rooms.refusal import Refusal
from server.rooms.v20 import initiative
from server.rooms.visibility import snapshots

Patch = pytest.MonkeyPatch


class SharedChance(SystemChance):
    """Dice taken from one stream by whoever rolls next."""

    def __init__(self, secret: bytes | None = None) -> None:
        super().__init__(secret)
        self._stream = DerivedFaces(secret or bytes(32))

    def faces(self, commit_id: bytes) -> DerivedFaces:
        return self._stream


def count_hidden_events(patch: Patch) -> None:
    """Hidden events use up numbers of everybody's view sequence."""
    _pass_unseen(patch, lambda head, _: ViewHead(head.seq + 1, head.accumulator))


def mark_hidden_events(patch: Patch) -> None:
    """Hidden events go into everybody's marks."""
    _pass_unseen(patch, lambda head, what: ViewHead(head.seq, head.plus(what).accumulator))


def _pass_unseen(patch: Patch, pass_by: Callable[[ViewHead, int], ViewHead]) -> None:
    shown = watchers.fan_out

    def fan_out(at_ms: int, recorded: Recorded, places: list[Place]) -> None:
        shown(at_ms, recorded, places)
        for place in places:
            if not visibility.sees(recorded.audience, place.watchings[0].viewer):
                place.head = pass_by(place.head, recorded.element)

    patch.setattr(watchers, "fan_out", fan_out)


def refuse_hidden_as_forbidden(patch: Patch) -> None:
    """What is hidden is forbidden, and what does not exist is not found."""
    patch.setattr(access, "visible_character", lambda state, _, name: state.characters.get(name))


def list_hidden_characters(patch: Patch) -> None:
    """Snapshots list hidden characters, by id and name."""
    patch.setattr(snapshots, "sees_character", lambda _, __: True)


def find_hidden_rolls(patch: Patch) -> None:
    """A roll is found by its id, whoever asks."""
    patch.setattr(seat, "sees", lambda _, __: True)


def settle_by_secret_rolls(patch: Patch) -> None:
    """A character's secret roll settles the one that everybody sees standing."""
    settle_before = settling.settle_before
    for module in (recording, contests, contest_answers):
        patch.setattr(
            module,
            "settle_before",
            lambda deed, character, _: settle_before(deed, character, EVERYONE),
        )


def count_hidden_characters(patch: Patch) -> None:
    """Hidden characters take places of the visible ones' limit."""

    def refuse_count(deed: deed.Deed, *, hidden: bool) -> Refusal | None:
        is_full = len(deed.state.characters) >= deed.limits.max_characters
        return Refusal(Code.LIMIT_REACHED, "Full.") if is_full and not hidden else None

    patch.setattr(characters, "_refuse_count", refuse_count)


def show_activity(patch: Patch) -> None:
    """Whoever does anything is shown to be here."""
    answer = Runner._answer

    def answer_and_announce(runner: Runner, item: Any, step: Any) -> None:
        answer(runner, item, step)
        runner._watchers._announce(item.member, here=True)

    patch.setattr(Runner, "_answer", answer_and_announce)


def resume_from_the_cache_alone(patch: Patch) -> None:
    """Whoever missed more than the recent tail holds begins anew."""
    why_not = Welcomer._why_not

    async def why_not_cached(welcomer: Welcomer, member: Any, pages: Any, resume: Any) -> Any:
        oldest = pages._tail.oldest()
        reason = await why_not(welcomer, member, pages, resume)
        if reason is not None or oldest is None:
            return reason
        is_cached = view_head(pages._base, oldest.heads_before).seq <= resume.seq
        return None if is_cached else "too_far_behind"

    patch.setattr(Welcomer, "_why_not", why_not_cached)


def show_causes(patch: Patch) -> None:
    """Who sees a tracker sees who changed it, and why."""
    causes = (e.TrackerSet, e.DamageDealt, e.Healed, e.StainsAdded)
    _widen(patch, lambda event, asked: EVERYONE if isinstance(event, causes) else asked)


def show_blind_rolls_to_the_roller(patch: Patch) -> None:
    """Who rolls blind sees the dice."""

    def widened(event: e.Event, asked: Any) -> Any:
        is_blind = isinstance(event, e.RollResolved) and event.visibility is Visibility.BLIND
        return members((event.member,)) if is_blind else asked  # type: ignore[union-attr]

    _widen(patch, widened)


def _widen(patch: Patch, widened: Callable[[e.Event, Any], Any]) -> None:
    audience_of = visibility.audience_of
    patch.setattr(
        deed,
        "audience_of",
        lambda state, event, asked: audience_of(state, event, widened(event, asked)),
    )


def number_proposals(patch: Patch) -> None:
    """Proposals of one intent are numbered, the unseen ones too. (This one was real.)"""
    propose = settling.propose
    current: list[deed.Deed] = []

    def propose_numbered(deed: deed.Deed, *args: Any, **kwargs: Any) -> None:
        current[:] = [deed]
        propose(deed, *args, **kwargs)

    def numbered_id(commit: bytes, _: str) -> str:
        opened = sum(isinstance(r.event, e.ProposalOpened) for r in current[0]._events)
        return derived_id(commit, "proposal", opened)

    patch.setattr(settling, "derived_id", numbered_id)
    for module in (settling, rolls, contest_results, contest_pairs, proposals):
        patch.setattr(module, "propose", propose_numbered)


def price_by_what_is_kept(patch: Patch) -> None:
    """What follows of a roll goes by the reading that is kept. (This one was real.)"""

    def as_meant(judged: judgements.Judgement, _: Any) -> Any:
        return judged.receipt

    patch.setattr(judgements.Judgement, "as_told", as_meant)


def show_standing_of_blind_rolls(patch: Patch) -> None:
    """The notice of a blind roll tells whether a regular die was in it."""
    notice = rolls.record_roll

    def record_roll(deed: deed.Deed, setting: Any, rolled: Any) -> Any:
        made = notice(deed, setting, rolled)
        if setting.asked.visibility is Visibility.BLIND and not rolled.is_standing:
            name = deed.state.members[setting.actor.member].name
            event = e.MemberRenamed(member=setting.actor.member, name=name, by=setting.actor.member)
            deed.record(event)
        return made

    patch.setattr(rolls, "record_roll", record_roll)


def show_what_is_spent(patch: Patch) -> None:
    """V20: what blood and Willpower were spent on is told to all who see how much is left."""
    audience_of = visibility.audience_of

    def widened(event: e.Event, asked: Any) -> Any:
        is_spent = isinstance(event, e.BloodSpent | e.WillpowerSpent | e.BloodDrunk)
        return EVERYONE if is_spent else asked

    patch.setattr(
        deed,
        "audience_of",
        lambda state, event, asked: audience_of(state, event, widened(event, asked)),
    )


def wait_for_hidden_declarations(patch: Patch) -> None:
    """V20: who acts later in secret has to declare first, too."""

    def slower(deed: deed.Deed, _: Any, own: Any, __: Any) -> list[str]:
        order = [h.view for h in deed.state.effects.values() if h.view.initiative is not None]
        total = own.view.initiative.total
        return [
            view.effect
            for view in order
            if view.initiative.total < total and not view.initiative.declared
        ]

    patch.setattr(initiative, "_slower", slower)


@dataclass(frozen=True, slots=True)
class Leak:
    """A change of the server, and the chance it deals with if it is about dice."""

    plant: Callable[[Patch], None]
    chance: type[SystemChance] | None = None

    @property
    def name(self) -> str:
        """What it is called in the list of tests."""
        return self.plant.__name__ if self.chance is None else "share_one_stream_of_dice"


LEAKS = (
    Leak(lambda _: None, SharedChance),
    *map(
        Leak,
        (
            count_hidden_events,
            mark_hidden_events,
            refuse_hidden_as_forbidden,
            list_hidden_characters,
            find_hidden_rolls,
            settle_by_secret_rolls,
            count_hidden_characters,
            show_activity,
            resume_from_the_cache_alone,
            show_causes,
            show_blind_rolls_to_the_roller,
            show_standing_of_blind_rolls,
            number_proposals,
            price_by_what_is_kept,
        ),
    ),
)

V20_LEAKS = tuple(map(Leak, (show_what_is_spent, wait_for_hidden_declarations)))
"""Leaks of what V20 alone has."""
