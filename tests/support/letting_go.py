"""Whether objects leave memory as soon as nothing refers to them, in no garbage cycle."""

import gc
import weakref
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """What is gone in here has gone because nothing refers to it any more."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Watched:
    """Objects that somebody looks after without keeping them."""

    def __init__(self) -> None:
        self._refs: set[weakref.ref[object]] = set()

    def add(self, objects: Iterable[object]) -> None:
        """Look after these too; the same one again counts once."""
        self._refs.update(map(weakref.ref, objects))

    def __len__(self) -> int:
        return len(self._refs)

    @property
    def left(self) -> Counter[str]:
        """How many of each kind are still in memory."""
        return Counter(type(each).__name__ for ref in self._refs if (each := ref()) is not None)
