"""The closed vocabularies and bounded texts that messages are made of."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta


class Role(StrEnum):
    """What a member is at the table."""

    STORYTELLER = "storyteller"
    PLAYER = "player"
    SPECTATOR = "spectator"
    BOT = "bot"


class Visibility(StrEnum):
    """What a sender asks for; the server turns it into an audience."""

    PUBLIC = "public"
    PRIVATE = "private"
    SECRET = "secret"
    BLIND = "blind"
    WHISPER = "whisper"


class DefaultVisibility(StrEnum):
    """What a room may choose for intents that name no visibility."""

    PUBLIC = "public"
    PRIVATE = "private"


class Saying(StrEnum):
    """What words are: talk as at any table, or a note to remember."""

    TALK = "talk"
    NOTE = "note"


class BoundaryKind(StrEnum):
    """What does not happen at a table, and what happens off stage."""

    LINE = "line"
    VEIL = "veil"


class TrackerAudience(StrEnum):
    """Who sees a tracker's value; each includes the next."""

    TABLE = "table"
    OWNER = "owner"
    STORYTELLERS = "storytellers"


class HistoryForLate(StrEnum):
    """How much of the public past somebody sees who joins late."""

    ALL = "all"
    SESSION = "session"
    NONE = "none"


class GameSystem(StrEnum):
    """Whose rules a room plays by."""

    V5 = "v5"
    V20 = "v20"


class TrackerName(StrEnum):
    """The trackers of characters; each system has some of them."""

    HUNGER = "hunger"
    HEALTH = "health"
    WILLPOWER = "willpower"
    HUMANITY = "humanity"
    STAINS = "stains"
    BLOOD_POTENCY = "blood_potency"
    BLOOD_POOL = "blood_pool"


class TrackName(StrEnum):
    """The trackers that are tracks of boxes."""

    HEALTH = "health"
    WILLPOWER = "willpower"


class DamageKind(StrEnum):
    """The kinds of damage on a track: V5 has the first two, V20 the last three."""

    SUPERFICIAL = "superficial"
    AGGRAVATED = "aggravated"
    BASHING = "bashing"
    LETHAL = "lethal"


class CharacterKind(StrEnum):
    """What a character is; decides Hunger dice, Rouse checks and halving."""

    VAMPIRE = "vampire"
    THIN_BLOOD = "thin_blood"
    GHOUL = "ghoul"
    MORTAL = "mortal"


class Harm(StrEnum):
    """What hurts; what kind of damage it does depends on whom."""

    BLUNT = "blunt"
    EDGED = "edged"
    PIERCING = "piercing"
    BULLET = "bullet"
    FIRE = "fire"
    SUPERNATURAL = "supernatural"


class CalledShot(StrEnum):
    """What a called shot is for; a stake and a beheading need enough damage."""

    STAKE = "stake"
    BEHEADING = "beheading"
    OTHER = "other"


class WithoutDice(StrEnum):
    """What a Storyteller may take in place of dice: the win, or half the pool as successes."""

    WIN = "win"
    HALF = "half"


class PoolKind(StrEnum):
    """Pools that contain Willpower or Humanity have no Hunger dice and no reroll."""

    ORDINARY = "ordinary"
    WILLPOWER = "willpower"
    HUMANITY = "humanity"


class PoolCategory(StrEnum):
    """What impairment asks about a pool."""

    PHYSICAL = "physical"
    SOCIAL = "social"
    MENTAL = "mental"


class FrenzyKind(StrEnum):
    """What provokes the Beast."""

    FURY = "fury"
    HUNGER = "hunger"
    TERROR = "terror"


class Provocation(StrEnum):
    """What the rules know to provoke the Beast, each with its kind of frenzy and Difficulty."""

    FRIEND_KILLED = "friend_killed"
    LOVED_ONE_HURT = "loved_one_hurt"
    LOVED_ONE_KILLED = "loved_one_killed"
    HARASSED = "harassed"
    INSULTED = "insulted"
    HUMILIATED = "humiliated"
    BLOOD_NEAR = "blood_near"
    BLOOD_TASTED = "blood_tasted"
    HUNGER_PAST_FIVE = "hunger_past_five"
    BONFIRE = "bonfire"
    BURNING_HOUSE = "burning_house"
    BURNED = "burned"
    OBSCURED_SUNLIGHT = "obscured_sunlight"
    DIRECT_SUNLIGHT = "direct_sunlight"


