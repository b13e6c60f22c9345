"""
All tests, in two halves at once: those that drive pages in a browser, and all others.

`python -m tests` runs both and says one result; with arguments it is `pytest` with them. The halves
take about as long as each other, and share nothing but the machine.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = "tests/end_to_end/browser"
PYTEST = (sys.executable, "-m", "pytest")


def main(arguments: Sequence[str]) -> int:
    """Run the tests; returns the exit code, 0 if all passed."""
    if arguments:
        return subprocess.run([*PYTEST, *arguments], check=False).returncode
    began_s = time.monotonic()
    with tempfile.TemporaryFile() as printed:
        # A cache of its own: each half writes down which of its tests failed.
        command = [*PYTEST, PAGES, "-o", "cache_dir=.pytest_cache/pages"]
        pages = subprocess.Popen(command, cwd=ROOT, stdout=printed, stderr=subprocess.STDOUT)
        try:
            rest = subprocess.run([*PYTEST, f"--ignore={PAGES}"], cwd=ROOT, check=False).returncode
            print("\nAnd the tests of the pages, which ran beside these:", flush=True)
            failed = {"pages": pages.wait(), "all others": rest}
        finally:
            pages.kill()
            pages.wait()
        printed.seek(0)
        sys.stdout.buffer.write(printed.read())
    took_s = time.monotonic() - began_s
    names = [name for name, code in failed.items() if code != 0]
    result = f"FAILED: tests of {' and '.join(names)}" if names else "All tests passed"
    print(f"\n{result}, {took_s:.0f} s in all.", flush=True)
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
