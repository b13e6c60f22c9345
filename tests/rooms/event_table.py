"""
Who sees which event: a table, a row for each way an event comes about. Written down by hand.

Viewers: S a Storyteller, O who did it or owns the character, P another player, V a spectator, L
somebody who joins later into a room that shows all of the public past.
"""

from protocol import events as e
from protocol import from_client as i
from protocol.ids import InviteId, LinkId
from protocol.words import Role, Visibility
from server.rooms.commands import LinkDevice
from tests.rooms.event_rows import (
    ALL,
    AS_ASKED,
    BLIND,
    CONTESTED,
    HELD,
    OWNERS_ONLY,
    PRIVATE,
    PUBLIC,
    SECRET,
    STORYTELLERS_ONLY,
    WHISPER,
    Row,
    Scene,
    placed_rows,
    row,
)
from tests.rooms.event_table_beliefs import BELIEF_ROWS
from tests.rooms.event_table_requests import REQUEST_ROWS
from tests.rooms.event_table_v20 import V20_ROWS
from tests.support.rooms import Done, secret_of, uuid


def _use_link(s: Scene) -> Done:
    link = s.ann(i.CreateDeviceLink, secret=secret_of(1)).created
    return s.room.do(LinkDevice(LinkId(link), b"t" * 32, s.room.now_ms, s.room._fresh_commit()))


def _expired(s: Scene) -> Done:
    s.st(i.CreateInvite, role="player", secret=secret_of(1), expires_in_s=60)
    s.room.now_ms += 60_000
    return s.st(i.CreateInvite, role="player", secret=secret_of(2))


def _invited(s: Scene) -> InviteId:
    return InviteId(s.st(i.CreateInvite, role="player", secret=secret_of(1)).created)


def _unhidden(s: Scene) -> Done:
    s.st(i.SetTrackerAudience, character=s.sleeper, tracker="hunger", audience="table")
    return s.st(i.UnhideCharacter, character=s.sleeper)


def _lapsed(s: Scene) -> Done:
    s.price(PRIVATE)
    return s.st(i.RemoveCharacter, character=s.iris)


def _undone(s: Scene, visibility: Visibility) -> Done:
    _set(s, visibility)
    return s.ann(i.Undo, intent=uuid(s.room._numbers))


def _rerolled(s: Scene, visibility: Visibility) -> Done:
    roll = s.roll(visibility).created
    return s.st(i.Reroll, (3,), roll=roll, regular_indices=(0,))


def _stains(s: Scene, visibility: Visibility) -> Done:
    return s.ann(i.AddStains, character=s.iris, amount=1, **s.placed(visibility))


def _damage(s: Scene, visibility: Visibility) -> Done:
    return s.ann(
        i.DealDamage, character=s.iris, track="health", kind="aggravated", amount=1,
        **s.placed(visibility),
    )  # fmt: skip


def _healed(s: Scene, visibility: Visibility) -> Done:
    _damage(s, PUBLIC)
    return s.ann(
        i.Heal, character=s.iris, track="health", kind="aggravated", amount=1,
        **s.placed(visibility),
    )  # fmt: skip


def _fed(s: Scene, visibility: Visibility) -> Done:
    return s.ann(i.Feed, character=s.iris, source="human_sip", **s.placed(visibility))


def _held(s: Scene, visibility: Visibility) -> Done:
    return s.st(
        i.BeginEffect, character=s.iris, kind="other", name="Shaken", until="scene",
        **s.placed(visibility),
    )  # fmt: skip


def _let_go(s: Scene, visibility: Visibility) -> Done:
    return s.st(i.EndEffect, effect=_held(s, visibility).created)


def _scene_ends(s: Scene, visibility: Visibility) -> Done:
    s.st(i.BeginClock, clock="scene")
    _held(s, visibility)
    return s.st(i.EndClock, clock="scene")


def _helped(s: Scene, visibility: Visibility) -> Done:
    s.st(i.EditCharacter, character=s.iris, traits={"Brawl": 1})
    return s.ann(i.Help, character=s.iris, helps=s.brick, skill="Brawl", **s.placed(visibility))


