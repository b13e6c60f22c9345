"""`coterie roll`: a roll from the terminal, by the same rules and in the same words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from protocol.dice import PoolItemView
from protocol.house import HouseRules
from protocol.words import MAX_DICE, Preset
from server.commands.terminal import CommandFailed, say
from server.dice import DerivedFaces, new_secret
from server.replay.plain import counted
from server.replay.receipt_words import explained, verdict
from server.rooms.house import rules_by
from server.rooms.pools import pool_receipt, rouse_receipt
from server.rules.refusal import RuleRefusal
from server.rules.v5.blood_potency import blood_potency, surge_refusal
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.pools import DicePool, PoolItem, PoolKind, build_pool
from server.rules.v5.reading import Faces, read_roll
from server.rules.v5.rouse import RouseCheck, resolve_rouse


@dataclass(frozen=True, slots=True)
class RollAsked:
    """A roll as the command line asks for it; `surge` is the Blood Potency of a Blood Surge."""

    pool: int
    hunger: int = 0
    difficulty: int | None = None
    surge: int | None = None
    preset: Preset = Preset.V5
    switches: Mapping[str, str] = field(default_factory=dict)
    seed: bytes | None = None

    @property
    def house(self) -> HouseRules:
        """The house rules that it is read by."""
        return HouseRules(preset=self.preset, switches=dict(self.switches))


def roll(asked: RollAsked) -> int:
    """
    Roll and print the receipt.

    Raises:
        CommandFailed: The rules refuse the roll.
    """
    house = asked.house
    pool = _pool(asked)
    faces = DerivedFaces(new_secret(32) if asked.seed is None else asked.seed)
    check = _rouse(asked, faces)
    rolled = Faces(faces.draw(pool.regular), faces.draw(pool.hunger))
    receipt = pool_receipt(
        house,
        rolled,
        read_roll(rolled, asked.difficulty, rules_by(house)),
        tuple(PoolItemView(item.label, item.dice) for item in pool.items),
        rouse=None if check is None else rouse_receipt(house, check),
    )
    say(verdict(receipt).capitalize() + ".", *explained(receipt))
    if check is not None:
        say(f"Hunger is {check.hunger_after} after the roll.")
    source = "this terminal" if asked.seed is None else "a seed, the same each time"
    say(f"Unproven: these dice are from {source}, and nobody else can check them.")
    return 0


def _pool(asked: RollAsked) -> DicePool:
    rules = rules_by(asked.house)
    refusal = difficulty_refusal(asked.difficulty, rules)
    items = [PoolItem("pool", asked.pool)]
    if asked.surge is not None:
        refusal = refusal or surge_refusal(
            kind=PoolKind.ORDINARY, uses_rouse=True, hunger=asked.hunger, rules=rules
        )
        items.append(PoolItem("Blood Surge", blood_potency(asked.surge, rules).surge_dice))
    if refusal is not None:
        raise _refused(refusal)
    pool = build_pool(
        items, hunger=asked.hunger, uses_hunger_dice=True, kind=PoolKind.ORDINARY, rules=rules
    )
    if isinstance(pool, RuleRefusal):
        raise _refused(pool)
    if pool.size > MAX_DICE:
        raise CommandFailed(
            f"This comes to {counted(pool.size, 'die', 'dice')}: accepted are {MAX_DICE}.", 2
        )
    return pool


def _rouse(asked: RollAsked, faces: DerivedFaces) -> RouseCheck | None:
    if asked.surge is None:
        return None
    return resolve_rouse(faces.draw(1), hunger=asked.hunger, rules=rules_by(asked.house))


def _refused(refusal: RuleRefusal) -> CommandFailed:
    accepted = f": accepted is {refusal.accepted}" if refusal.accepted else ""
    return CommandFailed(f"{refusal.detail.rstrip('.')}{accepted}.", 2)
