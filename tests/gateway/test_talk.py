"""Talks over real sockets: what is right works, what is wrong is answered, the others go on."""

import asyncio
import json
import logging
from typing import Any

import pytest
from websockets.exceptions import InvalidHandshake

from protocol.codec import Encoding
from protocol.from_client import (
    Hello,
    HistoryQuery,
    LeaveRoom,
    Ping,
    Roll,
    SnapshotQuery,
    StartSession,
)
from protocol.from_server import Presence
from protocol.ids import MemberId
from tests.gateway.fakes import BAD_TOKEN, BROKEN_TOKEN, SLOW_TOKEN
from tests.gateway.raw import BINARY, CLOSE, CONT, TEXT, frame
from tests.gateway.table import HELLO, Client, Table, open_table
from tests.protocol.samples import UUID

BOTH = list(Encoding)
ROLL = Roll(id=UUID, pool=3)


async def assert_refused(client: Client, code: str, **facts: object) -> dict[str, Any]:
    """Hear one refusal that says in a sentence what is wrong."""
    item = await client.hear()
    assert item["type"] == "rejected"
    assert item["code"] == code
    assert item["message"].endswith(".")
    assert {name: item.get(name) for name in facts} == facts
    return item


async def assert_closed(client: Client, code: int) -> dict[str, Any]:
    """Hear the good-bye as the last item, then the close with the same code and words."""
    items = await client.to_the_end()
    assert [item["type"] for item in items][-1:] == ["bye"]
    bye = items[-1]
    assert (bye["code"], client.ws.close_code) == (code, code)
    assert bye["message"].endswith(".")
    reason = client.ws.close_reason or ""
    assert bye["message"].startswith(reason)
    assert reason
    return bye


@pytest.mark.parametrize("encoding", BOTH)
async def test_a_talk_in_each_encoding(encoding: Encoding) -> None:
    """Hello, intent, query, ping and events, each in the encoding that was agreed on."""
    async with open_table() as table, table.client(encoding) as client:
        assert await client.ask(ROLL) == {"type": "accepted", "id": UUID}
        assert table.rooms.submitted == [ROLL]
        result = await client.ask(HistoryQuery(id="q"))
        assert (result["type"], result["id"], result["result"]["events"]) == ("result", "q", [])
        await client.still_works()
        table.rooms.publish(Presence(member=MemberId("m"), here=True))
        assert await client.hear() == {"type": "presence", "member": "m", "here": True}


async def test_json_is_chosen_where_both_are_offered() -> None:
    """The server's order decides, whatever the client's is."""
    offered = ["coterie.v9.json", "coterie.v1.msgpack", "coterie.v1.json"]
    async with open_table() as table, table.client(subprotocols=offered) as client:
        assert client.ws.subprotocol == "coterie.v1.json"


@pytest.mark.parametrize("offered", [[], ["coterie.v0.json"], ["soap", "coterie.v2.json"]])
async def test_a_client_that_is_too_old_gets_a_sentence(offered: list[str]) -> None:
    """None of our subprotocols: a refusal and a good-bye in JSON, over a socket that opens."""
    async with open_table() as table, table.client(subprotocols=offered, greet=False) as client:
        refused = await assert_refused(client, "invalid")
        assert "coterie.v1.msgpack" in refused["accepted"]
        bye = await assert_closed(client, 4008)
        assert bye["is_final"] is True
        assert table.rooms.present == []


@pytest.mark.parametrize("encoding", BOTH)
async def test_what_comes_with_hello_is_heard_after_it(encoding: Encoding) -> None:
    """A client need not wait for the welcome before it goes on."""
    async with open_table() as table, table.client(encoding, greet=False) as client:
        await client.say(HELLO)
        await client.say(ROLL)
        await client.say(Ping(id="p"))
        types = [(await client.hear())["type"] for _ in range(3)]
        assert types == ["welcome", "accepted", "pong"]


