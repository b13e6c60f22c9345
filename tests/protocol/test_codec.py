"""The codec: strict and never surprised on the way in, byte-exact on the way out."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from protocol import codec
from protocol.codec import BadMessage, Encoding, decode_from_client
from protocol.codes import Code
from protocol.events import Event
from protocol.from_client import FromClient, Intent, Roll, SetHouseRules
from protocol.from_server import Accepted, EventPush, FromServer, Pong
from protocol.house import HouseRules
from protocol.ids import Mark, ViewSeq
from tests.protocol.samples import UUID, samples_of, structs_of

BOTH = list(Encoding)
HEAD = f'{{"type":"roll","id":"{UUID}"'
EVENTS: list[Any] = samples_of(Event)
FROM_CLIENT: list[Any] = samples_of(FromClient)
INTENTS: list[Any] = samples_of(Intent)


def encode(message: object, encoding: Encoding) -> str | bytes:
    """What a client would send."""
    if encoding == Encoding.JSON:
        return msgspec.json.encode(message).decode()
    return msgspec.msgpack.encode(message)


def refuse(data: str | bytes, encoding: Encoding = Encoding.JSON) -> BadMessage:
    """Decode what must not decode."""
    with pytest.raises(BadMessage) as caught:
        decode_from_client(data, encoding)
    return caught.value


def roll(**fields: object) -> dict[str, object]:
    """A roll as a client writes it, with other fields."""
    return {"type": "roll", "id": UUID, "pool": 3} | fields


# --- what is right comes through ----------------------------------------------------------------


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("message", FROM_CLIENT, ids=lambda m: type(m).__name__)
def test_every_client_message_comes_through(message: Any, encoding: Encoding) -> None:
    """What a client encodes is what the server decodes, for every type there is."""
    assert decode_from_client(encode(message, encoding), encoding) == message


@pytest.mark.parametrize("encoding", BOTH)
def test_defaults_may_be_written_out_and_fields_come_in_any_order(encoding: Encoding) -> None:
    """A client need not know which values are defaults, nor put `type` first."""
    data = encode({"pool": 3, "label": "", "id": UUID, "type": "roll"}, encoding)
    assert decode_from_client(data, encoding) == Roll(id=UUID, pool=3)


def test_numbers_and_lengths_need_not_be_terse_in_messagepack() -> None:
    """Some encoders write every number in four bytes and every length in two."""
    head = b"\xde\x00\x03\xda\x00\x04type\xda\x00\x04roll\xdb\x00\x00\x00\x02id\xd9\x24"
    data = head + UUID.encode() + b"\xd9\x04pool\xd3" + (3).to_bytes(8, "big")
    assert decode_from_client(data, Encoding.MSGPACK) == Roll(id=UUID, pool=3)


@pytest.mark.parametrize(
    "name", ["Zoë", "Łucja", "Ольга", "李", "👩‍👩‍👧", "عمر", "Zoe\u0308", "x" * 200]
)
@pytest.mark.parametrize("encoding", BOTH)
def test_names_come_through_byte_for_byte(name: str, encoding: Encoding) -> None:
    """Nothing is normalised: accents, other scripts, emoji with joiners, NFC and NFD stay (H1)."""
    message = {"type": "rename_room", "id": UUID, "name": name}
    decoded: Any = decode_from_client(encode(message, encoding), encoding)
    assert decoded.name.encode() == name.encode()


# --- what is wrong is refused, and says what would be right --------------------------------------


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize(
    ("message", "code", "field", "accepted"),
    [
        (roll(pool=0), Code.INVALID, "pool", "a whole number from 1 to 40 or null"),
        (roll(pool=41), Code.INVALID, "pool", "a whole number from 1 to 40 or null"),
        (roll(pool=-1), Code.INVALID, "pool", "a whole number from 1 to 40 or null"),
        (roll(pool="3"), Code.INVALID, "pool", "a whole number from 1 to 40 or null"),
        (roll(pool=3.0), Code.INVALID, "pool", "a whole number from 1 to 40 or null"),
        (roll(pool=True), Code.INVALID, "pool", "a whole number from 1 to 40 or null"),
        (roll(pool=2**53), Code.INVALID, "pool", "a whole number from 1 to 40 or null"),
        (roll(difficulty=0), Code.INVALID, "difficulty", "a whole number from 1 to 99 or null"),
        (roll(surge=1), Code.INVALID, "surge", "true or false"),
        (
            roll(visibility="publik"),
            Code.INVALID,
            "visibility",
            "one of public, private, secret, blind, whisper or null",
        ),
        (
            roll(modifiers=[{"label": "a", "dice": 1}, {"label": "b", "dice": 41}]),
            Code.INVALID,
            "modifiers[1].dice",
            "a whole number from -40 to 40",
        ),
        (
            roll(modifiers=[{"label": "a", "dice": 1}] * 21),
            Code.INVALID,
            "modifiers",
            "a list, at most 20 items",
        ),
        (
            roll(modifiers=[{"label": "a", "dice": 1, "why": 1}]),
            Code.INVALID,
            "modifiers[0].why",
            "the fields label, dice",
        ),
        (
            roll(label="a\x00b"),
            Code.INVALID,
            "label",
            "text without control characters, at most 200 characters",
        ),
        (
            roll(label="a\u2028b"),
            Code.INVALID,
            "label",
            "text without control characters, at most 200 characters",
        ),
        (
            {"type": "rename_room", "id": UUID, "name": "   "},
            Code.INVALID,
            "name",
            "text without control characters, not blank, 1 to 200 characters",
        ),
        (
            {"type": "rename_room", "id": UUID, "name": "x" * 201},
            Code.INVALID,
            "name",
            "text without control characters, not blank, 1 to 200 characters",
        ),
        (
            roll(character="a b"),
            Code.INVALID,
            "character",
            "an id as the server gave it, 1 to 64 characters or null",
        ),
        (roll(id=UUID.upper() + "A"), Code.INVALID, "id", "a UUID in lower case"),
        (
            {"type": "set_tracker", "id": UUID, "character": "c", "tracker": "health", "value": 1},
            Code.INVALID,
            "tracker",
            "one of blood_pool, blood_potency, humanity, hunger, stains",
        ),
        (
            {
                "type": "heal",
                "id": UUID,
                "character": "c",
                "track": "health",
                "kind": "superficial",
            },
            Code.INVALID,
            "amount",
            "a whole number from 1 to 50",
        ),
        (
            {"type": "hello", "token": "x"},
            Code.INVALID,
            "token",
            "32 bytes (in JSON as base64 with padding)",
        ),
        (
            {"type": "snapshot", "id": "q", "verbose": True},
            Code.INVALID,
            "verbose",
            "the fields type, id, as, at",
        ),
    ],
    ids=lambda value: None if isinstance(value, Code) else str(value)[:40],
)
def test_a_wrong_field_is_named_with_what_would_be_accepted(
    message: dict[str, object], code: Code, field: str, accepted: str, encoding: Encoding
) -> None:
    """One step over each kind of bound is refused, by the field's name and with the bound."""
    refused = refuse(encode(message, encoding), encoding)
    assert (refused.code, refused.field, refused.accepted) == (code, field, accepted)
    assert refused.id == message.get("id")
    assert field in refused.message


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("word", ["dice_faces", "successes", "outcome", "visibilty"])
def test_a_field_that_is_not_known_is_refused_by_name(word: str, encoding: Encoding) -> None:
    """A typo is never silently public, and results cannot be brought along (B7)."""
    refused = refuse(encode(roll(**{word: 1}), encoding), encoding)
    assert (refused.code, refused.field, refused.id) == (Code.INVALID, word, UUID)
    assert word in refused.message
    assert refused.accepted is not None
    assert "visibility" in refused.accepted


