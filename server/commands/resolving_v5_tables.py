"""V5 tables by given faces, Compulsions and resonance, and the order of a turn."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.receipts import ResonanceReceipt
from protocol.words import Dots, Face, Label, Preset, Resonance
from server.commands.resolving_base import (
    Refused,
    V5House,
    V5Request,
    refuse,
    refuse_in,
    refuse_number_of_faces,
    v5_house,
)
from server.rooms.resonances import resonance_receipt
from server.rules.refusal import RuleRefusal
from server.rules.v5.compulsion_table import (
    DOMINANCE,
    HARM,
    HUNGER,
    PARANOIA,
    Compulsion,
    Weighs,
    clan_compulsion,
)
from server.rules.v5.compulsions import (
    CompelledRoll,
    compulsion_items,
    compulsion_refusal,
    own_compulsion,
    random_compulsion,
    takes_another_die,
)
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.resonance import takes_second_die
from server.rules.v5.turn_order import Combatant, Step, asks_to_end, leading_side, turn_order

Names = Annotated[tuple[Label, ...], Meta(max_length=16)]
Repeats = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Dealt = Annotated[int, Meta(ge=0, le=999)]
TemperamentFaces = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=2)]
CompulsionFaces = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=64)]
Initiative = Annotated[int, Meta(ge=0, le=99)]


class OwnCompulsion(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A Compulsion of the Storyteller's own; `has_condition`: meeting it frees a roll."""

    name: Label
    dice: Annotated[int, Meta(ge=-99, le=99)]
    condition: Label = ""
    ending: Label = ""
    has_condition: bool = True


