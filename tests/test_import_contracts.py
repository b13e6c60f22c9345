"""Imports run one way: the contracts in pyproject.toml hold, and each of them notices a breach."""

import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

REPOSITORY = Path(__file__).resolve().parents[1]

_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"

_TO_IMPORT = (
    "server/app.py",
    "server/cli.py",
    "server/clock.py",
    "server/store/memory.py",
    "server/rooms/visibility/snapshots.py",
)
"""Modules that the breaches import."""

_LAYERS = ("gateway", "replay", "live", "store", "rooms", "rules")


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _LINT, "--no-cache", "--no-logo"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


def _breach(folder: Path, files: dict[str, str]) -> set[str]:
    """Make an empty house with *files* (path: source) in *folder*; return the broken contracts."""
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    for package in ("protocol", "server", *(f"server/{layer}" for layer in _LAYERS)):
        (folder / package).mkdir(exist_ok=True)
        (folder / package / "__init__.py").touch()
    for path, source in files.items():
        if not (folder / path).parent.is_dir():
            (folder / path).parent.mkdir()
            (folder / path).parent.joinpath("__init__.py").touch()
        (folder / path).write_text(source + "\n", encoding="utf-8")
    lines = _lint(folder).stdout.splitlines()
    assert any(line.startswith("Contracts: ") for line in lines), "\n".join(lines)
    return {line.removesuffix(" BROKEN") for line in lines if line.endswith(" BROKEN")}


def test_import_contracts_hold() -> None:
    """No module of the house breaks an import contract."""
    done = _lint(REPOSITORY)
    assert done.returncode == 0, done.stdout + done.stderr


def test_protocol_imports_msgspec_and_the_standard_library_alone() -> None:
    """A client that takes protocol with it needs msgspec and nothing else."""
    graph = grimp.build_graph("protocol", include_external_packages=True, cache_dir=None)
    external = {name for name in graph.modules if name.split(".")[0] != "protocol"}
    assert external - sys.stdlib_module_names <= {"msgspec"}


def test_an_empty_house_breaks_nothing(tmp_path: Path) -> None:
    """The contracts do not ask for modules that are not written yet."""
    assert _breach(tmp_path, {}) == set()


def test_the_allowed_imports_break_nothing(tmp_path: Path) -> None:
    """What the design allows is not refused by a contract drawn too tight."""
    files = {
        "protocol/ids.py": "import msgspec, datetime",
        "server/rules/v5.py": "import fractions",
        "server/rooms/decide.py": "import protocol.ids, server.rules.v5",
        "server/rooms/visibility/seeing.py": "",
        "server/rooms/visibility/__init__.py": "import server.rooms.visibility.seeing",
        "server/rooms/access.py": "import server.rooms.visibility",
        "server/store/base.py": "import asyncio, protocol.ids, server.rooms.decide",
        "server/store/sqlite.py": "import aiosqlite, server.store.base",
        "server/store/memory.py": "import server.store.base",
        "server/live/runner.py": "import asyncio, server.store.base, server.rooms.decide",
        "server/replay/fold.py": "import server.store.base, server.rooms.decide",
        "server/gateway/listener.py": "import websockets, server.live.runner, server.config",
        "server/config.py": "import os",
        "server/dice.py": "import secrets, server.rooms.decide",
        "server/clock.py": "import time",
        "server/app.py": "import server.gateway.listener, server.store.sqlite, server.store.memory",
        "server/cli.py": "import server.app",
    }
    assert _breach(tmp_path, files) == set()


@pytest.mark.parametrize(
    ("contract", "path", "source"),
    [
        ("Imports run one way", "server/live/wrong.py", "import server.gateway"),
        ("Imports run one way", "server/rules/wrong.py", "import server.rooms"),
        ("No part knows", "server/rooms/wrong.py", "import server.app"),
        ("No part knows", "server/app.py", "import server.cli"),
        ("protocol uses nothing", "protocol/wrong.py", "import server.rules"),
        ("protocol uses nothing", "protocol/wrong.py", "import websockets"),
        ("rules use nothing", "server/rules/wrong.py", "import protocol"),
        ("rooms use rules", "server/rooms/wrong.py", "import server.clock"),
        ("rules and rooms know no", "server/rooms/wrong.py", "import asyncio"),
        ("rules and rooms know no", "server/rules/wrong.py", "from datetime import datetime"),
        ("websockets is", "server/live/wrong.py", "from websockets.asyncio import server"),
        ("websockets is", "server/app.py", "import websockets"),
        ("aiosqlite is", "server/store/wrong.py", "import aiosqlite"),
        ("Chance is", "server/live/wrong.py", "import random"),
        ("The clock is", "server/gateway/wrong.py", "import time"),
        ("Only server.app", "server/live/wrong.py", "import server.store.memory"),
        ("Only server.app", "server/cli.py", "import server.store.memory"),
        ("Visibility has", "server/rooms/wrong.py", "import server.rooms.visibility.snapshots"),
        ("Visibility has", "server/live/wrong.py", "from server.rooms.visibility import snapshots"),
    ],
)
def test_a_breach_is_noticed(contract: str, path: str, source: str, tmp_path: Path) -> None:
    """An import that the design forbids breaks the contract that is about it."""
    broken = _breach(tmp_path, dict.fromkeys(_TO_IMPORT, "") | {path: source})
    assert [name for name in broken if name.startswith(contract)], broken
