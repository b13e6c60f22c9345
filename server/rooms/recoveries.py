"""Decisions about what comes back without Blood: with the session, by rest, by what drives one."""

from collections.abc import Callable

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.words import Clock, DamageKind, EffectKind, Recovery, TrackerName, TrackName
from server.rooms.deed import Asked, Deed, placed
from server.rooms.effects import known_effects
from server.rooms.refusal import Refusal, from_rules
from server.rooms.sheets import dots_of
from server.rooms.state import CharacterState, MemberState, recovering
from server.rooms.trackers import change_track, refuse_unseen, rules_of, track
from server.rooms.visibility import sees, viewer_of
from server.rules.refusal import RuleRefusal
from server.rules.v5 import tracks
from server.rules.v5.compulsions import reward_acting_out
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.moments import Moment
from server.rules.v5.recovery import Drive, follow_drive, recover_willpower, rest_heals

Recovered = dict[TrackName, tuple[DamageKind, tracks.Track]]
"""The tracks that something heals: which damage, and how each stands then."""


def recover(deed: Deed, actor: MemberState, intent: i.Recover) -> Refusal | None:
    """Let a character recover, once for each occasion."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    needs_session = intent.by not in (Recovery.NIGHT, Recovery.ACTING_OUT)
    if needs_session and deed.state.session is None:
        return Refusal(Code.WRONG_STATE, "No session runs.", "by", "once a session runs")
    healed = _HEALS[intent.by](deed, actor, character, intent.by)
    if isinstance(healed, Refusal):
        return healed
    changed = {
        name: (kind, after)
        for name, (kind, after) in healed.items()
        if after != track(character, name)
    }
    if not changed:
        return Refusal(
            Code.NOTHING_TO_HEAL,
            "There is no damage that this takes away.",
            "character",
            "a character with damage of that kind",
        )
    for name, (kind, after) in changed.items():
        _record(deed, actor, asked, intent, name, kind, after)
    return None


def _record(
    deed: Deed,
    actor: MemberState,
    asked: Asked,
    intent: i.Recover,
    name: TrackName,
    kind: DamageKind,
    after: tracks.Track,
) -> None:
    before = track(deed.state.characters[intent.character], name)
    deed.record(
        e.Healed(
            character=intent.character,
            track=name,
            kind=kind,
            # What came back: what could have would tell of the sheet.
            amount=after.empty - before.empty,
            by=actor.member,
            visibility=asked.visibility,
            note=intent.note,
            recovery=intent.by,
        ),
        asked=asked.audience,
    )
    change_track(deed, intent.character, name, after)


def _has_recovered(deed: Deed, actor: MemberState, character: CharacterState, by: Recovery) -> bool:
    """Whether it was done in the session or night that runs, as far as *actor* may know."""
    known = character.recovered.get(by)
    if known is None or known.number != recovering(deed.state, by):
        return False
    return actor.member in known.by or sees(known.audience, viewer_of(actor))


def _begin_session(
    deed: Deed, actor: MemberState, character: CharacterState, by: Recovery
) -> Recovered | Refusal:
    """Superficial Willpower with the session, and Health where the table rests by sessions."""
    rest = _rest(deed, character, Moment.SESSION_START)
    touched = (TrackerName.WILLPOWER, TrackerName.HEALTH)[: 2 if rest else 1]
    no = refuse_unseen(actor, character, *touched) or _refuse_again(deed, actor, character, by)
    if no is not None:
        return no
    willpower = recover_willpower(
        track(character, TrackName.WILLPOWER),
        composure=dots_of(character, "Composure"),
        resolve=dots_of(character, "Resolve"),
    )
    healed: Recovered = {TrackName.WILLPOWER: (DamageKind.SUPERFICIAL, willpower)}
    if rest:
        healed[TrackName.HEALTH] = _rested(character, rest)
    return healed


def _rest_a_night(
    deed: Deed, actor: MemberState, character: CharacterState, by: Recovery
) -> Recovered | Refusal:
    """Superficial Health of mortals and ghouls, where the table rests by nights."""
    kind = CharacterKind(character.kind)
    rest = _rest(deed, character, Moment.NIGHT_OF_REST)
    if not rest:
        return Refusal(
            Code.REST_HEALS_NOTHING,
            "Rest gives this character nothing back."
            if kind.uses_rouse or rules_of(deed).mortal_heal == "per_night"
            else "At this table mortals and ghouls heal with the session.",
            "by",
            "a mortal or a ghoul with Stamina, by night or by session as the table has it",
        )
    no = refuse_unseen(actor, character, TrackerName.HEALTH)
    no = no or _refuse_again(deed, actor, character, by)
    return no or {TrackName.HEALTH: _rested(character, rest)}


def _follow(
    deed: Deed, actor: MemberState, character: CharacterState, by: Recovery
) -> Recovered | Refusal:
    """One Willpower for acting on the Ambition or the Desire."""
    no = refuse_unseen(actor, character, TrackerName.WILLPOWER)
    if no is not None:
        return no
    drive = Drive(by)
    after = follow_drive(
        track(character, TrackName.WILLPOWER),
        drive,
        followed_this_session=_has_recovered(deed, actor, character, by),
    )
    if isinstance(after, RuleRefusal):
        return from_rules(after)
    kind = DamageKind.AGGRAVATED if drive is Drive.AMBITION else DamageKind.SUPERFICIAL
    return {TrackName.WILLPOWER: (kind, after)}


def _act_out(
    deed: Deed, actor: MemberState, character: CharacterState, _: Recovery
) -> Recovered | Refusal:
    """One Superficial Willpower for a Compulsion that was played well, as a Storyteller finds."""
    if not actor.is_storyteller:
        return Refusal(
            Code.FORBIDDEN, "Only a Storyteller rewards good play.", "by", "another occasion"
        )
    held = known_effects(deed, actor, character.character)
    if not any(effect.view.kind is EffectKind.COMPULSION for effect in held):
        return Refusal(
            Code.WRONG_STATE,
            "No Compulsion holds this character.",
            "character",
            "a character with a Compulsion to act out",
        )
    after = reward_acting_out(track(character, TrackName.WILLPOWER))
    return {TrackName.WILLPOWER: (DamageKind.SUPERFICIAL, after)}


def _rest(deed: Deed, character: CharacterState, moment: Moment) -> int:
    return rest_heals(
        CharacterKind(character.kind),
        stamina=dots_of(character, "Stamina"),
        moment=moment,
        rules=rules_of(deed),
    )


def _rested(character: CharacterState, points: int) -> tuple[DamageKind, tracks.Track]:
    health = track(character, TrackName.HEALTH)
    return DamageKind.SUPERFICIAL, tracks.heal(health, tracks.DamageKind.SUPERFICIAL, points)


def _refuse_again(
    deed: Deed, actor: MemberState, character: CharacterState, by: Recovery
) -> Refusal | None:
    if not _has_recovered(deed, actor, character, by):
        return None
    occasion = Clock.NIGHT.value if by is Recovery.NIGHT else "session"
    return Refusal(
        Code.RECOVERED_ALREADY,
        f"The character recovered in this {occasion} already.",
        "character",
        f"the next {occasion}",
    )


_HEALS: dict[
    Recovery,
    Callable[[Deed, MemberState, CharacterState, Recovery], Recovered | Refusal],
] = {
    Recovery.SESSION: _begin_session,
    Recovery.NIGHT: _rest_a_night,
    Recovery.AMBITION: _follow,
    Recovery.DESIRE: _follow,
    Recovery.ACTING_OUT: _act_out,
}
