"""
All tests, in parts that run at once: the pages in a browser, the evenings, and all others.

`python -m tests` runs them and says one result; with arguments it is `pytest` with those. The parts
share nothing but the machine, and what one waits for another uses.
"""

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent
PYTEST = (sys.executable, "-m", "pytest")
BESIDE = {"pages": "tests/end_to_end/browser", "evenings": "tests/non_interference"}
"""What runs beside all others, by name; its output comes when it has ended."""


def main(arguments: Sequence[str]) -> int:
    """Run the tests; returns the exit code, 0 if all passed."""
    if arguments:
        return subprocess.run([*PYTEST, *arguments], check=False).returncode
    began_s = time.monotonic()
    with contextlib.ExitStack() as stack:
        parts = {name: stack.enter_context(_beside(name)) for name in BESIDE}
        ignored = [f"--ignore={path}" for path in BESIDE.values()]
        others = subprocess.run([*PYTEST, *ignored], cwd=ROOT, check=False)
        codes = {"all others": others.returncode}
        for name, (process, printed) in parts.items():
            print(f"\nThe part that ran beside these, {name}:", flush=True)
            codes[name] = process.wait()
            printed.seek(0)
            sys.stdout.buffer.write(printed.read())
    failed = [name for name, code in codes.items() if code != 0]
    result = f"FAILED: {', '.join(failed)}" if failed else "All tests passed"
    print(f"\n{result}. It took {time.monotonic() - began_s:.0f} s in all.", flush=True)
    return 1 if failed else 0


@contextlib.contextmanager
def _beside(name: str) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """A part that runs while other things do, and where its output goes; ended with the block."""
    # A cache of its own: each part writes down which of its tests failed.
    command = [*PYTEST, BESIDE[name], "-o", f"cache_dir=.pytest_cache/{name}"]
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(command, cwd=ROOT, stdout=printed, stderr=subprocess.STDOUT)
        try:
            yield process, printed
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