@pytest.mark.parametrize("encoding", BOTH)
def test_an_unknown_type_is_refused_with_the_types_there_are(encoding: Encoding) -> None:
    """A client of another version learns what this server understands."""
    refused = refuse(encode({"type": "rol", "id": UUID}, encoding), encoding)
    assert (refused.code, refused.field, refused.id) == (Code.UNKNOWN_TYPE, "type", UUID)
    assert refused.accepted is not None
    for type_ in structs_of(FromClient):
        assert str(type_.tag) in refused.accepted


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("message", [{}, {"id": "x", "pool": 3}, {"type": 7}, {"type": None}])
def test_a_message_without_a_type_is_refused(message: object, encoding: Encoding) -> None:
    """The field `type` is asked for by name."""
    refused = refuse(encode(message, encoding), encoding)
    assert (refused.code, refused.field) == (Code.INVALID, "type")
    assert "ping" in (refused.accepted or "")


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("value", [None, True, 3, 2.5, "ping", [], [{"type": "ping"}]])
def test_what_is_no_object_is_refused(value: object, encoding: Encoding) -> None:
    """A message is one object; clients send no arrays of them."""
    assert refuse(encode(value, encoding), encoding).code == Code.INVALID


@pytest.mark.parametrize("encoding", BOTH)
def test_an_entry_of_unknown_kind_is_refused_with_the_kinds(encoding: Encoding) -> None:
    """The kinds of entry are a union of their own, inside `hello`."""
    message = {"type": "hello", "token": b"x" * 32, "entry": {"type": "root"}}
    refused = refuse(encode(message, encoding), encoding)
    assert (refused.code, refused.field) == (Code.INVALID, "entry.type")
    assert refused.accepted == "an object of type member, invite, device_link, create"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        '{"type":"ping"',
        '{"type":"ping"}x',
        '{"type":"ping"}{"type":"ping"}',
        "{'type':'ping'}",
        '{"type":"ping",}',
        '{"type":"ping","id":NaN}',
        '{"type":"ping","id":Infinity}',
        '{"type":"ping","id":"\\ud800"}',
        '{"type":"ping","id":"\\udc00\\ud800"}',
        '{"type":"ping","id":"\ud800"}',
        '{"type":"ping","id":"a\nb"}',
        '{"type":"ping","id":"\\x00"}',
        '\ufeff{"type":"ping"}',
        '{"type":"ping","id":"a","id":"a"}',
        '{"type":"ping","type":"ping"}',
        '{"type":"ping","type":"roll"}',
        '{"type":"ping","i\\u0064":"a","id":"b"}',
        HEAD + ',"pool":3,"modifiers":[{"label":"a","dice":1,"dice":2}]}',
    ],
)
def test_broken_json_is_malformed(text: str) -> None:
    """Not JSON, more than one value, lone surrogates, NaN, repeated fields: all one answer."""
    refused = refuse(text)
    assert refused.code == Code.MALFORMED
    assert refused.message.endswith(".")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x81",
        b"\x81\xa4type\xa4ping\xc0",
        b"\x82\xa4type\xa4ping\xa2id\xa1\xff",
        b"\x82\xa4type\xa4ping\xa2id\xa3\xed\xa0\x80",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x83\xa4type\xa4ping\xa2id\xa1a\xa2id\xa1b",
        b"\x83\xa4type\xa4ping\xa2id\xa1a\xd9\x02id\xa1b",
        b"\x82\xa4type\xa4ping\xa4type\xa4ping",
        msgspec.msgpack.encode(roll(modifiers=[0])).replace(
            b"\x91\x00", b"\x91\x83\xa5label\xa1a\xa4dice\x01\xa4dice\x02"
        ),
    ],
)
def test_broken_messagepack_is_malformed(data: bytes) -> None:
    """Truncated, trailing, not UTF-8, lengths that lie, repeated fields: all one answer."""
    assert refuse(data, Encoding.MSGPACK).code == Code.MALFORMED


