"""
Who may do what, written down by hand from the design; `access_attempts` has what to send to try it.

`RIGHTS` says for each type of request, and each relation of the sender to what it names, which
roles may: S Storyteller, P player, V spectator (viewer), B bot. What is hidden or does not exist
is found by nobody who may not know it; a role without any right to a type is refused as a role.
"""

from collections.abc import Mapping

from protocol import from_client as i
from protocol.words import Role

ROLES: Mapping[str, Role] = {
    "S": Role.STORYTELLER,
    "P": Role.PLAYER,
    "V": Role.SPECTATOR,
    "B": Role.BOT,
}
NAMES: Mapping[str, str] = {"S": "storyteller", "P": "ann", "V": "guest", "B": "bot"}

OWNERS_AND_STORYTELLERS = {"own": "SPB", "other": "S", "hidden": "S"}
STORYTELLERS_ON_CHARACTERS = {"own": "S", "other": "S", "hidden": "S"}

RIGHTS: Mapping[type, Mapping[str, str]] = {
    # The room is the Storytellers'.
    i.RenameRoom: {"room": "S"},
    i.SetHouseRules: {"room": "S"},
    i.StartSession: {"room": "S"},
    i.EndSession: {"room": "S"},
    i.BeginClock: {"room": "S"},
    i.EndClock: {"room": "S"},
    # So is who comes in. A bot never lets anybody in, not even another device of its own.
    i.CreateInvite: {"room": "S"},
    i.RevokeInvite: {"other": "S"},
    i.RenewInvite: {"other": "S"},
    i.CreateDeviceLink: {"room": "SPV", "other": "S"},
    i.LockRoom: {"room": "S"},
    # People: everybody may go and choose a name; a Storyteller may do the rest, but leaves by
    # leaving and not by being removed.
    i.LeaveRoom: {"room": "SPVB"},
    i.RenewToken: {"room": "SPVB"},
    i.RemoveMember: {"own": "", "other": "S"},
    i.SetRole: {"own": "S", "other": "S"},
    i.RenameMember: {"own": "SPVB", "other": "S"},
    # Characters: players and bots make and edit their own; hiding, owning and who sees what are
    # the Storytellers'. Spectators watch, even one who owns a character from before.
    i.CreateCharacter: {"own": "SPB", "other": "S", "new_hidden": "S"},
    i.EditCharacter: OWNERS_AND_STORYTELLERS,
    i.SetOwners: STORYTELLERS_ON_CHARACTERS,
    # For good it goes from player to player by an offer that is accepted.
    i.OfferCharacter: {"own": "SP", "other": "S", "hidden": "S"},
    # Its player, or a Storyteller, lets another one play a character; no bot decides on people.
    i.SetStandIn: {"own": "SP", "other": "S", "hidden": "S"},
    i.EndStandIn: {"own": "SP", "other": "S", "hidden": "S"},
    i.UnhideCharacter: STORYTELLERS_ON_CHARACTERS,
    i.RemoveCharacter: STORYTELLERS_ON_CHARACTERS,
    i.SetTrackerAudience: STORYTELLERS_ON_CHARACTERS,
    i.SetTracker: OWNERS_AND_STORYTELLERS,
    i.SetTrack: OWNERS_AND_STORYTELLERS,
    i.DealDamage: OWNERS_AND_STORYTELLERS,
    i.Heal: OWNERS_AND_STORYTELLERS,
    i.Feed: {**OWNERS_AND_STORYTELLERS, "bites_hidden": "S"},
    # What holds a character is a Storyteller's word; players bring it about by their deeds.
    i.BeginEffect: STORYTELLERS_ON_CHARACTERS,
    i.EndEffect: {"other": "S", "hidden": "S"},
    i.AddStains: OWNERS_AND_STORYTELLERS,
    # Everybody may speak, for a character only who plays it.
    i.Say: {"room": "SPVB", **OWNERS_AND_STORYTELLERS},
    # Dice: for one's own characters, or for nobody in particular.
    i.Roll: {"room": "SPB", **OWNERS_AND_STORYTELLERS},
    i.Reroll: OWNERS_AND_STORYTELLERS,
    i.SettleRoll: OWNERS_AND_STORYTELLERS,
    i.Rouse: OWNERS_AND_STORYTELLERS,
    i.Mend: OWNERS_AND_STORYTELLERS,
    i.Wake: OWNERS_AND_STORYTELLERS,
    i.Blush: OWNERS_AND_STORYTELLERS,
    i.RollCompulsion: OWNERS_AND_STORYTELLERS,
    i.Recover: OWNERS_AND_STORYTELLERS,
    i.Help: {**OWNERS_AND_STORYTELLERS, "helps_hidden": "S"},
    i.DeclareAction: OWNERS_AND_STORYTELLERS,
    i.SpendWillpower: OWNERS_AND_STORYTELLERS,
    i.RideWave: OWNERS_AND_STORYTELLERS,
    i.RollResonance: OWNERS_AND_STORYTELLERS,
    i.TestRemorse: OWNERS_AND_STORYTELLERS,
    i.TestFrenzy: OWNERS_AND_STORYTELLERS,
    i.RevealRoll: OWNERS_AND_STORYTELLERS,
    # Storytellers ask for rolls and read them; whoever plays the character asked answers.
    i.RequestRoll: {"room": "S"},
    i.AnswerRequest: {"own": "SPB", "other": "S"},
    i.CloseRequest: {"other": "S"},
    i.JudgeRoll: STORYTELLERS_ON_CHARACTERS,
    # A Storyteller retracts; everybody takes back what they just did themselves.
    i.RetractRoll: STORYTELLERS_ON_CHARACTERS,
    i.Undo: {"room": "SPVB"},
    # Everybody may stop the play; only Storytellers and who called it let it go on.
    i.RaisePause: {"room": "SPVB"},
    i.LiftPause: {"room": "SPVB"},
    i.AddBoundary: {"room": "SPV"},
    i.RemoveBoundary: {"own": "SPV", "other": "S"},
    # What is believed is whose it is; tenets, ties and awards are the Storytellers'.
    i.SetTenets: {"room": "S"},
    i.SetBeliefs: OWNERS_AND_STORYTELLERS,
    i.SetBond: {**STORYTELLERS_ON_CHARACTERS, "regnant_hidden": "S"},
    i.RemoveBond: {"other": "S", "hidden": "S"},
    i.SetBoon: {"room": "S", "other": "S", "hidden": "S"},
    i.RemoveBoon: {"other": "S", "hidden": "S"},
    i.AwardExperience: {"room": "S", "hidden": "S"},
    i.SpendExperience: OWNERS_AND_STORYTELLERS,
    # So is what is shown later; players ask for what they rolled blind.
    i.ScheduleReveal: STORYTELLERS_ON_CHARACTERS,
    i.CancelReveal: {"other": "S"},
    i.AskReveal: {"own": "P", "other": "", "hidden": ""},
    # Contests: begun with and answered for one's own character, called off by who began.
    i.OpenContest: {**OWNERS_AND_STORYTELLERS, "against_hidden": "S"},
    i.AnswerContest: {**OWNERS_AND_STORYTELLERS, "for_hidden": "S"},
    i.ForgoReaction: {**OWNERS_AND_STORYTELLERS, "for_hidden": "S"},
    i.WithdrawContest: OWNERS_AND_STORYTELLERS,
    # What follows from dice is the Storytellers' to say; what one is offered is one's own.
    i.ConfirmProposal: {"own": "SP", "other": "S", "hidden": "S"},
    i.DismissProposal: {"own": "SP", "other": "S", "hidden": "S"},
    # V20 has characters, rolls and blood of its own, with the same rights.
    i.CreateV20Character: {"own": "SPB", "other": "S", "new_hidden": "S"},
    i.RollV20: {"room": "SPB", **OWNERS_AND_STORYTELLERS},
    i.SpendBlood: OWNERS_AND_STORYTELLERS,
    i.DrinkBlood: OWNERS_AND_STORYTELLERS,
    i.RollDegeneration: OWNERS_AND_STORYTELLERS,
    i.ResistBeast: OWNERS_AND_STORYTELLERS,
    i.RollInitiative: OWNERS_AND_STORYTELLERS,
    # The house brings no entropy of its own, and opens a new book for all to see.
    i.AddEntropy: {"room": "P"},
    i.RenewDice: {"room": "S"},
    i.OpenV20Contest: {**OWNERS_AND_STORYTELLERS, "against_hidden": "S"},
    i.AnswerV20Contest: {**OWNERS_AND_STORYTELLERS, "for_hidden": "S"},
}

