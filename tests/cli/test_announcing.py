"""What `coterie serve` says as it starts, to its operator and to its pages."""

import asyncio
import json
import re
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from server.version import VERSION
from tests.cli.process import Serving

LIMIT_S = 5.0


async def test_it_says_where_it_is_and_what_it_keeps(serving: Serving, tmp_path: Path) -> None:
    """Version, host, port, the whole path of the data, that it is new, durability and the link."""
    await serving.start("--data", "games.sqlite3")
    assert serving.said.startswith(f"Coterie {VERSION}\n")
    assert f"  data        {tmp_path / 'games.sqlite3'} (new)\n" in serving.said
    assert "  host        127.0.0.1\n" in serving.said
    assert "  durability  power: " in serving.said
    assert re.search(r"  event loop  (uvloop|asyncio)\n", serving.said)
    assert serving.link == f"http://127.0.0.1:{serving.port}/#create={serving.create_key}"
    assert "to create a room" in serving.said
    assert (tmp_path / "games.sqlite3").is_file()


async def test_data_that_was_there_is_said_to_be(serving: Serving, another: Serving) -> None:
    """The second start finds what the first one kept."""
    await serving.start("--data", "games.sqlite3", "--durability", "crash")
    assert "(new)" in serving.said
    assert "  durability  crash: " in serving.said
    await serving.stop()
    await another.start("--data", "games.sqlite3")
    assert "(existing)" in another.said


async def test_links_are_made_of_the_public_url(serving: Serving) -> None:
    """A sub-path stays, and a key that was chosen is in the link."""
    await serving.start(
        "--public-url", "https://table.example/coterie", COTERIE_CREATE_KEY="a-chosen-key"
    )
    assert serving.link == "https://table.example/coterie/#create=a-chosen-key"


async def test_the_create_key_is_fresh_at_each_start(serving: Serving, another: Serving) -> None:
    """Two starts print two keys of 128 bits."""
    await serving.start()
    await another.start("--data", "another.sqlite3")
    assert serving.create_key != another.create_key
    assert len(serving.create_key) == 22


async def test_for_the_network_it_prints_addresses_and_a_code(serving: Serving) -> None:
    """With --lan it listens everywhere; a phone gets a link and a QR code without colours."""
    await serving.start("--lan")
    assert "  host        0.0.0.0\n" in serving.said
    assert "\x1b" not in serving.said
    if "No address of this machine was found" in serving.said:
        return
    host = serving.link.removeprefix("http://").partition(":")[0]
    assert not host.startswith(("127.", "0."))
    assert serving.said.count("█") > 100


@pytest.mark.parametrize(
    ("options", "base"),
    [
        ((), "http://127.0.0.1:{port}/"),
        (("--public-url", "https://table.example/coterie"), "https://table.example/coterie/"),
    ],
)
async def test_it_says_how_to_come_back_another_evening(
    serving: Serving, options: tuple[str, ...], base: str
) -> None:
    """The address without a key: seats are kept by browsers, and the link above opens new rooms."""
    await serving.start(*options)
    words = "To come back to a table another evening, open this in the browser that has your seat:"
    assert f"{words}\n  {base.format(port=serving.port)}\n" in serving.said


@pytest.mark.parametrize(
    ("options", "is_said"),
    [((), True), (("--public-url", "https://table.example"), False), (("--lan",), False)],
)
async def test_a_server_for_this_computer_alone_says_so(
    serving: Serving, options: tuple[str, ...], is_said: bool
) -> None:
    """Whoever wants phones at the table learns of --lan before the first invite."""
    await serving.start(*options)
    assert ("this computer alone" in serving.said) is is_said


async def test_a_host_that_listens_here_alone_is_told_apart_from_the_network(
    serving: Serving,
) -> None:
    """--lan beside a host of this machine alone gets a sentence instead of a code."""
    await serving.start("--lan", "--host", "127.0.0.1")
    assert "or --host listens to this machine alone" in serving.said
    assert "█" not in serving.said


async def test_pages_learn_under_which_address_others_find_it(
    serving: Serving, another: Serving
) -> None:
    """On the network the addresses that were printed; nothing where it was not asked for."""
    await serving.start()
    assert await _address(serving) == {"public": None, "near": []}
    await another.start("--lan", "--data", "another.sqlite3")
    address = await _address(another)
    assert address["public"] is None
    printed = re.findall(r"^  (http://\S+/)#create=", another.said, re.MULTILINE)
    assert address["near"] == [each for each in printed if "localhost" not in each]


async def test_public_server_tells_nobody_its_addresses_at_home(serving: Serving) -> None:
    """Pages learn the public URL; what this machine is called in its own network stays there."""
    await serving.start("--lan", "--public-url", "https://table.example/coterie")
    assert await _address(serving) == {"public": "https://table.example/coterie/", "near": []}


async def _address(serving: Serving) -> dict[str, Any]:
    def fetch() -> dict[str, Any]:
        with closing(HTTPConnection("127.0.0.1", serving.port, timeout=LIMIT_S)) as connection:
            connection.request("GET", "/address.json")
            read: dict[str, Any] = json.loads(connection.getresponse().read())
            return read

    return await asyncio.to_thread(fetch)