@pytest.mark.parametrize("encoding", BOTH)
async def test_nothing_is_heard_before_hello(encoding: Encoding) -> None:
    """Each is refused by its id; hello still opens the room."""
    async with open_table() as table, table.client(encoding, greet=False) as client:
        for message in (ROLL, Ping(id=UUID), SnapshotQuery(id=UUID)):
            await client.say(message)
            await assert_refused(client, "hello_first", id=UUID)
        assert table.rooms.submitted == []
        assert (await client.ask(HELLO))["type"] == "welcome"
        await client.say(HELLO)
        await assert_refused(client, "hello_again")
        await client.still_works()
        assert len(table.rooms.present) == 1


async def test_a_credential_that_opens_nothing_gets_one_refusal_and_a_close() -> None:
    """And no event, ever, whoever joins afterwards (B3)."""
    async with open_table() as table, table.client(greet=False) as refused:
        await refused.say(Hello(token=BAD_TOKEN))
        async with table.client():
            table.rooms.publish(Presence(member=MemberId("m"), here=True))
            await assert_refused(refused, "unknown_credential")
            await assert_closed(refused, 4004)
            assert len(table.rooms.present) == 1


async def test_attaching_that_fails_is_answered() -> None:
    """A fault of the server is said to be one, and the client told to come back."""
    async with open_table() as table, table.client() as other:
        async with table.client(greet=False) as client:
            await client.say(Hello(token=BROKEN_TOKEN))
            await assert_refused(client, "internal")
            bye = await assert_closed(client, 4009)
            assert bye["is_final"] is False
        await other.still_works()


async def test_attaching_that_takes_too_long_is_answered() -> None:
    """The client is told to come back; the place it gets too late is given back."""
    async with open_table(append_timeout_s=0.02, hello_timeout_s=1.0) as table:
        async with table.client(greet=False) as client:
            await client.say(Hello(token=SLOW_TOKEN))
            await assert_refused(client, "store_unavailable")
            await assert_closed(client, 4009)
        table.rooms.may_attach.set()
        await table.rooms.until(lambda: table.rooms.left == 1)
        assert table.rooms.present == []


async def test_a_socket_that_dies_while_it_attaches_gives_its_place_back() -> None:
    """Nobody stays in a room whose socket is gone (F11)."""
    async with open_table() as table:
        raw = await table.raw_ws(greet=False)
        hello = json.dumps(
            {"type": "hello", "token": "c3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3M="}
        )
        raw.writer.write(frame(hello.encode()))
        await table.rooms.attaching.wait()
        await raw.drop()
        table.rooms.may_attach.set()
        await table.rooms.until(lambda: table.rooms.left == 1)
        assert table.rooms.present == []


@pytest.mark.parametrize("how", ["close", "drop", "half", "leave"])
async def test_the_place_is_given_back_however_the_connection_ends(how: str) -> None:
    """Once per connection: closed, dropped, half-closed, or left by intent."""
    async with open_table() as table, table.client() as other:
        raw = await table.raw_ws()
        if how == "close":
            raw.writer.write(frame(b"\x03\xe8", CLOSE))
        elif how == "drop":
            await raw.drop()
        elif how == "half":
            raw.writer.write_eof()
        else:
            raw.writer.write(frame(f'{{"type":"leave_room","id":"{UUID}"}}'.encode()))
            messages, closed = await raw.until_closed()
            assert closed is not None
            assert closed.code == 4013
            assert json.loads(messages[-1])[-1]["is_final"] is True
        await table.rooms.until(lambda: table.rooms.left == 1)
        await raw.drop()
        await other.still_works()
        assert len(table.rooms.present) == 1


async def test_a_room_that_is_full_of_work_says_so() -> None:
    """An intent that the inbox does not take is answered with when to try again."""
    async with open_table() as table, table.client() as client:
        table.rooms.is_full = True
        await client.say(ROLL)
        refused = await assert_refused(client, "busy", id=UUID)
        assert refused["retry_after_s"] > 0
        table.rooms.is_full = False
        assert (await client.ask(ROLL))["type"] == "accepted"


