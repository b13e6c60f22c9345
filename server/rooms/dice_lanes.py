"""
The keys of one lane, from a book's secret: made once for the commitment, then found one by one.

Little is kept: of a ladder every 64th rung and the run of rungs in use, of a tree the levels above
blocks of 32 leaves and the block in use. Making them goes in steps, so that nobody waits long.
What is kept stands behind each other in one value, in half the memory that a list of them takes.
"""

import hmac
from collections.abc import Iterator

from server.rooms.dice_scheme import (
    KEY_TAG,
    LADDER_SIZE,
    TREE_DEPTH,
    TREE_SIZE,
    leaf,
    node,
    step_down,
)

VALUE_BYTES = 32
RUNGS_APART = 64
BLOCK_DEPTH = 5
BLOCK_LEAVES = 1 << BLOCK_DEPTH
STEP_RUNGS = 128
"""Rungs made in one step, some 0.2 ms; a step of a tree is a block of leaves, as long."""


def _derived(secret: bytes, context: bytes, n: int) -> bytes:
    return hmac.digest(secret, KEY_TAG + context + n.to_bytes(4), "sha256")


def _nth(values: bytes, n: int) -> bytes:
    """The *n*th of values that stand behind each other."""
    return values[n * VALUE_BYTES : (n + 1) * VALUE_BYTES]


class Ladder:
    """A lane whose dice all may see: the key of roll n is rung n + 1, the commitment rung 0."""

    def __init__(self, secret: bytes, context: bytes) -> None:
        self.context = context
        self.commitment = b""
        self._top = _derived(secret, context, LADDER_SIZE)
        self._kept = b""
        self._run = b""
        self._run_at = -1

    def make(self) -> Iterator[None]:
        """Go down from the top to the commitment, a step at a time."""
        value = self._top
        kept = [value]
        for rung in range(LADDER_SIZE - 1, -1, -1):
            value = step_down(self.context, rung, value)
            if rung % RUNGS_APART == 0:
                kept.append(value)
            if rung % STEP_RUNGS == 0:
                yield
        self._kept = b"".join(kept[::-1])
        self.commitment = value

    def key(self, n: int) -> bytes:
        """The key of roll *n*."""
        rung = n + 1
        run_at = n // RUNGS_APART
        if run_at != self._run_at:
            value = _nth(self._kept, run_at + 1)
            run = [value]
            for each in range((run_at + 1) * RUNGS_APART - 1, run_at * RUNGS_APART, -1):
                value = step_down(self.context, each, value)
                run.append(value)
            self._run, self._run_at = b"".join(run[::-1]), run_at
        return _nth(self._run, rung - run_at * RUNGS_APART - 1)

    def path(self, _n: int) -> None:
        """The keys of a ladder prove themselves."""


class Tree:
    """A lane of hidden rolls: a key opens one leaf alone, the root is the commitment."""

    def __init__(self, secret: bytes, context: bytes) -> None:
        self.context = context
        self.commitment = b""
        self._secret = secret
        self._above: list[bytes] = []
        self._block: list[bytes] = []
        self._block_at = -1

    def make(self) -> Iterator[None]:
        """Make block after block of leaves, and then what is above them."""
        level = []
        for at in range(TREE_SIZE // BLOCK_LEAVES):
            level.append(self._levels_of(at)[-1][0])
            yield
        levels = [level]
        while len(level) > 1:
            level = [node(*level[at : at + 2]) for at in range(0, len(level), 2)]
            levels.append(level)
        self._above = [b"".join(each) for each in levels]
        self.commitment = level[0]

    def _levels_of(self, at: int) -> list[list[bytes]]:
        """The levels of one block, from its leaves to the one node above them all."""
        first = at * BLOCK_LEAVES
        level = [leaf(self.context, n, self.key(n)) for n in range(first, first + BLOCK_LEAVES)]
        levels = [level]
        while len(level) > 1:
            level = [node(*level[at : at + 2]) for at in range(0, len(level), 2)]
            levels.append(level)
        return levels

    def key(self, n: int) -> bytes:
        """The key of roll *n*."""
        return _derived(self._secret, self.context, n)

    def path(self, n: int) -> bytes:
        """The siblings of leaf *n*, from below."""
        at, within = divmod(n, BLOCK_LEAVES)
        if at != self._block_at:
            self._block = [b"".join(each) for each in self._levels_of(at)]
            self._block_at = at
        siblings = [_nth(self._block[up], within >> up ^ 1) for up in range(BLOCK_DEPTH)]
        higher = TREE_DEPTH - BLOCK_DEPTH
        siblings += [_nth(self._above[up], at >> up ^ 1) for up in range(higher)]
        return b"".join(siblings)
