"""The closed vocabularies of the wire, as types for the convenience methods."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

Role = Literal["storyteller", "player", "spectator", "bot"]
Visibility = Literal["public", "private", "secret", "blind", "whisper"]
BoundaryKind = Literal["line", "veil"]
BoonSize = Literal["trivial", "minor", "major", "life"]
BoonState = Literal["owed", "repaid", "broken"]
Saying = Literal["talk", "note"]
Told = Literal["all", "verdict", "storytellers"]
TrackerAudience = Literal["table", "owner", "storytellers"]
Tracker = Literal[
    "hunger", "health", "willpower", "humanity", "stains", "blood_potency", "blood_pool"
]
NumberTracker = Literal["hunger", "humanity", "stains", "blood_potency", "blood_pool"]
Track = Literal["health", "willpower"]
DamageKind = Literal["superficial", "aggravated", "bashing", "lethal"]
CharacterKind = Literal["vampire", "thin_blood", "ghoul", "mortal"]
PoolKind = Literal["ordinary", "willpower", "humanity"]
PoolCategory = Literal["physical", "social", "mental"]
FrenzyKind = Literal["fury", "hunger", "terror"]
Provocation = Literal[
    "friend_killed",
    "loved_one_hurt",
    "loved_one_killed",
    "harassed",
    "insulted",
    "humiliated",
    "blood_near",
    "blood_tasted",
    "hunger_past_five",
    "bonfire",
    "burning_house",
    "burned",
    "obscured_sunlight",
    "direct_sunlight",
]
CalledShot = Literal["stake", "beheading", "other"]
WithoutDice = Literal["win", "half"]
Harm = Literal["blunt", "edged", "piercing", "bullet", "fire", "supernatural"]
Clock = Literal["night", "scene", "turn"]
EffectKind = Literal[
    "compulsion",
    "frenzy",
    "torpor",
    "blush",
    "resonance",
    "injury",
    "help",
    "steeled",
    "control",
    "other",
    "boost",
    "unhindered",
    "derangement",
    "resisting",
    "task",
    "initiative",
]
HealthLevel = Literal["bruised", "hurt", "injured", "wounded", "mauled", "crippled"]
V20PoolKind = Literal["action", "willpower", "virtue", "damage", "soak"]
BloodUse = Literal["wake", "heal", "attribute", "discipline", "other"]
PhysicalAttribute = Literal["strength", "dexterity", "stamina"]
BeastKind = Literal["frenzy", "rotschreck"]
RaceGoal = Literal["lead", "total"]
Resonance = Literal["phlegmatic", "melancholic", "choleric", "sanguine", "animal", "empty"]
BloodSource = Literal[
    "blood_bag",
    "small_animal",
    "large_animal",
    "human_sip",
    "human_drink",
    "human_harmful",
    "human_kill",
]
Recovery = Literal["session", "night", "ambition", "desire", "acting_out"]
WillpowerUse = Literal["ignore_wounds", "control", "hold_frenzy", "hold_derangement", "other"]
TurnStep = Literal["close_combat", "ranged", "joining", "other"]
RevealPart = Literal["whole", "outcome"]


class Bound(TypedDict, total=False):
    """What every intent can be given: `id` to bind it to, a UUID in lower case."""

    id: str


class Placed(Bound, total=False):
    """Where an intent's traces are seen: `to` names members for a whisper."""

    visibility: Visibility
    to: Sequence[str]
    note: str


class Rolling(Placed, total=False):
    """`entered` brings faces rolled by hand, by kind: rouse, regular, hunger."""

    entered: Mapping[str, Sequence[int]]


class Answering(Bound, total=False):
    """What a roll can be given whose visibility is settled already."""

    note: str
    entered: Mapping[str, Sequence[int]]


class Pool(TypedDict, total=False):
    """
    What goes into a pool besides its dice.

    `modifiers` are objects of `label` and `dice`; `categories` say what impairment asks about it.
    `repeats` is how often the same was done before, for a Compulsion that weighs less by it.
    """

    label: str
    modifiers: Sequence[Mapping[str, Any]]
    kind: PoolKind
    categories: Sequence[PoolCategory]
    surge: bool
    traits: Sequence[str]
    specialty: str
    strike: Sequence[str]
    called_shot: CalledShot
    without_dice: WithoutDice
    repeats: int
    against_control: bool


class V20Pool(TypedDict, total=False):
    """
    What goes into a V20 pool besides its dice.

    `raised` and `retries` make it harder; `willpower` buys a success, `automatic` are further ones.
    `actions` is an object of `pools`, `shares` and `place`, for several actions in a turn.
    """

    label: str
    modifiers: Sequence[Mapping[str, Any]]
    traits: Sequence[str]
    strike: Sequence[str]
    required: int
    raised: int
    retries: int
    specialty: str
    specialty_rating: int
    willpower: bool
    automatic: int
    actions: Mapping[str, Any]


class V20RollOptions(V20Pool, Rolling, total=False):
    """
    What a V20 roll can be given.

    `toward` names a task that goes on, `proposal` an attack that hit or damage that is soaked,
    `against` whom damage is rolled against.
    """

    kind: V20PoolKind
    calm: bool
    hide_pool: bool
    toward: str
    proposal: str
    against: str
    damage_kind: DamageKind


class V20ContestOptions(V20Pool, Rolling, total=False):
    """What the opening side of a V20 contest can be given."""

    attack: bool
    damage_kind: DamageKind
    toward: str


class V20AnswerOptions(V20Pool, Answering, total=False):
    """What the answering side of a V20 contest can be given."""


class Armed(Pool, total=False):
    """
    A side of a contest: what `weapon` adds to a won margin, and the `damage_kind` it deals.

    `arms` is a weapon that the rules know, `harm` what it does, `armour` an object with a `name`,
    and `points` and `bullets_only` where the rules do not know it.
    """

    weapon: int
    damage_kind: DamageKind
    arms: str
    harm: Harm
    armour: Mapping[str, Any]


class RollOptions(Pool, Rolling, total=False):
    """What a roll can be given; `request` names what it answers."""

    request: str
    told: Told
    hide_pool: bool


class RequestOptions(Bound, total=False):
    """Whom a request asks, and for what."""

    characters: Sequence[str]
    members: Sequence[str]
    coterie: bool
    pool: int
    traits: Sequence[str]
    specialty: str
    label: str
    modifiers: Sequence[Mapping[str, Any]]
    difficulty: int
    required: int
    told: Told
    visibility: Visibility
    to: Sequence[str]
    lasts_s: int
    note: str
    hide_pool: bool


class ContestOptions(Armed, Rolling, total=False):
    """
    What the opening side of a contest can be given; `others` are further opponents.

    A Storyteller's hidden character `opposes` a roll of whom it is against; `told` says whether
    those who see that roll learn if it is won.
    """

    others: Sequence[str]
    opposes: str
    told: Told


class AnswerOptions(Armed, Answering, total=False):
    """What the answering side of a contest can be given."""

    defences_before: int


class OddsAsked(TypedDict, total=False):
    """
    What odds can be asked for beside a pool.

    `hunger` and `against_hunger` are of V5; `required`, `automatic`, `specialty`, `untrained` and
    `against_difficulty` of V20.
    """

    hunger: int
    difficulty: int
    against: int
    against_hunger: int
    required: int
    automatic: int
    specialty: bool
    untrained: bool
    against_difficulty: int