def _help_used(s: Scene, visibility: Visibility) -> Done:
    _helped(s, visibility)
    fields = {"character": s.brick, "traits": ("Strength", "Brawl")}
    return s.st(i.Roll, (2,), **fields)


def _recovered(s: Scene, visibility: Visibility) -> Done:
    s.st(i.StartSession)
    s.st(i.SetTrack, character=s.iris, track="willpower", superficial=2)
    return s.ann(i.Recover, character=s.iris, by="session", **s.placed(visibility))


def _declared(s: Scene, *, hidden: bool) -> Done:
    s.st(i.BeginClock, clock="turn")
    return s.st(i.DeclareAction, character=s.sleeper if hidden else s.iris, step="ranged")


def _set(s: Scene, visibility: Visibility) -> Done:
    return s.ann(i.SetTracker, character=s.iris, tracker="hunger", value=3, **s.placed(visibility))


def _revealed(s: Scene, to: str | None) -> Done:
    roll = s.roll(SECRET).created
    return s.st(i.RevealRoll, roll=roll, to=None if to is None else (s.room[to],))


def _stood_in(s: Scene) -> Done:
    return s.ann(i.SetStandIn, character=s.iris, member=s.room["bob"])


def _taken_back(s: Scene) -> Done:
    _stood_in(s)
    return s.ann(i.EndStandIn, character=s.iris)


def _ended_with_the_session(s: Scene) -> Done:
    s.st(i.StartSession)
    _stood_in(s)
    return s.st(i.EndSession)