class Recovery(StrEnum):
    """What gives back what is healed without Blood: a session's start, rest, what drives one."""

    SESSION = "session"
    NIGHT = "night"
    AMBITION = "ambition"
    DESIRE = "desire"
    ACTING_OUT = "acting_out"


class WillpowerUse(StrEnum):
    """What Willpower buys: both systems have the first, V5 the second, V20 the others."""

    IGNORE_WOUNDS = "ignore_wounds"
    CONTROL = "control"
    AUTOMATIC_SUCCESS = "automatic_success"
    HOLD_FRENZY = "hold_frenzy"
    HOLD_DERANGEMENT = "hold_derangement"
    OTHER = "other"


class TurnStep(StrEnum):
    """When one acts in a turn: in close combat already, at range, newly joining, anything else."""

    CLOSE_COMBAT = "close_combat"
    RANGED = "ranged"
    JOINING = "joining"
    OTHER = "other"


class Clock(StrEnum):
    """The fiction's clocks that a Storyteller begins and ends."""

    NIGHT = "night"
    SCENE = "scene"
    TURN = "turn"


class EffectKind(StrEnum):
    """What holds a character for a while."""

    COMPULSION = "compulsion"
    FRENZY = "frenzy"
    TORPOR = "torpor"
    BLUSH = "blush"
    RESONANCE = "resonance"
    INJURY = "injury"
    HELP = "help"
    STEELED = "steeled"
    CONTROL = "control"
    OTHER = "other"
    BOOST = "boost"
    UNHINDERED = "unhindered"
    DERANGEMENT = "derangement"
    RESISTING = "resisting"
    TASK = "task"
    INITIATIVE = "initiative"


class Temperament(StrEnum):
    """How strong a resonance is."""

    NEGLIGIBLE = "negligible"
    FLEETING = "fleeting"
    INTENSE = "intense"
    ACUTE = "acute"


class Resonance(StrEnum):
    """The mood in the blood; the last two follow from the source and are never rolled."""

    PHLEGMATIC = "phlegmatic"
    MELANCHOLIC = "melancholic"
    CHOLERIC = "choleric"
    SANGUINE = "sanguine"
    ANIMAL = "animal"
    EMPTY = "empty"


class RousePurpose(StrEnum):
    """What the Blood is roused for, where the rules tell it apart."""

    OTHER = "other"
    MEND = "mend"
    WAKE = "wake"
    BLUSH = "blush"
    OBLIVION = "oblivion"


class BloodSource(StrEnum):
    """Where the blood comes from."""

    BLOOD_BAG = "blood_bag"
    SMALL_ANIMAL = "small_animal"
    LARGE_ANIMAL = "large_animal"
    HUMAN_SIP = "human_sip"
    HUMAN_DRINK = "human_drink"
    HUMAN_HARMFUL = "human_harmful"
    HUMAN_KILL = "human_kill"


class Outcome(StrEnum):
    """The verdict of a pool against a Difficulty."""

    CRITICAL = "critical"
    MESSY_CRITICAL = "messy_critical"
    SUCCESS = "success"
    FAILURE = "failure"
    TOTAL_FAILURE = "total_failure"
    BESTIAL_FAILURE = "bestial_failure"


class Durability(StrEnum):
    """What a stored event survives."""

    POWER = "power"
    CRASH = "crash"
    NONE = "none"


class LandmarkKind(StrEnum):
    """What a replay can jump to."""

    SESSION_STARTED = "session_started"
    SESSION_ENDED = "session_ended"
    NIGHT = "night"
    SCENE = "scene"
    CRITICAL = "critical"
    MESSY_CRITICAL = "messy_critical"
    BESTIAL_FAILURE = "bestial_failure"
    BOTCH = "botch"
    FRENZY = "frenzy"
    REVEAL = "reveal"


class DiceSource(StrEnum):
    """Where a roll's faces came from."""

    BOOK = "book"
    ENTERED = "entered"
    UNPROVEN = "unproven"


class Condition(StrEnum):
    """What became of a character whose Health is lost; the last three in V20 alone."""

    TORPOR = "torpor"
    DEAD = "dead"
    INCAPACITATED = "incapacitated"
    FINAL_DEATH = "final_death"
    UNCONSCIOUS = "unconscious"


