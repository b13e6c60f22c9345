"""A file with the evening in it, for commands that read."""

from pathlib import Path

from protocol.from_client import Intent
from server.store.sqlite import SqliteLog
from tests.replay.evening import LoggedTable, evening, store
from tests.support.rooms import uuid


async def keep_evening(folder: Path, table: LoggedTable | None = None) -> Path:
    """Store the evening, or another table's night, as the file that the command takes."""
    path = folder / "coterie.sqlite3"
    log = SqliteLog(path, durability="crash")
    await log.open()
    await store((table or evening()).drafts, log)
    await log.close()
    return path


def slip_in(
    table: LoggedTable, who: str, kind: type[Intent], faces: tuple[int, ...] = (), **fields: object
) -> None:
    """Let a member do what no socket would have taken, such as a name with control characters."""
    intent = kind(id=uuid(90_000 + len(table.drafts)), **fields)  # type: ignore[arg-type]
    table.do(table.command(who, intent), faces)
