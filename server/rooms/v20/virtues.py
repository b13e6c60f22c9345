"""Decisions about degeneration in V20: what a sin costs who does not regret it."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.words import TrackerName
from server.rooms.deed import Deed
from server.rooms.effects import refuse_full
from server.rooms.refusal import Refusal
from server.rooms.setting import set_scene
from server.rooms.state import CharacterState, MemberState
from server.rooms.trackers import change, refuse_unseen
from server.rooms.v20.botches import derange
from server.rooms.v20.receipts import Asked20, reading_of
from server.rooms.v20.rolls import refuse_faces, throw
from server.rooms.v20.sheet import from_v20, morality_of, rules_of, sheet_of, trait_of
from server.rooms.v20.virtue_pools import has_trait, virtue_parts
from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import apply_difficulty
from server.rules.v20.pools import PoolKind
from server.rules.v20.traits import plain_name
from server.rules.v20.virtues import (
    SINS,
    Virtue,
    degeneration_difficulty,
    is_degeneration_due,
    resolve_degeneration,
)


def roll_degeneration(deed: Deed, actor: MemberState, intent: i.RollDegeneration) -> Refusal | None:
    """Roll after a sin; who fails it sinks by one, who botches it is marked too."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    unseen = [TrackerName.HUMANITY]
    if intent.entered is not None:
        unseen.append(TrackerName.BLOOD_POOL)
    refusal = refuse_unseen(actor, character, *unseen) or _refuse_sin(character, intent.sin)
    if refusal is not None:
        return refusal
    full = refuse_full(deed, actor, character.character)
    if full is not None:
        return full
    chosen = degeneration_difficulty(intent.difficulty, rules_of(deed))
    if isinstance(chosen, RuleRefusal):
        return from_v20(chosen)
    difficulty = apply_difficulty(chosen, rules_of(deed))
    if isinstance(difficulty, RuleRefusal):
        return from_v20(difficulty)
    parts = virtue_parts(deed, character, _conscience(character))
    ready = Asked20(parts, difficulty, PoolKind.DEGENERATION, weighing=(TrackerName.BLOOD_POOL,))
    no_faces = refuse_faces(deed, ready, intent.entered)
    if no_faces is not None:
        return no_faces
    label = f"Degeneration: {SINS[intent.sin]}"
    _, receipt = throw(deed, setting, ready, label, intent.entered, intent.note)
    rating = trait_of(character, _conscience(character)).rating
    result = resolve_degeneration(reading_of(receipt), morality_of(character), rating)
    change(deed, character.character, TrackerName.HUMANITY, result.rating_after)
    if result.conscience_after != rating:
        _scar(deed, character, result.conscience_after)
    if result.has_derangement:
        derange(deed, setting.actor, character, setting.asked)
    return None


def _conscience(character: CharacterState) -> Virtue:
    follows = has_trait(character, Virtue.CONVICTION)
    return Virtue.CONVICTION if follows else Virtue.CONSCIENCE


def _refuse_sin(character: CharacterState, sin: int) -> Refusal | None:
    rating = morality_of(character)
    if rating == 0:
        return Refusal(
            Code.WRONG_STATE, "There is nothing left to lose.", "character", "a rating of 1 or more"
        )
    if is_degeneration_due(rating, sin):
        return None
    return Refusal(
        Code.NOTHING_TO_DO,
        f"At a rating of {rating} a sin of level {sin} weighs nothing.",
        "sin",
        f"1 to {rating}",
    )


def _scar(deed: Deed, character: CharacterState, after: int) -> None:
    """Note the Virtue that a botch lowered, under the name that the sheet has for it."""
    wanted = plain_name(_conscience(character))
    names = [own for own in character.traits if plain_name(own) == wanted]
    name = names[0] if names else "Conscience"
    deed.record(
        e.SheetNoted(
            character=character.character,
            traits={**character.traits, name: after},
            audiences=character.audiences,
            sheet=sheet_of(character),
        )
    )
