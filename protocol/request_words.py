"""The words of requests, and of who learns a Difficulty."""

from enum import StrEnum


class Told(StrEnum):
    """Who learns a Difficulty: all who see the roll, its verdict alone, or only Storytellers."""

    ALL = "all"
    VERDICT = "verdict"
    STORYTELLERS = "storytellers"


class RequestAnswer(StrEnum):
    """What came of a request: a roll, that it is impossible, or nothing in time."""

    ROLLED = "rolled"
    IMPOSSIBLE = "impossible"
    LAPSED = "lapsed"