async def test_queries_are_answered_a_few_at_a_time_and_all_of_them() -> None:
    """More than may be in flight wait; none is refused, and intents go on being answered."""
    async with open_table() as table, table.client() as client:
        rooms = table.rooms
        rooms.may_answer.clear()
        for number in range(8):
            await client.say(SnapshotQuery(id=f"q{number}"))
        await rooms.until(lambda: rooms.asking == 8)
        assert (await client.ask(ROLL))["type"] == "accepted"
        for number in range(8, 20):
            await client.say(SnapshotQuery(id=f"q{number}"))
        rooms.may_answer.set()
        answers = [await client.hear() for _ in range(20)]
        assert {answer["id"] for answer in answers} == {f"q{number}" for number in range(20)}
        assert {answer["type"] for answer in answers} == {"result"}
        assert rooms.most_asking == 8


async def test_a_query_that_fails_is_answered() -> None:
    """Exactly once, and the connection goes on."""
    async with open_table() as table, table.client() as client:
        table.rooms.ask_fails = True
        await client.say(SnapshotQuery(id="q"))
        await assert_refused(client, "internal", id="q")
        await client.still_works()


async def test_a_query_that_takes_too_long_is_answered() -> None:
    """The time limit is the server's, not the client's patience."""
    async with open_table(append_timeout_s=0.02) as table, table.client() as client:
        table.rooms.may_answer.clear()
        await client.say(SnapshotQuery(id="q"))
        await assert_refused(client, "store_unavailable", id="q")
        await client.still_works()


async def test_messages_are_heard_in_their_order_whole_or_in_pieces() -> None:
    """What comes whole is acted on at once, but never before what came in pieces ahead of it."""

    def in_pieces(message: bytes) -> bytes:
        return frame(message[:9], fin=False) + frame(message[9:], CONT)

    async with open_table() as table:
        raw = await table.raw_ws()
        ways = (frame, in_pieces, frame, in_pieces, in_pieces, frame)
        ids = [f"{number}{UUID[1:]}" for number in range(len(ways))]
        rolls = [f'{{"type":"roll","id":"{id}","pool":3}}'.encode() for id in ids]
        raw.writer.write(b"".join(way(roll) for way, roll in zip(ways, rolls, strict=True)))
        answered: list[str] = []
        while len(answered) < len(ids):
            _, answer = await raw.read()
            answered += [item["id"] for item in json.loads(answer)]
        assert [intent.id for intent in table.rooms.submitted] == answered == ids
        await raw.drop()


async def test_queries_in_flight_end_with_their_connection() -> None:
    """Nothing is computed on for a client that is gone."""
    async with open_table() as table:
        table.rooms.may_answer.clear()
        raw = await table.raw_ws()
        raw.writer.write(frame(b'{"type":"snapshot","id":"q"}') * 3)
        await table.rooms.until(lambda: table.rooms.asking == 3)
        await raw.drop()
        await table.rooms.until(lambda: table.rooms.left == 1)
        assert table.rooms.asking == 0


