"""Shows, at the end of a run, what hidden and visible activity was compared."""

import asyncio

import pytest

from tests.non_interference.coverage import COVERAGE


@pytest.fixture(autouse=True)
async def swift_loop() -> None:
    """Switch asyncio's debugging off here: it makes thousands of messages five times as slow."""
    asyncio.get_running_loop().set_debug(False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the coverage of the evenings that were lived."""
    if COVERAGE.evenings:
        terminalreporter.section("non-interference")
        for line in COVERAGE.report():
            terminalreporter.write_line(line)
