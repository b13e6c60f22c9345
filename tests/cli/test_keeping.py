"""A container without a volume is noticed before a night is lost."""

from pathlib import Path

import pytest

from server.commands.keeping import warn_of_loss

ROOT = "100 99 0:50 / / rw - overlay overlay rw\n"
ANONYMOUS = f"/var/lib/docker/volumes/{'0123456789abcdef' * 4}/_data"


def _warned(tmp_path: Path, mounts: str, *, is_container: bool = True) -> str | None:
    mark = tmp_path / ".dockerenv"
    if is_container:
        mark.touch()
    table = tmp_path / "mountinfo"
    table.write_text(mounts, encoding="utf-8")
    return warn_of_loss(Path("/data/coterie.sqlite3"), (mark,), table)


@pytest.mark.parametrize(
    ("mounts", "words"),
    [
        (ROOT, "not on a volume"),
        (ROOT + "101 100 0:51 / /proc rw - proc proc rw\n", "not on a volume"),
        (ROOT + "101 100 0:51 / /database rw - ext4 /dev/sda rw\n", "not on a volume"),
        (ROOT + "101 100 0:51 / /data rw - tmpfs tmpfs rw\n", "in memory"),
        (ROOT + f"101 100 8:1 {ANONYMOUS} /data rw - ext4 /dev/sda rw\n", "without a name"),
        ("nonsense\n" + ROOT, "not on a volume"),
    ],
)
def test_a_folder_that_a_container_forgets_is_warned_of(
    tmp_path: Path, mounts: str, words: str
) -> None:
    """No mount, one in memory, or a volume without a name: each is said, with what to do."""
    warning = _warned(tmp_path, mounts)
    assert warning is not None
    assert words in warning
    assert "-v coterie:/data" in warning


@pytest.mark.parametrize(
    "mount",
    [
        "101 100 8:1 /var/lib/docker/volumes/coterie/_data /data rw - ext4 /dev/sda rw",
        "101 100 8:1 /home/me/games /data rw - ext4 /dev/sda rw",
        "101 100 0:60 / /data rw,relatime shared:1 - nfs4 host:/games rw",
    ],
)
def test_a_named_volume_is_trusted(tmp_path: Path, mount: str) -> None:
    """A volume with a name, a folder of the host, a file server: nothing to warn of."""
    assert _warned(tmp_path, f"{ROOT}{mount}\n") is None


def test_outside_a_container_there_is_nothing_to_warn_of(tmp_path: Path) -> None:
    """On a machine of one's own a file stays where it is."""
    assert _warned(tmp_path, ROOT, is_container=False) is None


def test_where_mounts_are_not_told_nothing_is_claimed(tmp_path: Path) -> None:
    """Without the table nobody knows, and no alarm is raised."""
    mark = tmp_path / ".dockerenv"
    mark.touch()
    assert warn_of_loss(Path("/data/x"), (mark,), tmp_path / "missing") is None