# --- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before hello", "after hello"])
@pytest.mark.parametrize(
    ("payload", "opcode", "code"),
    [
        (b"", TEXT, "malformed"),
        (b"{", TEXT, "malformed"),
        (b"[]", TEXT, "invalid"),
        (b"[" * 10_000, TEXT, "invalid"),
        (b'{"type":' + b"[" * 10_000, TEXT, "malformed"),
        (b'{"type":"ping","id":' + b"[" * 10_000 + b"]" * 5_000 + b"}", TEXT, "invalid"),
        (b'{"type":"ping","id":NaN}', TEXT, "malformed"),
        (b'{"type":"ping","id":"\\ud800"}', TEXT, "malformed"),
        (b'{"type":"ping","id":"a","id":"b"}', TEXT, "malformed"),
        (b'{"type":"nothing"}', TEXT, "unknown_type"),
        (b'{"type":"ping","extra":1}', TEXT, "invalid"),
        (b'{"type":"ping"}', BINARY, "malformed"),
        (b"\x81\xa4type\xa4ping", BINARY, "malformed"),
        (b"\x00\x01\x02", TEXT, "malformed"),
        (b'{"type":"ping","id":"\x00"}', TEXT, "malformed"),
    ],
)
async def test_bad_messages_are_refused_and_the_talk_goes_on(
    payload: bytes, opcode: int, code: str, when: str
) -> None:
    """Whatever a message holds, it is one refusal with a sentence, and nothing else happens."""
    async with open_table() as table, table.client() as other:
        raw = await table.raw_ws(greet=when == "after hello")
        for _ in range(3):
            raw.writer.write(frame(payload, opcode))
            _, answer = await raw.read()
            (item,) = json.loads(answer)
            assert (item["type"], item["code"]) == ("rejected", code)
            assert item["message"].endswith(".")
        await raw.drop()
        await other.still_works()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b'{"type":"ping","id":"\xff"}'), 1007),
        (frame(b'{"type":"ping","id":"\xed\xa0\x80"}'), 1007),
        (frame(b"x", masked=False), 1002),
        (frame(b"x", 3), 1002),
        (frame(b"x", 0), 1002),
        (b"\xf1" + frame(b"x")[1:], 1002),
        (frame(b"a", fin=False) + frame(b"b"), 1002),
        (frame(b"x" * 126, 9), 1002),
        (frame(b"", fin=False) + frame(b"", 0, fin=False) * 5_000, 1009),
    ],
    ids=[
        "not UTF-8",
        "a surrogate in UTF-8",
        "not masked",
        "unknown opcode",
        "continuation of nothing",
        "reserved bits",
        "message within a message",
        "large ping",
        "endless fragments",
    ],
)
async def test_what_is_no_websocket_is_closed_by_its_own_codes(sent: bytes, code: int) -> None:
    """Broken framing and text that is not UTF-8 end the connection, as RFC 6455 has it."""
    async with open_table() as table, table.client() as other:
        raw = await table.raw_ws()
        raw.writer.write(sent)
        _, closed = await raw.until_closed()
        assert closed is not None
        assert closed.code == code
        assert closed.reason
        await table.rooms.until(lambda: table.rooms.left == 1)
        await raw.drop()
        await other.still_works()


@pytest.mark.parametrize("encoding", BOTH)
async def test_text_and_binary_are_not_mixed_up(encoding: Encoding) -> None:
    """The other kind of frame is refused, whatever is in it."""
    async with open_table() as table, table.client(encoding) as client:
        await client.ws.send(b'{"type":"ping"}', text=encoding != Encoding.JSON)
        refused = await assert_refused(client, "malformed")
        assert "frames" in refused["accepted"]
        await client.still_works()


def padded_ping(size: int) -> bytes:
    """A ping of so many bytes."""
    return b'{"type":"ping","id":"p"}'.ljust(size)


async def test_a_message_as_large_as_the_limit_is_heard_and_one_byte_more_is_not() -> None:
    """One step over: refused by its id with the limit named, then closed with the code for it."""
    async with open_table(max_message_bytes=1_000) as table, table.client() as other:
        async with table.client() as client:
            await client.ws.send(padded_ping(1_000), text=True)
            assert (await client.hear())["type"] == "pong"
            await client.ws.send(padded_ping(1_001), text=True)
            refused = await assert_refused(client, "too_large", id="p")
            assert "1000" in refused["accepted"]
            await assert_closed(client, 4011)
        await other.still_works()


async def test_the_size_of_a_message_is_counted_in_bytes() -> None:
    """Text of other scripts has fewer characters than bytes."""
    async with open_table(max_message_bytes=1_000) as table, table.client() as client:
        await client.ws.send(b'{"type":"ping","id":"' + "李".encode() * 400 + b'"}', text=True)
        await assert_refused(client, "too_large", id=None)
        await assert_closed(client, 4011)