@pytest.mark.parametrize(
    "data",
    [
        b"\xdd\xff\xff\xff\xff",
        b"\x82\xa4type\xa4ping\xa2id\xdd\xff\xff\xff\xff",
        b"\x82\xa4type\xa4ping\xa2zz\xdf\xff\xff\xff\xff",
        b"\x82\xa4type\xa4ping\x01\x02",
        msgspec.msgpack.encode({"type": "ping", "id": float("nan")}),
        msgspec.msgpack.encode({"type": "ping", "id": b"x"}),
        msgspec.msgpack.encode({"type": "ping", "id": msgspec.msgpack.Ext(5, b"x")}),
        msgspec.msgpack.encode(roll(pool=2**64 - 1)),
    ],
)
def test_messagepack_of_another_shape_is_refused(data: bytes) -> None:
    """Values that JSON cannot say are no way around the types."""
    assert refuse(data, Encoding.MSGPACK).code in {Code.MALFORMED, Code.INVALID}


@pytest.mark.parametrize("digits", [20, 400, 4_300, 16_000])
def test_huge_numbers_are_refused(digits: int) -> None:
    """A number of thousands of digits is out of range, not an overflow somewhere inside (F13)."""
    refused = refuse(HEAD + f',"pool":{"9" * digits}}}')
    assert (refused.code, refused.field, refused.id) == (Code.INVALID, "pool", UUID)
    refused = refuse(HEAD + f',"pool":1e{"9" * digits}}}')
    assert refused.code in {Code.INVALID, Code.MALFORMED}


