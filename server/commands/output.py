"""Where a command's output goes: a file that is there only once it is whole, or standard output."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

from server.commands.command_line import USAGE
from server.commands.terminal import CommandFailed, abandon_output

Write = Callable[[bytes], object]


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Write]:
    """
    Write a new file; it stands under its name once everything is in it and on the disk.

    Raises:
        CommandFailed: There is such a file already, or it cannot be written; then there is none.
    """
    if path.exists():
        raise CommandFailed(f"There is a file {path} already: name another one.", USAGE)
    part = path.with_name(path.name + ".part")
    if part.exists():
        raise CommandFailed(
            f"There is a file {part}: another export is being written, or was cut off; delete it.",
            USAGE,
        )
    try:
        with part.open("xb") as file, _cleared(part):
            yield file.write
            file.flush()
            os.fsync(file.fileno())
            # A link, not a renaming: a file that appeared meanwhile is never written over.
            _put(part, path)
    except FileExistsError:
        raise CommandFailed(
            f"There is a file {path} or {part} already: somebody else may be writing it.", USAGE
        ) from None
    except OSError as error:
        raise CommandFailed(f"{path} cannot be written: {error.strerror or error}.") from error


@contextlib.contextmanager
def _cleared(part: Path) -> Iterator[None]:
    """Take our own unfinished file away, however the writing ends."""
    try:
        yield
    finally:
        part.unlink(missing_ok=True)


def _put(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems know no links.
        part.rename(path)


@contextlib.contextmanager
def output(path: Path | None, *, is_data: bool) -> Iterator[Write]:
    """
    The file *path*, or standard output if there is none.

    Raises:
        CommandFailed: The file cannot be written; or *is_data*, whose bytes matter, would go to a
            terminal.
    """
    if path is not None:
        with whole_file(path) as write:
            yield write
        return
    if is_data and sys.stdout.isatty():
        raise CommandFailed("Say where the export goes: --output FILE, or `> FILE`.", USAGE)
    try:
        yield _standard_output()
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon_output()
        raise CommandFailed(f"The output cannot be written: {error.strerror or error}.") from error


def _standard_output() -> Write:
    """Writes bytes as they are, whatever encoding a terminal would have."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        return lambda data: sys.stdout.write(data.decode())
    return cast("Write", binary.write)
