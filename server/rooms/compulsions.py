"""Decisions about Compulsions: which one comes by the dice."""

from collections.abc import Iterator

from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.receipts import CompulsionReceipt
from protocol.views import EffectView
from protocol.words import EffectKind
from server.rooms.compulsion_effects import filled
from server.rooms.deed import Deed
from server.rooms.effects import effect_id, is_raging, let_hold, refuse_full
from server.rooms.house import ReadBy, rules_by
from server.rooms.pools import refuse_counts
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal, from_rules
from server.rooms.setting import set_scene
from server.rooms.state import MemberState
from server.rooms.trackers import clan_of, rules_of
from server.rules.v5.compulsions import compulsion_refusal, random_compulsion, takes_another_die
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind


def roll_compulsion(deed: Deed, actor: MemberState, intent: i.RollCompulsion) -> Refusal | None:
    """Let the dice say which Compulsion comes."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    no = compulsion_refusal(
        CharacterKind(character.kind), is_in_frenzy=is_raging(deed, actor, character.character)
    )
    if no is not None:
        return from_rules(no)
    full = refuse_full(deed, actor, intent.character)
    if full is not None:
        return full
    clan = clan_of(character)
    faces = _faces(deed, clan, intent.entered)
    if isinstance(faces, Refusal):
        return faces
    receipt = compulsion_receipt(deed.state.house_rules, faces, clan)
    made = record_roll(
        deed, setting, RollToRecord("Compulsion", receipt, intent.entered, intent.note)
    )
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=EffectKind.COMPULSION,
        name=receipt.name,
        roll=made,
    )
    let_hold(deed, actor, filled(view, rules_of(deed)), setting.asked)
    return None


def _faces(deed: Deed, clan: str | None, entered: EnteredFaces | None) -> tuple[int, ...] | Refusal:
    if entered is not None:
        no = refuse_counts(entered, {"rouse": 0, "hunger": 0, "rerolled": 0})
        if no is not None:
            return no
    rules = rules_of(deed)
    faces: list[int] = []
    source: Iterator[int] = iter(() if entered is None else entered.regular)
    while not faces or takes_another_die(faces[-1], clan, rules):
        face = deed.faces.draw(1)[0] if entered is None else next(source, None)
        if face is None:
            break
        faces.append(face)
    if entered is None or (faces and not list(source) and _ends(faces, clan, rules)):
        return tuple(faces)
    return Refusal(
        Code.BAD_FACES,
        "A Compulsion takes one die, and another for a ten of who has no clan's own.",
        "entered.regular",
        "one face, or tens and then one that is none",
    )


def _ends(faces: list[int], clan: str | None, rules: V5Rules) -> bool:
    return not takes_another_die(faces[-1], clan, rules)


def compulsion_receipt(
    house: ReadBy, faces: tuple[int, ...], clan: str | None
) -> CompulsionReceipt:
    """The receipt of the dice, for a clan of that name."""
    found = random_compulsion(faces, clan, rules_by(house))
    again = f", after {len(faces) - 1} rolled again" if len(faces) > 1 else ""
    return CompulsionReceipt(
        faces=faces,
        name=found.name,
        why=f"A {faces[-1]}{again}: {found.name}.",
        clan=clan or "",
        preset=house.preset,
        switches=house.switches,
    )