TABLE: list[Row] = [
    # The room and its people are everybody's.
    row(e.RoomRenamed, ALL, "renamed", lambda s: s.st(i.RenameRoom, name="Elsewhere")),
    row(e.HouseRulesChanged, ALL, "changed",
        lambda s: s.st(i.SetHouseRules, house_rules=OWNERS_ONLY)),
    row(e.MemberJoined, ALL, "joined", lambda s: s.room.join("cem")),
    row(e.MemberLeft, ALL, "left", lambda s: s.room.act("bot", i.LeaveRoom)),
    row(e.MemberRemoved, ALL, "removed",
        lambda s: s.st(i.RemoveMember, member=s.room["bot"])),
    row(e.RoomLocked, ALL, "opened again",
        lambda s: (s.st(i.LockRoom), s.st(i.LockRoom, locked=False))[1]),
    row(e.MemberRenamed, ALL, "renamed",
        lambda s: s.ann(i.RenameMember, member=s.room["ann"], name="Anna")),
    row(e.RoleChanged, ALL, "changed",
        lambda s: s.st(i.SetRole, member=s.room["bot"], role="spectator")),
    row(e.SessionStarted, ALL, "started", lambda s: s.st(i.StartSession)),
    row(e.SessionEnded, ALL, "ended",
        lambda s: (s.st(i.StartSession), s.st(i.EndSession))[1]),
    row(e.ClockBegun, ALL, "begun", lambda s: s.st(i.BeginClock, clock="night")),
    row(e.ClockEnded, ALL, "ended",
        lambda s: (s.st(i.BeginClock, clock="night"), s.st(i.EndClock, clock="night"))[1]),
    # Who may come in is the Storytellers' business, devices are their member's.
    row(e.InviteCreated, "S", "created",
        lambda s: s.st(i.CreateInvite, role="player", secret=secret_of(1))),
    row(e.InviteUsed, "S", "used", lambda s: s.room.come_in("cem", _invited(s))),
    row(e.InviteRevoked, "S", "revoked", lambda s: s.st(i.RevokeInvite, invite=_invited(s))),
    row(e.InviteExpired, "S", "expired", _expired),
    row(e.DeviceLinkCreated, "SO", "created",
        lambda s: s.ann(i.CreateDeviceLink, secret=secret_of(1))),
    row(e.TokenRenewed, "SO", "renewed", lambda s: s.ann(i.RenewToken, token=b"t" * 32)),
    row(e.DeviceLinked, "SO", "used", _use_link),
    # Characters are everybody's unless hidden; their sheets their owners'.
    row(e.CharacterCreated, ALL, "visible", lambda s: s.ann(i.CreateCharacter, name="New")),
    row(e.CharacterCreated, "S", "hidden",
        lambda s: s.st(i.CreateCharacter, name="New", hidden=True)),
    row(e.SheetNoted, "SO", "created", lambda s: s.ann(i.CreateCharacter, name="New")),
    row(e.SheetNoted, "S", "hidden",
        lambda s: s.st(i.CreateCharacter, name="New", hidden=True)),
    row(e.SheetNoted, "SP", "handed over",
        lambda s: s.st(i.SetOwners, character=s.iris, owners=(s.room["bob"],))),
    row(e.CharacterEdited, ALL, "visible",
        lambda s: s.ann(i.EditCharacter, character=s.iris, name="Iris II")),
    row(e.CharacterEdited, "S", "hidden",
        lambda s: s.st(i.EditCharacter, character=s.sleeper, name="Grey")),
    row(e.OwnersChanged, ALL, "visible",
        lambda s: s.st(i.SetOwners, character=s.iris, owners=(s.room["bob"],))),
    row(e.OwnersChanged, "S", "hidden",
        lambda s: s.st(i.SetOwners, character=s.sleeper, owners=(s.room["storyteller"],))),
    row(e.StandInSet, ALL, "set", _stood_in),
    row(e.StandInEnded, ALL, "ended", _taken_back),
    row(e.StandInEnded, ALL, "with the session", _ended_with_the_session),
    row(e.SheetNoted, "SOP", "a stand-in", _stood_in),
    row(e.TrackersShown, "SOP", "a stand-in", _stood_in, OWNERS_ONLY),
    row(e.TrackersHidden, "SP", "from a stand-in", _taken_back, OWNERS_ONLY),
    row(e.CharacterUnhidden, ALL, "un-hidden", _unhidden),
    row(e.CharacterRemoved, ALL, "visible",
        lambda s: s.st(i.RemoveCharacter, character=s.iris)),
    row(e.CharacterRemoved, "S", "hidden",
        lambda s: s.st(i.RemoveCharacter, character=s.sleeper)),
    # Trackers go by their own audience, whatever is asked.
    row(e.TrackersShown, ALL, "table", lambda s: s.ann(i.CreateCharacter, name="New")),
    row(e.TrackersShown, "SO", "owner", lambda s: s.ann(i.CreateCharacter, name="New"),
        OWNERS_ONLY),
    row(e.TrackersShown, "S", "storytellers", lambda s: s.ann(i.CreateCharacter, name="New"),
        STORYTELLERS_ONLY),
    row(e.TrackersShown, "S", "hidden", lambda s: s.st(i.CreateCharacter, name="N", hidden=True)),
    row(e.TrackersShown, ALL, "un-hidden", _unhidden),
    row(e.TrackersHidden, "SPV", "from the table",
        lambda s: s.st(i.SetTrackerAudience, character=s.iris, tracker="hunger", audience="owner")),
    row(e.TrackersHidden, "SO", "from the owner",
        lambda s: s.st(i.SetOwners, character=s.iris, owners=()), OWNERS_ONLY),
    row(e.TrackerAudienceChanged, "SO", "visible",
        lambda s: s.st(i.SetTrackerAudience, character=s.iris, tracker="hunger", audience="owner")),
    row(e.TrackerAudienceChanged, "S", "hidden",
        lambda s: s.st(
            i.SetTrackerAudience, character=s.sleeper, tracker="hunger", audience="table")),
    *(row(e.TrackerChanged, ALL, f"table, asked {v}", lambda s, v=v: _set(s, v))  # type: ignore[misc]
      for v in Visibility),
    *(row(e.TrackerChanged, "SO", f"owner, asked {v}", lambda s, v=v: _set(s, v),  # type: ignore[misc]
          OWNERS_ONLY) for v in Visibility),
    row(e.TrackerChanged, "S", "storytellers",
        lambda s: s.st(i.SetTracker, character=s.iris, tracker="hunger", value=3),
        STORYTELLERS_ONLY),
    row(e.TrackerChanged, "S", "hidden",
        lambda s: s.st(i.SetTracker, character=s.sleeper, tracker="hunger", value=3)),
    # The cause of a change goes where it was asked to go, within those who see the tracker.
    *placed_rows(e.TrackerSet, _set, AS_ASKED),
    *placed_rows(e.DamageDealt, _damage, AS_ASKED),
    *placed_rows(e.Healed, _healed, AS_ASKED),
    *placed_rows(e.Healed, _recovered, AS_ASKED),
    *placed_rows(e.Fed, _fed, AS_ASKED),
    *placed_rows(e.StainsAdded, _stains, AS_ASKED),
    # What holds a character is known to those who were to know it, and so is its end.
    *placed_rows(e.EffectBegun, _held, HELD),
    *placed_rows(e.EffectEnded, _let_go, HELD),
    *placed_rows(e.EffectBegun, _helped, CONTESTED | {BLIND: "S"}),
    *placed_rows(e.EffectEnded, _help_used, CONTESTED | {BLIND: "S"}),
    # The order of a turn is everybody's, but for those who are hidden.
    row(e.TurnOrdered, ALL, "declared", lambda s: _declared(s, hidden=False)),
    row(e.TurnOrdered, "S", "declared for the hidden", lambda s: _declared(s, hidden=True)),
    *placed_rows(e.EffectEnded, _scene_ends, HELD),
    row(e.EffectBegun, "S", "hidden, though public",
        lambda s: s.st(i.BeginEffect, character=s.sleeper, kind="other", name="Restless",
                       visibility=PUBLIC)),
    *(row(event, "SO", "public, but the owner's tracker", lambda s, m=make: m(s, PUBLIC),  # type: ignore[misc]
          OWNERS_ONLY)
      for event, make in ((e.TrackerSet, _set), (e.DamageDealt, _damage),
                          (e.Healed, _healed), (e.Fed, _fed), (e.StainsAdded, _stains))),
    *(row(event, "S", "hidden, though public", make)
      for event, make in (
          (e.TrackerSet, lambda s: s.st(
              i.SetTracker, character=s.sleeper, tracker="hunger", value=3, visibility=PUBLIC)),
          (e.DamageDealt, lambda s: s.st(
              i.DealDamage, character=s.sleeper, track="health", kind="superficial", amount=1,
              visibility=PUBLIC)),
          (e.StainsAdded, lambda s: s.st(
              i.AddStains, character=s.sleeper, amount=1, visibility=PUBLIC)),
      )),
    # Rolls go where they were asked to go, and all that follows from them goes with them.
    *placed_rows(e.RollResolved, Scene.roll, AS_ASKED),
    # What keeps the table safe is everybody's, also without a name.
    row(e.Paused, ALL, "called", lambda s: s.ann(i.RaisePause)),
    row(e.Paused, ALL, "without a name", lambda s: s.ann(i.RaisePause, anonymous=True)),
    row(e.PauseLifted, ALL, "lifted", lambda s: (s.ann(i.RaisePause), s.st(i.LiftPause))[1]),
    row(e.BoundaryAdded, ALL, "added",
        lambda s: s.ann(i.AddBoundary, kind="line", text="Spiders", anonymous=True)),
    row(e.BoundaryRemoved, ALL, "removed",
        lambda s: s.st(i.RemoveBoundary, boundary=s.ann(
            i.AddBoundary, kind="veil", text="Torture").created)),
    # What is put right is told to those who saw it.
    *placed_rows(
        e.RollRetracted,
        lambda s, v: s.st(i.RetractRoll, roll=s.roll(v).created, note="No."), AS_ASKED),
    *placed_rows(e.ChangeUndone, _undone, {PUBLIC: ALL, PRIVATE: "SO", WHISPER: "SOV"}),
    # Words reach those they are for.
    *placed_rows(
        e.Said, lambda s, v: s.ann(i.Say, text="Psst.", **s.placed(v)),
        {PUBLIC: ALL, PRIVATE: "SO", WHISPER: "SOV"}),
    row(e.Said, "S", "behind the screen",
        lambda s: s.st(i.Say, text="Psst.", visibility="secret")),
    row(e.Said, "S", "of a hidden character",
        lambda s: s.st(i.Say, text="Psst.", character=s.sleeper)),
    row(e.RollResolved, ALL, "hidden character, public", lambda s: s.hidden_roll(PUBLIC)),
    row(e.RollResolved, "S", "hidden character, private", lambda s: s.hidden_roll(PRIVATE)),
    *(row(e.RollItemised, "SO", f"{visibility}, and the trackers the owner's",
          lambda s, v=visibility: s.ann(  # type: ignore[misc]
              i.Roll, (2,), character=s.iris, pool=1, label="Wits", **s.placed(v)), OWNERS_ONLY)
      for visibility in (PUBLIC, WHISPER)),
    row(e.RollAttributed, "S", "public", lambda s: s.hidden_roll(PUBLIC)),
    row(e.BlindRollMade, ALL, "blind", lambda s: s.roll(BLIND)),
    *placed_rows(e.RollRerolled, _rerolled, AS_ASKED),
    *placed_rows(e.RollSettled, Scene.settled, AS_ASKED),
    row(e.RollRevealed, ALL, "to everyone", lambda s: _revealed(s, None)),
    *placed_rows(
        e.RollRevealed,
        lambda s, v: s.ann(i.Roll, (2,), character=s.iris, pool=1, hide_pool=True, **s.placed(v)),
        {PUBLIC: ALL, WHISPER: "SOV"}),
    row(e.RollResolved, "SO", "public, its pool hidden", lambda s: s.ann(
        i.Roll, (2,), character=s.iris, pool=1, hide_pool=True, visibility="public")),
    row(e.RollRevealed, "SP", "to one", lambda s: _revealed(s, "bob")),
    row(e.RollRevealed, "S", "to a Storyteller who joined the room since",
        lambda s: (s.room.join("second", Role.STORYTELLER), _revealed_to_second(s))[1]),
    *placed_rows(e.ContestOpened, Scene.contest, CONTESTED),
    *placed_rows(e.ContestResolved, Scene.answered, CONTESTED),
    *placed_rows(e.ContestReacted, Scene.reacted, CONTESTED),
    *placed_rows(e.ContestDecided, Scene.decided, CONTESTED),
    *placed_rows(
        e.ContestWithdrawn,
        lambda s, v: s.st(
            i.WithdrawContest, contest=s.contest(v).only(e.ContestOpened).contest.contest),
        CONTESTED),
    *placed_rows(e.ProposalOpened, Scene.settled, AS_ASKED),
    row(e.ProposalOpened, "S", "hidden character, public",
        lambda s: s.st(i.SettleRoll, roll=s.hidden_roll(PUBLIC).created)),
    row(e.ProposalOpened, "S", "invites to renew",
        lambda s: (_come_by_invite(s), s.st(i.RemoveMember, member=s.room["cem"]))[1]),
    *placed_rows(
        e.ProposalConfirmed,
        lambda s, v: s.st(i.ConfirmProposal, proposal=s.price(v), choice="compulsion"), AS_ASKED),
    *placed_rows(
        e.ProposalDismissed,
        lambda s, v: s.st(i.DismissProposal, proposal=s.price(v)), AS_ASKED),
    row(e.ProposalLapsed, "SO", "private", _lapsed),
    *BELIEF_ROWS,
    *REQUEST_ROWS,
    *V20_ROWS,
]  # fmt: skip


def _revealed_to_second(s: Scene) -> Done:
    roll = s.ann(i.Roll, (6,), pool=1, visibility="private").created
    s.st(i.SetRole, member=s.room["second"], role="player")
    done = s.ann(i.RevealRoll, roll=roll, to=(s.room["second"],))
    s.st(i.SetRole, member=s.room["second"], role="storyteller")
    return done


def _come_by_invite(s: Scene) -> Done:
    made = s.st(i.CreateInvite, role="player", secret=secret_of(1), uses=2)
    return s.room.come_in("cem", InviteId(made.created))