@pytest.mark.parametrize("megabytes", [1, 10])
async def test_a_huge_frame_is_not_even_read(megabytes: int) -> None:
    """Its header is enough to close with 1009; the others do not notice."""
    async with open_table() as table, table.client() as other:
        raw = await table.raw_ws()
        huge = frame(b" " * (megabytes * 2**20))
        raw.writer.write(huge[:14])
        _, closed = await raw.until_closed()
        assert closed is not None
        assert closed.code == 1009
        assert "exceeds limit" in closed.reason
        await raw.drop()
        await other.still_works()


async def test_control_characters_are_refused_by_the_field() -> None:
    """Text that is shown to others holds none, and says so."""
    async with open_table() as table, table.client() as client:
        for text in ("a\x00b", "a\x1bb", "a\x7fb", "a\u0085b", "a\u2028b", "\n"):
            await client.say({"type": "rename_room", "id": UUID, "name": text})
            refused = await assert_refused(client, "invalid", id=UUID, field="name")
            assert "control characters" in refused["accepted"]
        assert table.rooms.submitted == []


async def test_bad_messages_have_a_budget() -> None:
    """As many as the budget are refused; the next is refused too, and is the last."""
    async with open_table(bad_messages_burst=3) as table, table.client() as other:
        async with table.client() as client:
            for _ in range(3):
                await client.say({"type": "nothing"})
                await assert_refused(client, "unknown_type")
            await client.still_works()
            await client.say({"type": "nothing"})
            await assert_refused(client, "unknown_type")
            bye = await assert_closed(client, 4007)
            assert bye["is_final"] is False
        await other.still_works()


async def test_intents_have_a_pace() -> None:
    """The burst is accepted, one more is told when to come again; going on ends the talk."""
    async with open_table(intents_burst=5, intents_per_s=0.01, bad_messages_burst=2) as table:
        async with table.client() as client:
            for _ in range(9):
                await client.say(StartSession(id=UUID))
            answers = await client.to_the_end()
            kinds = [answer.get("code", answer["type"]) for answer in answers]
            assert kinds == ["accepted"] * 5 + ["rate_limited"] * 3 + [4007]
            assert answers[5]["retry_after_s"] == pytest.approx(100, abs=1)
            assert answers[5]["id"] == UUID
        assert len(table.rooms.submitted) == 5


async def test_queries_have_a_pace_of_their_own() -> None:
    """The burst is answered, one more is told when to come again; intents still pass."""
    async with open_table(queries_burst=2, queries_per_s=0.01) as table, table.client() as client:
        await client.still_works()
        assert (await client.ask(SnapshotQuery(id="q")))["type"] == "result"
        await client.say(SnapshotQuery(id="q"))
        await assert_refused(client, "rate_limited", id="q")
        assert (await client.ask(ROLL))["type"] == "accepted"


@pytest.mark.parametrize("ending", ["drop", "half"])
async def test_a_frame_cut_anywhere_harms_nobody(ending: str) -> None:
    """Cut at each byte and dropped: never taken for a whole one, and nothing is left behind."""
    roll = frame(json.dumps({"type": "roll", "id": UUID, "pool": 3}).encode())
    async with open_table() as table, table.client() as other:
        for end in range(len(roll)):
            raw = await table.raw_ws()
            raw.writer.write(roll[:end])
            if ending == "half":
                raw.writer.write_eof()
                await raw.body()
            await raw.drop()
            gone = end + 1
            await table.rooms.until(lambda gone=gone: table.rooms.left == gone)  # type: ignore[misc]
        assert table.rooms.submitted == []
        await other.still_works()


async def test_a_frame_in_pieces_is_one_frame() -> None:
    """However the bytes arrive, one at a time too."""
    async with open_table() as table:
        raw = await table.raw_ws()
        for byte in frame(b'{"type":"ping","id":"p"}'):
            raw.writer.write(bytes((byte,)))
            await raw.writer.drain()
        assert json.loads((await raw.read())[1])[0]["id"] == "p"
        raw.writer.write(frame(b'{"type":"pi', fin=False) + frame(b'ng","id":"f"}', 0))
        assert json.loads((await raw.read())[1])[0]["id"] == "f"
        await raw.drop()


# --- what the log says ---------------------------------------------------------------------------


