"""Servers in folders of their own, which no test leaves behind; commands without a process."""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.cli.inside import Command, run_inside
from tests.cli.process import Serving


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    """A server that is not started yet."""
    one = Serving(tmp_path)
    yield one
    await one.kill()


@pytest.fixture
async def another(tmp_path: Path) -> AsyncIterator[Serving]:
    """A second server in the same folder."""
    one = Serving(tmp_path)
    yield one
    await one.kill()


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """Runs the command in this process, in the test's folder, in UTC."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield run_inside
    monkeypatch.undo()
    time.tzset()
