"""How many requests a second `coterie resolve` answers: decoding, rules and encoding together."""

import json
import statistics
import time
from collections.abc import Callable
from random import Random

import msgspec

from server.commands.resolving import Failed, FailedById, answer_line
from tests.benchmarks.report import Column, Section
from tests.benchmarks.scale import Scale

REQUESTS = 100_000
"""A tool that compares itself with the engine asks so many at a time."""

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


def measure(scale: Scale) -> Section:
    """For each kind of request the seconds of 100,000 of them, median and most."""
    rows = []
    for name, make in ROWS.items():
        chance = Random(name)
        # A tenth of them, since it is the same work over and over; told for all.
        lines = [json.dumps(make(chance)).encode() for _ in range(REQUESTS // 10)]
        taken = [_taken(lines) * 10 for _ in range(scale.rounds)]
        usual = statistics.median(taken)
        rows.append((name, usual, max(taken), REQUESTS / usual))
    return Section(
        title="coterie resolve",
        about=f"s of CPU per {REQUESTS:,} requests on one core, {scale.rounds} rounds",
        columns=(
            Column("request"), Column("median", ".2f"), Column("most", ".2f"),
            Column("per s", ",.0f"),
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _taken(lines: list[bytes]) -> float:
    began = time.process_time()
    for number, line in enumerate(lines, start=1):
        answer = answer_line(number, line)
        assert not isinstance(answer, Failed | FailedById), answer
        _encoder.encode(answer).decode()
    return time.process_time() - began
