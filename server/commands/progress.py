"""How far a command is that takes longer than a second, on the error output of a terminal."""

import contextlib
from collections.abc import Callable, Iterator

from tqdm import tqdm

SHOWN_AFTER_S = 1.0


@contextlib.contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[], object]]:
    """Call what is given once for each of *total* things, such as "commits"."""
    with tqdm(total=total, unit=f" {what}", delay=SHOWN_AFTER_S, leave=False, disable=None) as bar:
        yield bar.update


@contextlib.contextmanager
def copying() -> Iterator[Callable[[int, int], object]]:
    """Call what is given with the bytes copied so far, and how many there will be about."""
    with tqdm(
        unit="B", unit_scale=True, unit_divisor=1024, delay=SHOWN_AFTER_S, leave=False, disable=None
    ) as bar:

        def tell(copied: int, total: int) -> None:
            bar.total = max(copied, total)
            bar.update(copied - bar.n)

        yield tell
