"""The SDK and a server that commits to its dice: claims, checks, and what a tampered line shows."""

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from coterie_client import Client, Event, Founding, Invited, find, new_secret, new_token
from coterie_client.dice.__main__ import main
from coterie_client.dice.check import Checker
from coterie_client.dice.seen import EMPTY_POT
from coterie_client.dice.watch import check_line
from coterie_client.terminal import dice_book
from coterie_client.terminal.player import Player

from server.app import running
from server.config import Settings
from server.dice import BookKeeper
from tests.client_python.support import hasty

KEY = "a-key-for-tests"


@contextlib.asynccontextmanager
async def table(folder: Path, encoding: str = "json") -> AsyncIterator[tuple[Client, Client]]:
    """A Storyteller and a player with a character, at a table whose server keeps keys."""
    settings = Settings(port=0, data=folder / "events.sqlite3", create_key=KEY, durability="crash")
    async with contextlib.AsyncExitStack() as stack:
        app = await stack.enter_async_context(running(settings, keeper=BookKeeper()))
        url = f"http://127.0.0.1:{app.listener.port}/"
        secret = new_secret()

        async def enter(entry: Founding | Invited) -> Client:
            client = Client.connect(url, new_token(), entry, encoding=encoding, settings=hasty())  # type: ignore[arg-type]
            return await stack.enter_async_context(client)

        ada = await enter(Founding(KEY, "Room", "Ada"))
        await ada.create_invite("player", secret)
        zoe = await enter(Invited(secret, "Zoë"))
        await zoe.create_character("Lucia", hunger=2)
        await zoe.wait_until(lambda: zoe.state["dice"] and zoe.state["dice"]["c"])
        yield ada, zoe


async def line(client: Client) -> list[Event]:
    """All that a client's member ever saw."""
    return list((await client.history(limit=200)).events)


async def play(ada: Client, zoe: Client) -> None:
    """Rolls of every lane, a reroll, and reveals of a blind and a secret roll."""
    character = zoe.state["characters"][0]["character"]
    first = await zoe.roll(7, character=character, difficulty=5, surge=True)
    await zoe.wait_until(lambda: zoe.state["standing_rolls"])
    await zoe.reroll(first.created or "", [0, 1])
    await zoe.rouse(character)
    await zoe.roll(4, character=character, visibility="private")
    await zoe.roll(5, character=character, visibility="blind")
    await zoe.roll(5, character=character, visibility="blind")
    await ada.roll(6)
    secret = await ada.roll(6, visibility="secret")
    npc = await ada.create_character("Bram")
    rerolled = await ada.roll(6, character=npc.created, visibility="secret", difficulty=6)
    await ada.wait_until(lambda: find(ada.state, "standing_rolls", rerolled.created or ""))
    await ada.reroll(rerolled.created or "", [4, 1])
    rolled = [e for e in await line(ada) if e.type == "roll_resolved"]
    blind = next(e["roll"] for e in rolled if e["visibility"] == "blind")
    for roll in (secret.created, blind, rerolled.created):
        await ada.reveal_roll(roll or "")


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
async def test_an_evening_is_checked_by_both(tmp_path: Path, encoding: str) -> None:
    """Every roll matches on either side; both states stay the server's own."""
    async with table(tmp_path, encoding) as (ada, zoe):
        await play(ada, zoe)
        for client in (ada, zoe):
            answer = await client.snapshot()
            await client.reached(answer.position.seq)
            assert client.state == answer.snapshot
            checker = Checker(
                client.room,
                client.member,
                is_storyteller=client is ada,
                ledgers=client.dice_ledger,
            )
            summary = check_line(checker, await line(client))
            assert summary.count("failed") == summary.count("foreign") == summary.count("open") == 0
            assert summary.count("checked") == (13 if client is ada else 8)
            assert not [v for v in summary.verdicts.values() if EMPTY_POT in v.notes]
        assert (await dice_book.check(zoe))[-1].startswith("8 checked, 0 that do not match")


async def test_the_terminal_tells_and_does(tmp_path: Path) -> None:
    """The book in words, the pot shaken, the dice renewed, and everything checked."""
    async with table(tmp_path) as (ada, zoe):
        player, storyteller = Player(zoe), Player(ada)
        await play(ada, zoe)
        book, pot, own = await player.obey("dice")
        assert book.endswith(" is live.")
        assert "Zoë" in pot
        assert own == "Your next numbers: open 4, hidden 4."
        before = zoe.state["dice"]
        assert await player.obey("dice shake") == []
        await zoe.wait_until(lambda: zoe.state["dice"]["c"] == before["c"] + 1)
        assert "renew" not in "".join(await storyteller.obey("dice renew"))
        await zoe.wait_until(lambda: zoe.state["dice"]["book"] != before["book"])
        await zoe.wait_until(lambda: zoe.state["dice"]["c"] == 1)
        await zoe.roll(5)
        assert (await player.obey("dice check"))[-1].endswith("books opened: 2")
        assert (await player.obey("dice renew"))[0].startswith("No: ")


async def test_a_kept_file_is_checked_without_a_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A member's line as a file: it matches; with one face changed it does not, and says where."""
    async with table(tmp_path) as (ada, zoe):
        await play(ada, zoe)
        events = await line(zoe)
        room, member = zoe.room, zoe.member
    pushes = [
        {"type": "event", "seq": e.seq, "mark": e.mark, "at": e.at_ms, "event": e.body}
        for e in events
    ]
    heading = {"view": "member", "room": room, "member": member, "role": "player"}
    file = tmp_path / "line.jsonl"
    _write(file, [heading, *pushes])
    assert main([str(file)]) == 0
    assert capsys.readouterr().out.startswith("8 checked, 0 that do not match")
    rolled = next(push for push in pushes if push["event"]["type"] == "roll_resolved")
    die = rolled["event"]["receipt"]["dice"][0]
    die["face"] = die["face"] % 10 + 1
    _write(file, pushes)
    assert main([str(file)]) == 2
    assert main([str(file), "--room", room, "--member", member]) == 1
    said = capsys.readouterr().out
    assert f"event {rolled['seq']}: THE DICE DO NOT MATCH" in said
    file.write_text("no JSON\n")
    assert main([str(file)]) == 2


def _write(file: Path, lines: list[dict[str, object]]) -> None:
    file.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
