"""What a client costs that is merely there."""

import asyncio
import os
import random
import tempfile
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.soak.clients import Soak
from tests.soak.soaking import server
from tests.support.wire_client import encode

MEMBERS, DEVICES = 25, 8
AT_MOST_KIB = 48
"""For each connection; a window for compression alone would be several times as much."""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("compression", [None, "deflate"])
async def test_a_client_that_is_merely_there_costs_little(compression: str | None) -> None:
    """Whether it offers to compress or not: the server keeps no window for each."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder)) as served:
            soak = Soak(served.port, 0.0, random.Random(1))
            storyteller = await soak.connect()
            invite = await soak.found(storyteller)
            tokens = [os.urandom(32) for _ in range(MEMBERS)]
            for token in tokens:
                client = await soak.connect()
                await soak.join(client, invite, token)
                await client.close()
            before = await served.figures()
            there: list[ClientConnection] = []
            for token in tokens * DEVICES:
                there.append(
                    await connect(
                        f"ws://127.0.0.1:{served.port}/ws",
                        subprotocols=[Subprotocol("coterie.v1.json")],
                        compression=compression,
                        proxy=None,
                        max_queue=None,
                    )
                )
                assert there[-1].protocol.extensions == []
                await there[-1].send(encode({"type": "hello", "token": token}, "json"))
                assert '"type":"welcome"' in str(await there[-1].recv(decode=True))
            after = await served.figures()
            assert after["connection"] > MEMBERS * DEVICES
            each_kib = (after["resident_kib"] - before["resident_kib"]) / len(there)
            await asyncio.gather(*(client.close() for client in there))
            await storyteller.close()
    print(f"{each_kib:.0f} KiB each")
    assert each_kib < AT_MOST_KIB
