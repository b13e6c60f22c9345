"""No face comes more often than another, nor after another: ten million of each of three keys."""

import hashlib
import math

import pytest

from server.rooms.dice_scheme import _FACE_OF, _SKIPPED, KeyedFaces

FACES = 10_000_000
SEEDS = {
    "zero": bytes(32),
    "ones": b"\xff" * 32,
    "coterie": hashlib.sha256(b"coterie").digest(),
}
LEAST_P = 0.0001


def chi_squared(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def p_value(statistic: float, degrees: int) -> float:
    """How likely at least *statistic* is, for an odd number of degrees of freedom."""
    half = statistic / 2
    terms = range((degrees - 1) // 2)
    tail = sum(math.exp((k + 0.5) * math.log(half) - half - math.lgamma(k + 1.5)) for k in terms)
    return math.erfc(math.sqrt(half)) + tail


def test_the_p_value_is_the_one_of_the_tables() -> None:
    """Critical values of chi-squared, as tables have them."""
    assert p_value(16.919, 9) == pytest.approx(0.05, abs=1e-5)
    assert p_value(33.720, 9) == pytest.approx(0.0001, abs=1e-6)
    assert p_value(123.225, 99) == pytest.approx(0.05, abs=1e-5)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("seed", SEEDS.values(), ids=SEEDS)
def test_faces_and_adjacent_pairs_are_even(seed: bytes) -> None:
    """Chi-squared on single faces and on pairs that follow each other."""
    stream = KeyedFaces(seed, bytes(32), 0, bytes(32))
    faces = b"".join(bytes(stream.draw(1_000)) for _ in range(FACES // 1_000))
    assert len(faces) == FACES
    counts = [faces.count(face) for face in range(1, 11)]
    assert sum(counts) == FACES
    assert p_value(chi_squared(counts), 9) > LEAST_P
    # Both of a pair in one byte: 10 times the first, and the second, as one long sum.
    tens = bytes(max(0, byte - 1) * 10 % 256 for byte in range(256))
    firsts, seconds = faces[::2].translate(tens), faces[1::2]
    both = (int.from_bytes(firsts) + int.from_bytes(seconds)).to_bytes(len(firsts))
    pairs = [both.count(code) for code in range(1, 101)]
    assert sum(pairs) == FACES // 2
    assert p_value(chi_squared(pairs), 99) > LEAST_P


def test_each_face_has_as_many_bytes_as_any_other() -> None:
    """No modulo bias by construction: 25 bytes for each face, and six that are skipped."""
    kept = bytes(range(256)).translate(_FACE_OF, _SKIPPED)
    assert [kept.count(face) for face in range(1, 11)] == [25] * 10
