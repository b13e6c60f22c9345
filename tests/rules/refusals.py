"""What every refusal owes a player: a stable code, the part at fault, what would do, a sentence."""

import re

from server.rules.refusal import RuleRefusal

_SENTENCE = re.compile(r"(?:[A-Z][a-z]*|\d+)\b.*\.")
_SHOUT = re.compile(r"[A-Z]{2}")


def assert_refused(answer: object, code: str, field: str | None, accepted: str | None) -> None:
    """*answer* is this refusal, and its detail is one sentence in plain letters."""
    assert isinstance(answer, RuleRefusal)
    assert (answer.code, answer.field, answer.accepted) == (code, field, accepted)
    assert _SENTENCE.fullmatch(answer.detail), answer.detail
    assert not _SHOUT.search(answer.detail), answer.detail