async def test_the_log_holds_two_lines_and_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    """One when a connection opens, one when it ends with why and how much; no token, no message."""
    with caplog.at_level(logging.DEBUG):
        async with open_table() as table:
            async with table.client() as client:
                await client.say(Roll(id=UUID, pool=3, note="SECRET-NOTE"))
                await client.hear()
                await client.ask({"type": "roll", "id": UUID, "SECRET": "SECRET"})
                await client.ask(LeaveRoom(id=UUID))
                await client.to_the_end()
            async with table.client(greet=False) as client:
                await client.say({"type": "hello", "token": "SECRET" * 20})
                await client.hear()
                await client.say(Hello(token=BAD_TOKEN))
                await client.to_the_end()
    ours = [each for each in caplog.records if each.name.startswith("server.")]
    assert not [each for each in ours if each.levelno > logging.INFO]
    opened = [each for each in ours if each.getMessage() == "connection opened"]
    closed = [each for each in ours if each.getMessage() == "connection closed"]
    assert len(opened) == len(closed) == 2
    facts = vars(closed[0])
    assert facts["why"] == "left"
    assert facts["close_code"] == 4013
    assert facts["messages_received"] == 4
    assert facts["items_sent"] == 4
    assert facts["seconds"] >= 0
    everything = "\n".join(repr(vars(each)) for each in ours)
    for secret in ("SECRET", "tttttt", "dHR0", "bbbbbb", "YmJi"):
        assert secret not in everything


async def test_a_fault_in_one_connection_ends_that_one_alone(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is logged with its traceback, and the client told to come back."""

    def fail(table: Table, client: object) -> None:
        seat_type = type(client)
        raise RuntimeError(seat_type.__name__)

    async with open_table() as table, table.client() as other, table.client() as client:
        monkeypatch.setattr(
            "tests.gateway.fakes.FakeSeat.submit", lambda seat, intent: fail(table, seat)
        )
        await client.say(ROLL)
        await assert_closed(client, 4009)
        await other.still_works()
    failures = [each for each in caplog.records if each.getMessage() == "connection failed"]
    assert len(failures) == 1
    assert failures[0].exc_info is not None


async def test_many_come_and_go_while_events_flow() -> None:
    """Joining and leaving disturbs nobody who stays: all events, in order (F5)."""
    async with open_table() as table, table.client() as stayer:

        async def churn() -> None:
            for _ in range(25):
                raw = await table.raw_ws()
                await raw.drop()

        async def publish() -> None:
            for number in range(500):
                table.rooms.publish(Presence(member=MemberId(str(number)), here=True))
                await asyncio.sleep(0)

        await asyncio.gather(churn(), churn(), publish())
        heard = [await stayer.hear() for _ in range(500)]
        assert [item["member"] for item in heard] == [str(number) for number in range(500)]
        await table.rooms.until(lambda: table.rooms.left == 50)


async def test_a_handshake_that_is_none_gets_a_sentence() -> None:
    """A missing key, an unknown version: refused over HTTP, with our fields."""
    async with open_table() as table:
        for wrong in ({"Sec-WebSocket-Key": ""}, {"Sec-WebSocket-Version": "12"}):
            async with await table.raw() as raw:
                status, fields = await raw.request(fields=wrong)
                assert status == 400
                assert fields["X-Content-Type-Options"] == "nosniff"
                assert await raw.body()
        with pytest.raises(InvalidHandshake):
            async with table.client(fields={"Origin": "https://evil.example"}):
                pass


async def test_presence_is_paused_and_comes_again_with_who_is_here() -> None:
    """A page that nobody looks at says so by a ping; its outbox is told no more of presence."""
    async with open_table() as table, table.client() as client:
        (subscriber,) = table.rooms.present
        pong = await client.ask(Ping(id="1", presence=False))
        assert pong["type"] == "pong"
        assert "present" not in pong
        assert not subscriber.wants_presence
        pong = await client.ask(Ping(id="2", presence=True))
        assert pong["present"] == ["member"]
        assert subscriber.wants_presence