QUERY_RIGHTS: Mapping[type, Mapping[str, str]] = {
    # Everybody may look at what they may see, Storytellers also at what others may see.
    i.HistoryQuery: {"room": "SPVB", "own": "SPVB", "view": "S"},
    i.SnapshotQuery: {"room": "SPVB", "own": "SPVB", "view": "S"},
    i.LandmarksQuery: {"room": "SPVB", "own": "SPVB", "view": "S"},
    i.PlayQuery: {"room": "SPVB", "own": "SPVB", "view": "S"},
    i.StopPlayQuery: {"room": "SPVB"},
    i.RollQuery: {"own": "SPVB", "other": "SPVB", "hidden": "S"},
    i.OddsQuery: {"room": "SPVB"},
    i.RulesQuery: {"room": "SPVB"},
}

NEW = (i.CreateCharacter, i.CreateV20Character)
"""What makes its object, so that there is none to name."""

HIDING = (
    *("hidden", "against_hidden", "for_hidden", "helps_hidden", "bites_hidden", "regnant_hidden"),
    "view",
)
"""Relations to something that only Storytellers may know of."""


def expected(kind: type, relation: str, role: str) -> str:
    """`may`, `forbidden` or `not_found`: what a role gets; relation `unknown` is to nothing."""
    rights = {**RIGHTS, **QUERY_RIGHTS}[kind]
    if not any(role in roles for roles in rights.values()):
        return "forbidden"
    if relation.startswith("unknown"):
        return "not_found"
    if role in rights[relation]:
        return "may"
    return "not_found" if relation in HIDING else "forbidden"