@pytest.mark.parametrize("depth", [10, 1_000, 10_000, 1_000_000])
@pytest.mark.parametrize(
    "shape",
    ["%s", '{"type":"ping","id":%s}', '{"type":"ping","zz":%s}', '{"id":%s,"type":"ping"}'],
)
def test_deep_nesting_is_refused(shape: str, depth: int) -> None:
    """Arrays in arrays, closed or not, never reach the recursion limit from outside."""
    for nest in ("[" * depth, "[" * depth + "]" * depth, '{"a":' * depth):
        assert refuse(shape % nest).code in {Code.MALFORMED, Code.INVALID}


@pytest.mark.parametrize("depth", [10, 1_000, 10_000, 1_000_000])
def test_deep_nesting_is_refused_in_messagepack(depth: int) -> None:
    """One byte per level makes the deepest nests."""
    for head in (b"", b"\x82\xa4type\xa4ping\xa2id", b"\x82\xa4type\xa4ping\xa2zz"):
        refused = refuse(head + b"\x91" * depth + b"\xc0", Encoding.MSGPACK)
        assert refused.code in {Code.MALFORMED, Code.INVALID}


def test_the_wrong_kind_of_frame_is_refused() -> None:
    """JSON comes as text and MessagePack as binary, whatever is inside."""
    assert refuse(b'{"type":"ping"}', Encoding.JSON).accepted == "text frames"
    assert refuse('{"type":"ping"}', Encoding.MSGPACK).accepted == "binary frames"


@pytest.mark.parametrize("encoding", BOTH)
def test_a_message_cut_anywhere_is_refused(encoding: Encoding) -> None:
    """Every beginning of every message that is not the whole of it is refused."""
    for message in FROM_CLIENT:
        data = encode(message, encoding)
        for end in range(len(data)):
            assert refuse(data[:end], encoding).code in {Code.MALFORMED, Code.INVALID}


@given(st.text(max_size=300) | st.text('{}[]":,\\ud8019eE.-+ntfa', max_size=60))
def test_any_text_decodes_or_is_refused(text: str) -> None:
    """Whatever text comes, nothing but a message or a BadMessage comes out."""
    try:
        decode_from_client(text, Encoding.JSON)
    except BadMessage as refused:
        msgspec.json.encode((refused.id, refused.field, refused.message, refused.accepted))


@given(st.binary(max_size=300))
def test_any_bytes_decode_or_are_refused(data: bytes) -> None:
    """Whatever bytes come, nothing but a message or a BadMessage comes out."""
    try:
        decode_from_client(data, Encoding.MSGPACK)
    except BadMessage as refused:
        msgspec.json.encode((refused.id, refused.field, refused.message, refused.accepted))


