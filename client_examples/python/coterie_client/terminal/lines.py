"""What a person typed, as words one after another; quotes hold several together."""

import re
from dataclasses import dataclass

_WORD = re.compile(r'"([^"]*)"|“([^”]*)”|([^\s"“]+)')


class OrderError(ValueError):
    """A line cannot be understood; the message says what would be."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word; a quoted one is never a keyword."""

    text: str
    is_quoted: bool = False


class Words:
    """
    The words of a line, taken from the front.

    Raises:
        OrderError: A quotation mark is never closed.
    """

    def __init__(self, line: str) -> None:
        self._words: list[Word] = []
        at = 0
        while at < len(line):
            if line[at].isspace():
                at += 1
                continue
            found = _WORD.match(line, at)
            if found is None:
                raise OrderError('a quotation mark is not closed: write "like this"')
            quoted = found[3] is None
            text = found[3] if found[3] is not None else (found[1] or found[2] or "")
            self._words.append(Word(text, quoted))
            at = found.end()

    def __bool__(self) -> bool:
        return bool(self._words)

    def next(self, what: str) -> str:
        """
        The next word, whatever it is.

        Raises:
            OrderError: There is none; the message names *what* is missing.
        """
        if not self._words:
            raise OrderError(f"{what} is missing")
        return self._words.pop(0).text

    def number(self, what: str, low: int, high: int) -> int:
        """
        The next word as a number.

        Raises:
            OrderError: It is missing, or not a number from *low* to *high*.
        """
        word = self.next(what)
        if not re.fullmatch(r"\d{1,9}", word) or not low <= int(word) <= high:
            raise OrderError(f"{what} is a number from {low} to {high}, not {word!r}")
        return int(word)

    def take(self, *keywords: str) -> str | None:
        """The next word, if it is one of *keywords* (in any case) and not quoted."""
        if self._words and not self._words[0].is_quoted:
            word = self._words[0].text.lower()
            if word in keywords:
                self._words.pop(0)
                return word
        return None

    def take_quoted(self) -> str | None:
        """The next word, if it is quoted."""
        if self._words and self._words[0].is_quoted:
            return self._words.pop(0).text
        return None

    def take_match(self, pattern: str) -> str | None:
        """The first group of *pattern* if the next word is not quoted and fits it wholly."""
        if self._words and not self._words[0].is_quoted:
            found = re.fullmatch(pattern, self._words[0].text, re.IGNORECASE)
            if found is not None:
                self._words.pop(0)
                return str(found[1])
        return None

    def rest(self) -> str:
        """All words that are left, as one text."""
        text = " ".join(word.text for word in self._words)
        self._words.clear()
        return text

    def end(self) -> None:
        """
        Nothing may be left.

        Raises:
            OrderError: Something is; the message names it.
        """
        if self._words:
            raise OrderError(f"I do not understand {self._words[0].text!r} here")