class Compelled(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A roll under a Compulsion, as far as Compulsions ask about it."""

    traits: Names = ()
    meets_condition: bool = False
    repeats: Repeats = 0
    has_failed: bool = False
    resists_terror: bool = False


class V5Compulsion(V5Request, frozen=True, kw_only=True, tag="v5_compulsion", gc=False):
    """
    A Compulsion by its die, by its name (a general one, or `clan`), or of the Storyteller's own.

    With several `faces` all but the last are tens of who has no Compulsion of a clan's. With
    `roll` the answer says what it takes from that roll.
    """

    faces: CompulsionFaces | None = None
    name: Label | None = None
    own: OwnCompulsion | None = None
    clan: Label | None = None
    character_kind: CharacterKind = CharacterKind.VAMPIRE
    in_frenzy: bool = False
    roll: Compelled | None = None


class CompulsionReceipt(Struct, frozen=True, tag="v5_compulsion", gc=False):
    """A Compulsion: what it takes from which rolls, and what ends it; `penalty` is the roll's."""

    faces: tuple[int, ...]
    name: str
    clan: str | None
    dice: int
    weighs: Weighs
    traits: tuple[str, ...]
    condition: str
    ending: str
    ends_with_scene: bool
    ends_on_slaking: bool
    ends_on_skill_critical: bool
    forbids_teamwork: bool
    penalty: int | None
    preset: Preset
    switches: dict[str, str]


def resolve_v5_compulsion(request: V5Compulsion) -> CompulsionReceipt:
    """
    Find a Compulsion, and what it takes from a roll.

    Raises:
        Refused: None can befall the character, or the request names none.

    Rule: A13.
    """
    house = v5_house(request)
    kind = request.character_kind
    refusal = compulsion_refusal(kind, is_in_frenzy=request.in_frenzy)
    if refusal is not None:
        refuse(refusal, "in_frenzy" if refusal.code == "in_frenzy" else "character_kind")
    clan = request.clan if kind.has_clan else None
    found = _compulsion(request, clan, house)
    penalty = None
    if request.roll is not None:
        asked = request.roll
        roll = CompelledRoll(
            traits=asked.traits,
            meets_condition=asked.meets_condition,
            repeats=asked.repeats,
            has_failed=asked.has_failed,
            resists_terror=asked.resists_terror,
        )
        penalty = sum([item.dice for item in compulsion_items(found, roll)])
    return CompulsionReceipt(
        faces=request.faces or (),
        name=found.name,
        clan=found.clan,
        dice=found.dice,
        weighs=found.weighs,
        traits=found.traits,
        condition=found.condition,
        ending=found.ending,
        ends_with_scene=found.ends_with_scene,
        ends_on_slaking=found.ends_on_slaking,
        ends_on_skill_critical=found.ends_on_skill_critical,
        forbids_teamwork=found.forbids_teamwork,
        penalty=penalty,
        preset=house.preset,
        switches=house.switches,
    )


def _compulsion(request: V5Compulsion, clan: str | None, house: V5House) -> Compulsion:
    told = [name for name in ("faces", "name", "own") if getattr(request, name) is not None]
    if len(told) != 1:
        message = "A Compulsion comes by its faces, by its name or as the Storyteller's own."
        raise Refused(told[1] if told else "faces", message, "one of faces, name, own")
    if request.faces is not None:
        _refuse_compulsion_faces(request.faces, clan, house.rules)
        return random_compulsion(request.faces, clan, house.rules)
    if request.own is not None:
        own = request.own
        made = own_compulsion(
            own.name,
            dice=own.dice,
            condition=own.condition,
            ending=own.ending,
            has_condition=own.has_condition,
        )
        if isinstance(made, RuleRefusal):
            refuse_in(made, own, "own.")
        return made
    return named_compulsion(request.name or "", clan, house.rules, "name")


def named_compulsion(name: str, clan: str | None, rules: V5Rules, field: str) -> Compulsion:
    """
    Find a Compulsion by its name: a general one, or that of the clan.

    Raises:
        Refused: The character has none of that name; *field* is where it stands.
    """
    known = {each.name.casefold(): each for each in (HUNGER, DOMINANCE, HARM, PARANOIA)}
    of_clan = clan_compulsion(clan, rules)
    if of_clan is not None:
        known[of_clan.name.casefold()] = of_clan
    found = known.get(name.strip().casefold())
    if found is None:
        names = ", ".join(each.name for each in known.values())
        message = "The character has no Compulsion of this name."
        raise Refused(field, message, names, code="bad_compulsion")
    return found


def _refuse_compulsion_faces(faces: tuple[int, ...], clan: str | None, rules: V5Rules) -> None:
    """Raise Refused unless every face but the last is rolled again, and the last is not."""
    again = [takes_another_die(face, clan, rules) for face in faces]
    if not all(again[:-1]):
        ended = again.index(False) + 1
        refuse_number_of_faces("faces", ended, len(faces))
    if again[-1]:
        message = "A ten of who has no clan's Compulsion is rolled again."
        accepted = f"{len(faces) + 1} faces of 1 to 10"
        raise Refused("faces", message, accepted, code="bad_faces")


class V5Resonance(V5Request, frozen=True, kw_only=True, tag="v5_resonance", gc=False):
    """A resonance: its temperament by a die, or two after a 9 or 10; its mood by one, or known."""

    temperament_faces: TemperamentFaces
    resonance_face: Face | None = None
    resonance: Resonance | None = None


def resolve_v5_resonance(request: V5Resonance) -> ResonanceReceipt:
    """
    Read a resonance.

    Raises:
        Refused: A face is missing or too many.

    Rule: A7.
    """
    house = v5_house(request)
    faces = request.temperament_faces
    refuse_number_of_faces("temperament_faces", 1 + takes_second_die(faces[0]), len(faces))
    if (request.resonance_face is None) == (request.resonance is None):
        message = "A mood is either rolled or known."
        raise Refused("resonance_face", message, "a face of 1 to 10, or a resonance without one")
    return resonance_receipt(house, faces, request.resonance_face, request.resonance)


class Actor(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """One who acts in a turn; the last three count where the table uses fixed ratings."""

    name: Label
    step: Step = Step.OTHER
    initiative: Initiative = 0
    is_player: bool = False
    composure: Dots = 0


class V5TurnOrder(V5Request, frozen=True, kw_only=True, tag="v5_turn_order", gc=False):
    """Who acts in a turn; with `damage_dealt` by side, which side leads."""

    combatants: Annotated[tuple[Actor, ...], Meta(max_length=64)]
    turn: Turn = 1
    damage_dealt: Annotated[tuple[Dealt, ...], Meta(min_length=1, max_length=16)] | None = None


class TurnOrderReceipt(Struct, frozen=True, tag="v5_turn_order", gc=False):
    """
    Groups of names in the order they act; a group acts at the same time.

    `asks_to_end`: after this turn the Storyteller is asked whether to end the conflict.
    `leading_side` is the index of the side that dealt the most damage, null for several.
    """

    order: tuple[tuple[str, ...], ...]
    asks_to_end: bool
    leading_side: int | None
    preset: Preset
    switches: dict[str, str]


def resolve_v5_turn_order(request: V5TurnOrder) -> TurnOrderReceipt:
    """
    Order those who act.

    Raises:
        Refused: A switch is not known.

    Rule: A9.5, A9.6.
    """
    house = v5_house(request)
    combatants = [
        Combatant(each.name, each.step, each.initiative, each.is_player, each.composure)
        for each in request.combatants
    ]
    groups = turn_order(combatants, house.rules)
    dealt = request.damage_dealt
    return TurnOrderReceipt(
        order=tuple([tuple([one.name for one in group]) for group in groups]),
        asks_to_end=asks_to_end(request.turn),
        leading_side=None if dealt is None else leading_side(dealt),
        preset=house.preset,
        switches=house.switches,
    )