@settings(max_examples=300)
@given(st.sampled_from(FROM_CLIENT), st.sampled_from(BOTH), st.data())
def test_damaged_messages_decode_or_are_refused(
    message: object, encoding: Encoding, data: st.DataObject
) -> None:
    """A few bytes changed, added or taken out of a good message: the same two ways out."""
    whole = bytearray(
        msgspec.json.encode(message)
        if encoding == Encoding.JSON
        else msgspec.msgpack.encode(message)
    )
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(whole) - 1)))
        whole[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    sent = whole.decode(errors="surrogateescape") if encoding == Encoding.JSON else bytes(whole)
    try:
        decode_from_client(sent, encoding)
    except BadMessage as refused:
        msgspec.json.encode((refused.id, refused.field, refused.message, refused.accepted))


# --- what a refusal gives away -------------------------------------------------------------------


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello", "token": b"SECRET" * 6},
        {"type": "hello", "token": "SECRETSECRET"},
        {"type": "hello", "token": b"x" * 32, "client": ["SECRET"]},
        {"type": "SECRET"},
        {"type": "hello", "token": b"x" * 32, "entry": {"type": "SECRET"}},
        {"type": "hello", "token": b"x" * 32, "entry": {"type": "create", "create_key": "SECRET"}},
        roll(visibility="SECRET"),
        roll(note="SECRET\x00"),
        {"type": "ping", "id": "SECRET" * 50},
        {"type": "ping", "SECRET\n": 1},
        {"type": "ping", "SECRET" * 20: 1},
    ],
)
def test_a_refusal_repeats_no_value(message: object, encoding: Encoding) -> None:
    """Tokens, keys and notes stand in no refusal, so they can reach no log and no screen."""
    refused = refuse(encode(message, encoding), encoding)
    text = repr((refused.id, refused.field, refused.message, refused.accepted, str(refused)))
    assert "SECRET" not in text
    assert "U0VDUkVU" not in text


@pytest.mark.parametrize(
    ("id", "recovered"),
    [
        ("abc", "abc"),
        ("x" * 64, "x" * 64),
        ("x" * 65, None),
        ("", None),
        ("a\nb", None),
        (7, None),
        (["a"], None),
        (None, None),
    ],
)
@pytest.mark.parametrize("encoding", BOTH)
def test_an_id_is_recovered_when_it_could_be_one(
    id: object, recovered: str | None, encoding: Encoding
) -> None:
    """The answer reaches the request it belongs to, unless its id is no id."""
    assert refuse(encode(roll(id=id, zz=1), encoding), encoding).id == recovered


def test_an_id_is_recovered_from_broken_json() -> None:
    """A request cut short is answered by its id, if that came through."""
    assert refuse(HEAD + ',"pool":').id == UUID
    assert refuse('{"type":"roll","note":"\\"id\\":\\"x\\"').id is None


# --- on the way out ------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize(
    ("seq", "mark", "at_ms"),
    [(1, "m", 0), (127, "aZ-_9", 128), (128, "x" * 40, 2**32), (2**40, 'q"\\é', 1_790_000_000_123)],
)
def test_a_spliced_event_is_the_encoded_push(
    event: Any, encoding: Encoding, seq: int, mark: str, at_ms: int
) -> None:
    """Splicing an encoded body gives the very bytes of encoding the whole push."""
    push = EventPush(seq=ViewSeq(seq), mark=Mark(mark), at=at_ms, event=event)
    body = codec.encode_event_body(event, encoding)
    spliced = codec.splice_event(ViewSeq(seq), Mark(mark), at_ms, body, encoding)
    assert spliced == codec.encode_item(push, encoding)


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_a_stored_body_serves_both_encodings(event: Any, encoding: Encoding) -> None:
    """A body stored as JSON becomes the bytes that the event itself would have been."""
    stored = codec.encode_event_body(event, Encoding.JSON)
    assert codec.json_body_to(encoding, stored) == codec.encode_event_body(event, encoding)


def test_events_hold_nothing_whose_bytes_the_types_do_not_know() -> None:
    """Bytes are text in JSON and binary in MessagePack; `json_body_to` tells them by their type."""
    kinds = repr(inspect.type_info(Event))
    for kind in ("ByteArrayType", "DateTimeType", "DecimalType", "AnyType"):
        assert kind not in kinds


@pytest.mark.parametrize("count", [0, 1, 2, 15, 16, 17, 65_535, 65_536])
def test_joined_items_are_one_array(count: int) -> None:
    """The array around encoded items decodes to those items, at every width of its header."""
    item = codec.encode_item(Pong(id="", server_time_ms=1), Encoding.JSON)
    joined = codec.join_items([item] * count, Encoding.JSON)
    assert json.loads(joined) == [{"type": "pong", "id": "", "server_time_ms": 1}] * count
    packed = codec.encode_item(Pong(id="", server_time_ms=1), Encoding.MSGPACK)
    joined = codec.join_items([packed] * count, Encoding.MSGPACK)
    plain = [{"type": "pong", "id": "", "server_time_ms": 1}] * count
    assert msgspec.msgpack.decode(joined) == plain
    assert joined == msgspec.msgpack.encode(plain)