class FrenzyOutcome(StrEnum):
    """How a frenzy test came out; a critical win costs no turn."""

    RESISTED = "resisted"
    RESISTED_CRITICAL = "resisted_critical"
    FRENZY = "frenzy"


class Reaction(StrEnum):
    """What a side of a contest did about it; one that was dropped is out of it."""

    ROLLED = "rolled"
    NONE = "none"
    DROPPED = "dropped"


class ProposalKind(StrEnum):
    """What waits for a Storyteller's word."""

    CONTEST_DAMAGE = "contest_damage"
    CONTEST_HARM = "contest_harm"
    MESSY_CRITICAL = "messy_critical"
    BESTIAL_FAILURE = "bestial_failure"
    WIN_AT_COST = "win_at_cost"
    FRENZY = "frenzy"
    BITE = "bite"
    REVEAL = "reveal"
    AUTOMATIC_WIN = "automatic_win"
    END_CONFLICT = "end_conflict"
    INVITE_RENEWAL = "invite_renewal"
    ATTACK_HIT = "attack_hit"
    V20_DAMAGE = "v20_damage"
    BOTCH = "botch"
    RETRACTION = "retraction"
    CORRECTION = "correction"
    HANDING_ON = "handing_on"


class LineReason(StrEnum):
    """Why a viewer's line goes on, or begins again with a snapshot."""

    JOINED = "joined"
    RESUMED = "resumed"
    TOO_FAR_BEHIND = "too_far_behind"
    EPOCH_CHANGED = "epoch_changed"
    GENERATION_CHANGED = "generation_changed"
    HISTORY_CHANGED = "history_changed"


class Lane(StrEnum):
    """Which line of committed keys a roll belongs to, by who sees its dice and who rolls."""

    OPEN = "open"
    OWN = "own"
    TABLE = "table"
    SECRET = "secret"


class BookReason(StrEnum):
    """Why a book of dice was opened; public things alone open one."""

    SESSION = "session"
    ARRIVAL = "arrival"
    RENEWED = "renewed"
    LOW = "low"


class Preset(StrEnum):
    """Bundles of house-rule switches."""

    V5 = "v5"
    V5_CORE_ROLLING = "v5_core_rolling"
    V20_BOOK = "v20_book"
    V20_TABLE = "v20_table"
    V20_ENGINE = "v20_engine"
    V20_ENGINE_CASUAL = "v20_engine_casual"


class RevealPart(StrEnum):
    """How much of a roll a reveal shows."""

    WHOLE = "whole"
    OUTCOME = "outcome"


WORD_PATTERN = "^[a-z][a-z0-9_]*$"
"""A term of the rules, as it is named on the wire."""

# Text of members is shown to others as it came, so it has no control characters and nothing that
# turns the direction of what stands around it; a name shows something.
_UNWANTED = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_BLANK = (
    r"\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202f\u205f-\u206f"
    r"\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
)
TEXT_PATTERN = rf"\A[^{_UNWANTED}]*\Z"
NAME_PATTERN = rf"\A(?=.*[^{_BLANK}])[^{_UNWANTED}]*\Z"

Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=NAME_PATTERN)]
Label = Annotated[str, Meta(max_length=200, pattern=TEXT_PATTERN)]
Note = Annotated[str, Meta(max_length=500, pattern=TEXT_PATTERN)]
Words = Annotated[str, Meta(min_length=1, max_length=1_000, pattern=NAME_PATTERN)]

MAX_POOL = 40
"""The most dice a client may name as a pool."""

MAX_DICE = 60
"""The most dice one roll may come to with modifiers; Blood Surge comes on top."""

Face = Annotated[int, Meta(ge=1, le=10)]
Dots = Annotated[int, Meta(ge=0, le=10)]
HungerValue = Annotated[int, Meta(ge=0, le=5)]
Boxes = Annotated[int, Meta(ge=1, le=30)]
PoolSize = Annotated[int, Meta(ge=1, le=MAX_POOL)]
Modifier = Annotated[int, Meta(ge=-MAX_POOL, le=MAX_POOL)]
Difficulty = Annotated[int, Meta(ge=1, le=99)]
Amount = Annotated[int, Meta(ge=1, le=50)]
TraitName = Annotated[str, Meta(min_length=1, max_length=40, pattern=NAME_PATTERN)]
TraitValue = Annotated[int, Meta(ge=0, le=9_999)]
