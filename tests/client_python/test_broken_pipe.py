"""Whoever reads along may leave: `... | head -1` is no error of ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.dockerfile import REPOSITORY

EXAMPLE = REPOSITORY / "client_examples" / "python"

PROGRAM = """
import asyncio, sys
from coterie_client import __main__ as terminal, demo

async def says_much(*_):
    for _ in range(10_000):
        print("more", flush=True)
        await asyncio.sleep(0)

demo.Evening.run = says_much
terminal.play = says_much
module = demo if sys.argv[1] == "demo" else terminal
sys.exit(module.main(["http://127.0.0.1:9/#create=aaaaaaaa"]))
"""


@pytest.mark.parametrize("which", ["demo", "terminal"])
def test_reader_that_leaves_ends_it_quietly(tmp_path: Path, which: str) -> None:
    """No traceback, and an exit status that says all is well."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, which],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(EXAMPLE)},
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=30,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
