"""How many requests a second `coterie resolve` answers: decoding, rules and encoding together."""

import json
import statistics
import time
from collections.abc import Callable
from random import Random

import msgspec

from server.commands.resolving import Failed, FailedById, answer_line

REQUESTS = 100_000
"""As many as the issue names."""

_encoder = msgspec.json.Encoder()


def _faces(chance: Random, count: int) -> list[int]:
    return [chance.randint(1, 10) for _ in range(count)]


def _v5_roll(chance: Random) -> dict[str, object]:
    return {
        "type": "v5_roll",
        "faces": _faces(chance, 5),
        "hunger_faces": _faces(chance, 2),
        "difficulty": chance.randint(1, 6),
    }


def _v5_reroll(chance: Random) -> dict[str, object]:
    reroll = {"indices": [0, 1, 2], "faces": _faces(chance, 3)}
    return {**_v5_roll(chance), "reroll": reroll, "switches": {"extra_tens": "each_extra"}}


def _v5_contest(chance: Random) -> dict[str, object]:
    sides = [{"faces": _faces(chance, 5), "hunger_faces": _faces(chance, 1)} for _ in range(2)]
    return {"type": "v5_contest", "attacker": sides[0], "defender": sides[1]}


def _v20_roll(chance: Random) -> dict[str, object]:
    return {"type": "v20_roll", "faces": _faces(chance, 7), "difficulty": 6}


def _v5_odds(chance: Random) -> dict[str, object]:
    pool, hunger = chance.randint(1, 12), chance.randint(0, 5)
    return {"type": "v5_odds", "pool": pool, "hunger": hunger, "difficulty": chance.randint(1, 6)}


ROWS: dict[str, Callable[[Random], dict[str, object]]] = {
    "V5 roll, 7 dice": _v5_roll,
    "V5 roll, reroll, switch": _v5_reroll,
    "V5 contest, 6 against 6": _v5_contest,
    "V20 roll, 7 dice": _v20_roll,
    "V5 odds, up to 12 dice": _v5_odds,
}


def run(rounds: int) -> None:
    """Print for each kind of request the seconds of 100,000 of them, median and most."""
    print(f"coterie resolve, s of CPU per {REQUESTS:,} requests on one core, {rounds} rounds\n")
    print(f"{'request':<26} {'median':>7} {'most':>7} {'per s':>9}")
    for name, make in ROWS.items():
        chance = Random(name)
        # A tenth of them, since it is the same work over and over; told for all.
        lines = [json.dumps(make(chance)).encode() for _ in range(REQUESTS // 10)]
        taken = [_taken(lines) * 10 for _ in range(rounds)]
        usual = statistics.median(taken)
        print(f"{name:<26} {usual:>7.2f} {max(taken):>7.2f} {REQUESTS / usual:>9,.0f}")


def _taken(lines: list[bytes]) -> float:
    began = time.process_time()
    for number, line in enumerate(lines, start=1):
        answer = answer_line(number, line)
        assert not isinstance(answer, Failed | FailedById), answer
        _encoder.encode(answer).decode()
    return time.process_time() - began
