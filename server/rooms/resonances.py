"""Decisions about resonance: what mood is in the blood, and the die that it gives."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.receipts import ResonanceReceipt
from protocol.views import EffectView
from protocol.words import EffectKind, Resonance, Temperament
from server.rooms.deed import Deed
from server.rooms.effects import effect_id, end_kinds, let_hold
from server.rooms.house import ReadBy
from server.rooms.pools import refuse_counts
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal
from server.rooms.setting import set_scene
from server.rooms.state import MemberState
from server.rules.v5 import resonance as rules
from server.rules.v5.kinds import CharacterKind


def roll_resonance(deed: Deed, actor: MemberState, intent: i.RollResonance) -> Refusal | None:
    """Let the dice say what a character drinks; a strong mood stays in the blood."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    if not CharacterKind(character.kind).uses_rouse:
        return Refusal(
            Code.NO_ROUSE,
            "Only who lives by the Blood feeds.",
            "character",
            "a vampire or a thin-blood",
        )
    faces = _faces(deed, intent.entered, is_known=intent.resonance is not None)
    if isinstance(faces, Refusal):
        return faces
    receipt = resonance_receipt(deed.state.house_rules, *faces, intent.resonance)
    made = record_roll(
        deed, setting, RollToRecord("Resonance", receipt, intent.entered, intent.note)
    )
    told = setting.asked.audience
    end_kinds(deed, actor, intent.character, frozenset({EffectKind.RESONANCE}), told)
    mood = rules.ResonanceType(receipt.resonance)
    disciplines = rules.RESONANT_DISCIPLINES[mood]
    items = rules.resonance_items(mood, rules.Temperament(receipt.temperament), disciplines)
    if not items:
        return None
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=EffectKind.RESONANCE,
        name=f"{mood.capitalize()}, {receipt.temperament}",
        bonus=sum(item.dice for item in items),
        traits=disciplines,
        ends="The next feeding, or Hunger 5.",
        roll=made,
    )
    let_hold(deed, actor, view, setting.asked)
    return None


def resonance_receipt(
    house: ReadBy, temperament_faces: tuple[int, ...], face: int | None, known: Resonance | None
) -> ResonanceReceipt:
    """
    The receipt of the dice.

    Raises:
        ValueError: A face is missing, too many, or outside 1 to 10.
    """
    strength = Temperament(rules.temperament(temperament_faces))
    if face is not None:
        mood = Resonance(rules.resonance_type(face))
    elif known is not None:
        mood = known
    else:
        raise ValueError("a mood is rolled or known")
    shown = " and ".join(map(str, temperament_faces))
    rolled = "known" if face is None else f"a {face}"
    return ResonanceReceipt(
        temperament_faces=temperament_faces,
        temperament=strength,
        resonance=mood,
        why=f"Temperament {shown}: {strength}. Mood {rolled}: {mood}.",
        resonance_face=face,
        preset=house.preset,
        switches=house.switches,
    )


def _faces(
    deed: Deed, entered: EnteredFaces | None, *, is_known: bool
) -> tuple[tuple[int, ...], int | None] | Refusal:
    if entered is None:
        drawn = deed.faces.draw(1)
        if rules.takes_second_die(drawn[0]):
            drawn += deed.faces.draw(1)
        return drawn, None if is_known else deed.faces.draw(1)[0]
    no = refuse_counts(entered, {"rouse": 0, "hunger": 0, "rerolled": 0})
    if no is not None:
        return no
    given = entered.regular
    strength = 2 if given and rules.takes_second_die(given[0]) else 1
    if len(given) == strength + (0 if is_known else 1):
        return given[:strength], None if is_known else given[strength]
    return Refusal(
        Code.BAD_FACES,
        "Temperament takes one die, or two after a 9 or 10; a mood that is not known one more.",
        "entered.regular",
        "the dice of the temperament, then that of the mood",
    )
