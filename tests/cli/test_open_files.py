"""The limit of open files is raised where the connections need it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.dockerfile import REPOSITORY

pytest.importorskip("resource", reason="Windows has no such limit")

PROGRAM = """
import logging, resource, sys
from server.commands.logs import begin_logging
from server.commands.open_files import allow_open_files
begin_logging("info")
soft, hard, connections = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
allow_open_files(connections)
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def _limits_after(folder: Path, soft: int, hard: int, connections: int) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(soft), str(hard), str(connections)],
        cwd=folder,
        env={"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    return done.stdout.strip(), done.stderr


@pytest.mark.parametrize(
    ("connections", "after", "complains"),
    [(100, "256 512", False), (200, "512 512", False), (5_000, "512 512", True)],
)
def test_limit_is_raised_as_far_as_it_may(
    tmp_path: Path, connections: int, after: str, complains: bool
) -> None:
    """Left alone where it is enough; to the hard limit otherwise, and said if that is too low."""
    printed, said = _limits_after(tmp_path, 256, 512, connections)
    assert printed == after
    assert ("fewer open files" in said) is complains
