"""Soak a server for some minutes, and say what is left."""

import argparse
import asyncio
import sys

from tests.soak.soaking import soak


def main() -> int:
    """Returns 0 if everything was let go of, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    outcome = asyncio.run(soak(given.minutes * 60, given.seed))
    for what, count in sorted(outcome.done.items()):
        print(f"{count:10,} {what}")
    print(f"{outcome.heard:10,} events heard by those who stayed, none missed")
    for name, was in outcome.before.items():
        print(f"{name:14} {was:10,} before {outcome.after[name]:10,} after")
    print(outcome.complaints, end="")
    said = f"NOT WELL, left: {outcome.left}"
    print("Everything was let go of." if outcome.is_well else said)
    return 0 if outcome.is_well else 1


if __name__ == "__main__":
    sys.exit(main())
