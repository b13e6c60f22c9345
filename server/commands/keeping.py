"""Whether what a server keeps will be there tomorrow: containers forget what is not mounted."""

import re
from pathlib import Path
from typing import Final

CONTAINER_MARKS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
MOUNTS: Final = Path("/proc/self/mountinfo")

_ANONYMOUS: Final = re.compile(r"/volumes/[0-9a-f]{64}/_data$")
"""How Docker and Podman name a volume that nobody gave a name."""

_FORGETFUL: Final = ("tmpfs", "ramfs")


def warn_of_loss(
    data: Path, marks: tuple[Path, ...] = CONTAINER_MARKS, mounts: Path = MOUNTS
) -> str | None:
    """
    Say why the file *data* will be lost with its container; None where nothing speaks for it.

    Args:
        data: Where the log is, absolute.
        marks: Files of which one exists in every container.
        mounts: What is mounted, in the form of Linux.
    """
    if not any(mark.exists() for mark in marks):
        return None
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    folder = data.parent.resolve()
    mount = _mount_of(folder, lines)
    if mount is None:
        return (
            f"This is a container, and {folder} is not on a volume: everything will be lost with"
            f" the container. Mount a named volume there, such as -v coterie:{folder}."
        )
    root, kind = mount
    if kind in _FORGETFUL:
        return (
            f"This is a container, and {folder} is in memory: everything will be lost when it"
            f" stops. Mount a named volume there, such as -v coterie:{folder}."
        )
    if _ANONYMOUS.search(root):
        return (
            f"This is a container, and {folder} is on a volume without a name: the next container"
            f" gets another, empty one. Mount a named volume there, such as -v coterie:{folder}."
        )
    return None


def _mount_of(folder: Path, lines: list[str]) -> tuple[str, str] | None:
    """
    The mount that *folder* is on: what of its file system is mounted, and the file system's kind.

    None for the root of the container's own file system.
    """
    found: tuple[int, str, str] | None = None
    for line in lines:
        fields, _, rest = line.partition(" - ")
        words = fields.split(" ")
        if len(words) < 5 or not rest:
            continue
        point = Path(_unescaped(words[4]))
        depth = len(point.parts)
        if depth > 1 and folder.is_relative_to(point) and (found is None or depth >= found[0]):
            found = (depth, _unescaped(words[3]), rest.split(" ")[0])
    return None if found is None else found[1:]


def _unescaped(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), text)
