"""Chance that a test wrote: the faces of each intent, by the id of its commit."""

from collections.abc import Mapping, Sequence
from pathlib import Path


class ScriptedFaces:
    """The faces of one intent; drawing one more than the script has is a broken test or server."""

    def __init__(self, key: str, faces: Sequence[int], drawn: Path | None) -> None:
        self._key = key
        self._faces = tuple(faces)
        self._at = 0
        self._drawn = drawn

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces."""
        faces = self._faces[self._at : self._at + count]
        if len(faces) != count:
            raise AssertionError(f"{self._key} drew more than its {len(self._faces)} faces")
        self._at += count
        if self._drawn is not None:
            with self._drawn.open("a") as notes:
                notes.write(f"{self._key} {self._at}\n")
        return faces


class ScriptedChance:
    """
    Face streams by commit id in hexadecimal; an intent without a script has no face to draw.

    How far each stream was drawn is noted in a file, which outlives a process that is killed.
    """

    def __init__(self, script: Mapping[str, Sequence[int]], drawn: Path | None = None) -> None:
        self._script = script
        self._drawn = drawn

    def faces(self, commit_id: bytes) -> ScriptedFaces:
        """The stream of the commit of that id; asked again, it begins again the same."""
        key = commit_id.hex()
        return ScriptedFaces(key, self._script.get(key, ()), self._drawn)


def drawn_faces(notes: Path) -> dict[str, int]:
    """How many faces each stream gave, at the most; streams that gave none are not there."""
    drawn: dict[str, int] = {}
    for line in notes.read_text().splitlines() if notes.exists() else ():
        key, at = line.split()
        drawn[key] = max(drawn.get(key, 0), int(at))
    return drawn
