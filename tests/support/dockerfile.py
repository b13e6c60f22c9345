"""
Reads the Dockerfile, and replays its build stage in a folder of this machine, so that the image's
steps are tested where no container engine is. Must not know what the tests expect of the image.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

_TIMEOUT_S = 240


@dataclass(frozen=True)
class Instruction:
    """One instruction: its name in capitals and its arguments as written, on one line."""

    name: str
    arguments: str

    def words(self) -> list[str]:
        """Split the arguments: a JSON list as such, anything else as a shell would."""
        if self.arguments.startswith("["):
            words: list[str] = json.loads(self.arguments)
            return words
        return shlex.split(self.arguments)


@dataclass(frozen=True)
class Stage:
    """One stage: its name after AS, or an empty string, and what follows its FROM."""

    name: str
    instructions: tuple[Instruction, ...]

    def all(self, name: str) -> list[Instruction]:
        """Return the instructions called *name*, in order."""
        return [one for one in self.instructions if one.name == name]

    def only(self, name: str) -> Instruction:
        """Return the one instruction called *name*; more or fewer are an error."""
        (one,) = self.all(name)
        return one


@dataclass(frozen=True)
class Replay:
    """What the build stage left: a folder of wheels and an environment with the command."""

    wheels: Path
    environment: Path

    @property
    def wheel(self) -> Path:
        """Our own wheel among those of the libraries."""
        (own,) = self.wheels.glob("coterie-*.whl")
        return own

    def run(self, *command: str) -> str:
        """Run a command of the environment as the image would find it; return what it printed."""
        executable = self.environment / "bin" / command[0]
        done = subprocess.run(
            [executable, *command[1:]],
            cwd=self.environment,  # not the checkout, whose packages would hide the installed ones
            env=_environment_variables(),
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == 0, f"{shlex.join(command)} failed:\n{done.stdout}{done.stderr}"
        return done.stdout


def read_stages(dockerfile: Path) -> list[Stage]:
    """Read the stages of a Dockerfile, in order."""
    without_comments = re.sub(r"(?m)^\s*#.*\n", "", dockerfile.read_text(encoding="utf-8"))
    joined = re.sub(r"\\\n\s*", "", without_comments)
    stages: list[tuple[str, list[Instruction]]] = []
    for line in filter(None, map(str.strip, joined.splitlines())):
        name, _, arguments = line.partition(" ")
        if name.upper() == "FROM":
            words = arguments.split()
            stages.append((words[2] if len(words) == 3 else "", []))
        else:
            stages[-1][1].append(Instruction(name.upper(), arguments.strip()))
    return [Stage(name, tuple(instructions)) for name, instructions in stages]


def replay_build(stage: Stage, folder: Path) -> Replay:
    """
    Do below *folder* what *stage* does below the root of an image.

    COPY takes its sources from the checkout; RUN lines are run as written, except that the
    image's folders are replaced by folders of *folder*, and `python` is this interpreter.
    """
    moved = {path: str(folder / path.strip("/")) for path in ("/src", "/wheels", "/opt/coterie")}
    source = Path(moved[stage.only("WORKDIR").arguments])
    source.mkdir(parents=True)
    for instruction in stage.instructions:
        if instruction.name == "COPY":
            *names, target = instruction.words()
            for name in names:
                _copy(REPOSITORY / name, source, target)
        elif instruction.name == "RUN":
            command = instruction.arguments
            for path, place in moved.items():
                command = re.sub(rf"(?<![\w.]){re.escape(path)}\b", place, command)
            _run(command, source)
    return Replay(Path(moved["/wheels"]), Path(moved["/opt/coterie"]))


def _copy(origin: Path, folder: Path, target: str) -> None:
    """Copy as COPY does: a folder's content into the target, a file into a target folder."""
    if origin.is_dir():
        ignored = shutil.ignore_patterns("__pycache__", "*.py[cod]")
        shutil.copytree(origin, folder / target, ignore=ignored, dirs_exist_ok=True)
    else:
        shutil.copy(origin, folder / target / origin.name)


def _run(command: str, folder: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=_environment_variables(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, f"RUN {command}\n{done.stdout}{done.stderr}"


def _environment_variables() -> dict[str, str]:
    """Return this process's variables, less those that would change how a fresh Python behaves."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PYTEST", "COV_", "COVERAGE_", "COTERIE_"))
    }
    return kept | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
