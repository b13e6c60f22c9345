"""`coterie serve` as a process: that it serves, ends in time, and what it keeps."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.cli.process import Ended, Serving, run
from tests.cli.table import found_room, return_as
from tests.support.wire_client import Disconnected, WireClient

LIMIT_S = 5.0
"""How long a server may take to end after it was told to."""


# --- serving -------------------------------------------------------------------------------------


async def test_neither_key_nor_token_is_in_the_process_log(serving: Serving) -> None:
    """At debug, everything that happened is told, and no secret."""
    await serving.start("--log-level", "debug")
    client, _ = await found_room(serving)
    await client.close()
    _, _, errors = await serving.stop()
    assert "connection opened" in errors
    assert serving.create_key not in errors
    assert "dHR0dHR0" not in errors  # the token, as it travels
    assert "tttttttt" not in errors


async def test_settings_reach_the_server(serving: Serving, tmp_path: Path) -> None:
    """A limit of the command line is what clients are told."""
    (tmp_path / "coterie.toml").write_text("[limits]\nmax_members = 7\n")
    await serving.start("--config", "coterie.toml", "--limit", "max_open_invites=3")
    client, welcome = await found_room(serving)
    assert welcome["limits"]["max_members"] == 7
    assert welcome["limits"]["max_open_invites"] == 3
    await client.close()


async def test_the_log_says_plainly_where_it_listens(serving: Serving) -> None:
    """Host and port as people write them."""
    port = _free_port()
    await serving.spawn("--port", str(port))
    await _until_said(serving, f"listening addresses=127.0.0.1:{port}\n")


async def test_a_reader_that_leaves_does_not_stop_it(serving: Serving, tmp_path: Path) -> None:
    """`coterie serve | head -1` goes on serving when the reader is gone."""
    port = _free_port()
    reader, writer = os.pipe()
    os.close(reader)
    await serving.spawn("--port", str(port), stdout=writer)
    os.close(writer)
    await _until_said(serving, "listening")
    async with asyncio.timeout(20):
        while (await asyncio.to_thread(run, tmp_path, "health", _url(port))).returncode != 0:
            pass
    code, _, errors = await serving.stop()
    assert code == 0
    assert "Traceback" not in errors
    assert "BrokenPipe" not in errors


def _url(port: int) -> str:
    return f"http://127.0.0.1:{port}/healthz"


# --- ending --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_told_to_stop_it_stops(serving: Serving, number: signal.Signals) -> None:
    """An idle server ends at once, with 0, and says nothing but that."""
    await serving.start()
    code, seconds, errors = await serving.stop(number)
    assert code == 0
    assert seconds < LIMIT_S
    assert "Traceback" not in errors
    assert errors.rstrip().endswith("info  stopped")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_whoever_is_connected_is_told_to_come_back(
    serving: Serving, number: signal.Signals
) -> None:
    """A client is sent a good-bye that is not final before its socket closes."""
    await serving.start()
    client, _ = await found_room(serving)
    code, seconds, errors = await serving.stop(number)
    bye = await client.until("bye")
    assert (bye.data["code"], bye.data["is_final"]) == (4001, False)
    assert "retry_after_s" in bye.data
    await client.ended()
    assert code == 0
    assert seconds < LIMIT_S
    assert "Traceback" not in errors


async def test_a_client_that_never_reads_does_not_keep_it_alive(serving: Serving) -> None:
    """Whoever holds a socket open and does nothing is let go within the time limit."""
    await serving.start()
    with closing(socket.create_connection(("127.0.0.1", serving.port))) as silent:
        silent.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Protocol: coterie.v1.json\r\n\r\n"
        )
        assert b"101" in await asyncio.to_thread(silent.recv, 1_000)
        code, seconds, _ = await serving.stop()
    assert code == 0
    assert seconds < LIMIT_S


async def test_a_second_ctrl_c_ends_it_at_once(serving: Serving) -> None:
    """Who presses twice does not wait for clients that do not close."""
    await serving.start("--limit", "drain_timeout_s=60", "--limit", "close_timeout_s=60")
    with closing(socket.create_connection(("127.0.0.1", serving.port))) as silent:
        silent.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Protocol: coterie.v1.json\r\n\r\n"
        )
        assert b"101" in await asyncio.to_thread(silent.recv, 1_000)
        serving.process.send_signal(signal.SIGINT)
        await _until_said(serving, "draining")
        code, seconds, errors = await serving.stop(signal.SIGINT)
    assert code == 130
    assert seconds < LIMIT_S
    assert "Stopped at once." in errors


async def test_told_to_stop_while_it_waits_for_the_log_it_stops(
    serving: Serving, tmp_path: Path
) -> None:
    """A file that another process has locked keeps it from starting, and not from ending."""
    data = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(data, isolation_level=None)) as other:
        other.execute("CREATE TABLE t (x)")
        other.execute("BEGIN EXCLUSIVE")
        await serving.spawn("--port", "0", "--data", data)
        await _until_said(serving, "listening")
        code, seconds, errors = await serving.stop()
    assert code == 0
    assert seconds < LIMIT_S
    assert "Traceback" not in errors
    assert LAST_WORDS not in serving.said


async def test_what_hangs_is_ended_all_the_same(serving: Serving, tmp_path: Path) -> None:
    """Where letting go never ends, the process does, in time, and says that it was not well."""
    script = tmp_path / "hanging.py"
    script.write_text(
        "import asyncio\n"
        "from server.cli import main\n"
        "from server.live.directory import Directory\n"
        "async def hang(self):\n"
        "    await asyncio.sleep(3600)\n"
        "Directory.drain = hang\n"
        'main(["serve", "--port", "0", "--limit", "drain_timeout_s=1"])\n'
    )
    await serving.start(command=(sys.executable, str(script)))
    code, seconds, errors = await serving.stop()
    assert code == 1
    assert seconds < LIMIT_S
    assert "ended before everything was let go" in errors


async def test_told_to_stop_in_the_thick_of_it_nothing_answered_is_lost(
    serving: Serving,
) -> None:
    """Under load too it ends in time, and every intent that was accepted is in the log."""
    await serving.start("--limit", "intents_per_s=10000", "--limit", "intents_burst=100000")
    founder, welcome = await found_room(serving)
    clients = [founder, *[(await return_as(serving))[0] for _ in range(5)]]
    accepted: list[int] = []
    busy = asyncio.Event()

    async def press_on(client: WireClient, first: int) -> None:
        with contextlib.suppress(Disconnected, ConnectionClosed):
            for number in range(first, first + 100_000):
                id = f"00000000-0000-4000-8000-{number:012d}"
                intent = {"type": "rename_room", "id": id, "name": f"Night {number}"}
                if (await client.ask(intent)).type == "accepted":
                    accepted.append(number)
                    if len(accepted) >= 100:
                        busy.set()

    pressing = [
        asyncio.create_task(press_on(client, 100_000 * n)) for n, client in enumerate(clients)
    ]
    await busy.wait()
    code, seconds, errors = await serving.stop()
    await asyncio.gather(*pressing)
    assert code == 0, errors
    assert seconds < LIMIT_S
    done = await asyncio.to_thread(
        run, serving.folder, "replay", welcome["room"], "--as", "Mara", "--json"
    )
    kept = {json.loads(line)["event"].get("name") for line in done.stdout.splitlines()}
    assert {f"Night {number}" for number in accepted} <= kept
    checked = await asyncio.to_thread(run, serving.folder, "verify")
    assert checked.returncode == 0, checked.stdout


LAST_WORDS = "The Storyteller's link"


async def _until_said(serving: Serving, word: str) -> None:
    assert serving.process.stderr is not None
    async with asyncio.timeout(20):
        while word not in (await serving.process.stderr.readline()).decode():
            pass


# --- keeping -------------------------------------------------------------------------------------


async def test_a_server_that_was_killed_has_everything_that_it_answered(
    serving: Serving, another: Serving
) -> None:
    """After SIGKILL the same data gives the same room to the same token."""
    await serving.start("--data", "games.sqlite3")
    client, welcome = await found_room(serving)
    answer = await client.ask(
        {"type": "rename_room", "id": "00000000-0000-4000-8000-000000000001", "name": "Kept"}
    )
    assert answer.type == "accepted"
    await serving.kill()
    await client.ended()
    await another.start("--data", "games.sqlite3")
    assert "(existing)" in another.said
    again, welcomed = await return_as(another)
    assert (welcomed["room"], welcomed["member"]) == (welcome["room"], welcome["member"])
    assert welcomed["snapshot"]["name"] == "Kept"
    await again.close()
    done = await asyncio.to_thread(run, another.folder, "verify", "--data", "games.sqlite3")
    assert done.returncode == 0, done.stdout


async def test_clients_that_come_during_the_start_are_served_once_it_is_ready(
    serving: Serving, tmp_path: Path
) -> None:
    """While the log is being opened health says so and sockets are refused; then all get in."""
    data = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(data, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("BEGIN IMMEDIATE")
        port = _free_port()
        await serving.spawn("--port", str(port), "--data", data)
        await _until_said(serving, "listening")
        health = await asyncio.to_thread(run, tmp_path, "health", f"http://127.0.0.1:{port}")
        assert (health.returncode, health.stdout) == (1, "not ready: starting\n")
        with pytest.raises(InvalidStatus, match="503"):
            await WireClient.open(port, "json")
        other.execute("COMMIT")
    assert serving.process.stdout is not None
    async with asyncio.timeout(20):
        while b"Ctrl-C" not in await serving.process.stdout.readline():
            pass
    clients = await asyncio.gather(*(WireClient.open(port, "json") for _ in range(50)))
    await asyncio.gather(*(client.close() for client in clients))


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


# --- not starting --------------------------------------------------------------------------------


async def test_an_address_in_use_is_a_sentence(serving: Serving, tmp_path: Path) -> None:
    """The second server on a port says what is wrong and what to do, and ends with 1."""
    await serving.start()
    port = str(serving.port)
    done = await asyncio.to_thread(run, tmp_path, "serve", "--port", port, "--data", "other.db")
    _fails(done.returncode, done.stderr, f"port {port} of 127.0.0.1 is in use")


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("203.0.113.7", "is no address of this machine"),
        ("nobody.invalid", "is not known here"),
    ],
)
def test_a_host_that_cannot_be_had_is_a_sentence(tmp_path: Path, host: str, words: str) -> None:
    """An address of another machine, or a name of none."""
    done = run(tmp_path, "serve", "--port", "0", "--host", host)
    _fails(done.returncode, done.stderr, words)


def test_a_path_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    """A folder that does not exist, a folder in place of a file, a file in place of a folder."""
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for path, words in (
        ("missing/games.sqlite3", "does not exist"),
        ("folder", "it is a folder"),
        ("file/games.sqlite3", "does not exist"),
    ):
        done = run(tmp_path, "serve", "--port", "0", "--data", path)
        _fails(done.returncode, done.stderr, words)


def test_a_path_that_no_file_can_have_is_a_sentence(tmp_path: Path) -> None:
    """A name longer than file systems take."""
    done = run(tmp_path, "serve", "--port", "0", "--data", "x" * 300)
    _fails(done.returncode, done.stderr, "cannot be looked at")


def test_a_file_that_is_no_log_is_a_sentence_and_is_left_alone(tmp_path: Path) -> None:
    """Text, and another program's database."""
    text = tmp_path / "letter.txt"
    text.write_text("Dear Mara, the Prince knows.\n" * 100)
    done = run(tmp_path, "serve", "--port", "0", "--data", text)
    _fails(done.returncode, done.stderr, "not a database")
    assert text.read_text().startswith("Dear Mara")
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE theirs (x)")
    done = run(tmp_path, "serve", "--port", "0", "--data", other)
    _fails(done.returncode, done.stderr, "not a log of this server")