@pytest.mark.parametrize("encoding", BOTH)
def test_every_server_message_is_readable(encoding: Encoding) -> None:
    """What the server encodes, its own types decode."""
    items: list[Any] = samples_of(FromServer)
    for item in items:
        data = codec.encode_item(item, encoding)
        decode = msgspec.json.decode if encoding == Encoding.JSON else msgspec.msgpack.decode
        assert decode(data, type=FromServer) == item


def test_an_empty_sequence_is_left_out_of_accepted() -> None:
    """Where the sender sees none of its events, not even the key of their number is there."""
    item = codec.encode_item(Accepted(id="a"), Encoding.JSON)
    assert item == b'{"type":"accepted","id":"a"}'


# --- digests -------------------------------------------------------------------------------------


@pytest.mark.parametrize("intent", INTENTS, ids=lambda i: type(i).__name__)
def test_the_digest_is_the_same_for_both_encodings(intent: Any) -> None:
    """An intent sent again over the other encoding is the same intent (C1, C3)."""
    digests = {
        codec.intent_digest(decode_from_client(encode(intent, each), each))  # type: ignore[arg-type]
        for each in BOTH
    }
    assert digests == {codec.intent_digest(intent)}
    assert {len(digest) for digest in digests} == {32}


def test_the_digest_knows_what_was_said_from_how_it_was_said() -> None:
    """Field order and written-out defaults change nothing; any other value does."""
    plain: Any = decode_from_client(encode(roll(), Encoding.JSON), Encoding.JSON)
    wordy: Any = decode_from_client(HEAD + ',"label":"","surge":false,"pool":3}', Encoding.JSON)
    other: Any = decode_from_client(encode(roll(surge=True), Encoding.JSON), Encoding.JSON)
    assert codec.intent_digest(plain) == codec.intent_digest(wordy)
    assert codec.intent_digest(plain) != codec.intent_digest(other)


def test_all_intents_have_different_digests() -> None:
    """Two intents that differ in type or in any field never share a digest."""
    assert len({codec.intent_digest(intent) for intent in INTENTS}) == len(set(map(repr, INTENTS)))


def test_digests_stay_what_they_are() -> None:
    """Stored digests are compared for ever, so these bytes must never change."""
    one = codec.intent_digest(Roll(id=UUID, pool=3))
    two = codec.intent_digest(SetHouseRules(id=UUID, house_rules=HouseRules(entered_dice=True)))
    assert (one.hex()[:16], two.hex()[:16]) == ("7b84c2cb75e92165", "f62d0771b33a12d2")


def test_the_digest_of_house_rules_does_not_hold_their_defaults() -> None:
    """A switch that is added to the house rules later leaves the digests of old intents alone."""

    class Grown(HouseRules, frozen=True, kw_only=True):
        new_switch: bool = False

    old = SetHouseRules(id=UUID, house_rules=HouseRules(entered_dice=True))
    new = SetHouseRules(id=UUID, house_rules=Grown(entered_dice=True))
    assert codec.intent_digest(old) == codec.intent_digest(new)


@pytest.mark.parametrize("label", ["", "a:b", "é" * 22, "\u2003" * 11, "x" * 22, "\\u0041" * 5])
def test_a_field_written_twice_is_refused_whatever_stands_beside_it(label: str) -> None:
    """Otherwise a roll that its sender calls secret is public for whoever reads the last word."""
    twice = (
        f'{{"type":"roll","id":"{UUID}","visibility":"secret","pool":3,'
        f'"visibility":"public","label":"{label}"}}'
    )
    with pytest.raises(BadMessage) as refused:
        decode_from_client(twice, Encoding.JSON)
    assert refused.value.code is Code.MALFORMED


@pytest.mark.parametrize("name", ["\u200b\u2060", "\u3164", "\u2800", "\u202eevil", "a\u2066b"])
def test_a_name_shows_something_and_turns_nothing_around(name: str) -> None:
    """Blank names and direction overrides would let one member pass for another, or for nobody."""
    with pytest.raises(BadMessage) as refused:
        decode_from_client(
            json.dumps({"type": "rename_room", "id": UUID, "name": name}), Encoding.JSON
        )
    assert (refused.value.code, refused.value.field) == (Code.INVALID, "name")