@pytest.mark.parametrize("is_empty_file", [False, True])
def test_where_data_is_expected_none_is_made(tmp_path: Path, is_empty_file: bool) -> None:
    """A lost volume is noticed: nothing is created, also in place of an empty file."""
    data = tmp_path / "games.sqlite3"
    if is_empty_file:
        data.touch()
    done = run(tmp_path, "serve", "--port", "0", "--data", data, "--expect-data")
    _fails(done.returncode, done.stderr, "none is made, since one was expected")
    assert data.exists() == is_empty_file
    assert not is_empty_file or data.stat().st_size == 0


async def test_where_data_is_expected_and_there_it_starts(
    serving: Serving, another: Serving
) -> None:
    """What is expected is found, and the start is like any other."""
    await serving.start("--data", "games.sqlite3")
    await serving.stop()
    await another.start("--data", "games.sqlite3", "--expect-data")
    assert "(existing)" in another.said


async def test_a_start_that_fails_leaves_nothing_behind(serving: Serving, tmp_path: Path) -> None:
    """The port is free again at once."""
    (tmp_path / "letter.txt").write_text("not a database at all, to be sure\n" * 50)
    port = str(_free_port())
    done = await asyncio.to_thread(run, tmp_path, "serve", "--port", port, "--data", "letter.txt")
    assert done.returncode == 1
    with pytest.raises(Ended, match="not a database"):
        await serving.start("--data", "letter.txt")
    with socket.create_server(("127.0.0.1", int(port))):
        pass


def _fails(code: int, errors: str, words: str) -> None:
    """Exit 1, and the last line is the sentence; no traceback."""
    assert code == 1
    assert "Traceback" not in errors
    last = errors.splitlines()[-1]
    assert last.startswith("coterie serve: ")
    assert words in last
    assert last.endswith(".")
