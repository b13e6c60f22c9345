"""PROTOCOL.md is complete: nothing that travels is missing, and what it shows is what it says."""

import json
import re
from typing import get_args

import msgspec
import pytest

from protocol.codec import SUBPROTOCOLS, Encoding, decode_from_client
from protocol.codes import CloseCode, Code
from protocol.from_client import Intent
from protocol.from_server import FromServer, Limits
from protocol.generating_document import types_of_table
from protocol.generating_types import all_types, structs_of
from tests.protocol import document
from tests.protocol.conversation import COMMAND, DOCUMENT, with_conversation, written


@pytest.mark.parametrize(
    "title", ["intent", "query", "event", "item", "entry", "result", "receipt", "object"]
)
def test_every_type_has_its_row(title: str) -> None:
    """A table lists every type that belongs into it, once, with what its fields are."""
    assert sorted(document.named(title)) == sorted(types_of_table(title))
    assert all(row["fields"] for row in document.rows_of(title))


def test_every_intent_may_be_placed_or_says_who_learns_of_it() -> None:
    """A13: an intent has a visibility, or its row in the table of those without one."""
    unplaced = {
        str(intent.__struct_config__.tag)
        for intent in get_args(Intent)
        if "visibility" not in intent.__struct_fields__
    }
    assert sorted(document.named("unplaced intent")) == sorted(unplaced)
    assert all(all(row.values()) for row in document.rows_of("unplaced intent"))


def test_other_messages_have_their_rows() -> None:
    """Messages of a client that are neither intents nor queries are listed too."""
    requests = {str(struct.tag) for union in ("Intent", "Query") for struct in structs_of(union)}
    everything = {str(struct.tag) for struct in structs_of("FromClient")}
    assert set(document.named("message")) == everything - requests


def test_every_code_is_explained() -> None:
    """No rejection and no close code leaves a client without something to do next."""
    assert sorted(document.named("code")) == sorted(Code)
    assert document.named("close code") == [str(code.value) for code in CloseCode]
    for title in ("code", "close code"):
        for row in document.rows_of(title):
            assert row["meaning"], row
            assert row["what to do next"], row


@pytest.mark.parametrize("code", CloseCode)
def test_close_codes_are_told_as_they_are(code: CloseCode) -> None:
    """Name and finality of a close code are the server's."""
    row = document.row_of("close code", str(code.value))
    assert document.words(row["name"]) == [code.name]
    assert row["final"] == ("yes" if code.is_final else "no")


def test_every_word_is_explained() -> None:
    """Every word of every vocabulary stands in the document."""
    shown = set(document.words(document.prose()))
    for name, type_ in all_types().items():
        cls = type_.cls
        if not hasattr(cls, "__members__"):
            continue
        missing = {str(each.value) for each in cls} - shown
        assert not missing, f"{name}: {missing}"


def test_subprotocols_and_limits_are_listed() -> None:
    """What a client must offer and what it may run into is said, and nothing else."""
    assert document.named("subprotocol") == list(SUBPROTOCOLS)
    assert document.named("limit") == list(Limits.__struct_fields__)


@pytest.mark.parametrize(("claim", "block"), document.blocks())
def test_examples_are_what_they_claim(claim: str, block: str) -> None:
    """Every block of JSON decodes as what it says it is."""
    if claim == "from_client":
        decode_from_client(block, Encoding.JSON)
    else:
        assert claim == "from_server", "say what a block is: ```json from_client or from_server"
        items = msgspec.json.decode(block, type=list[FromServer])
        assert json.loads(msgspec.json.encode(items)) == json.loads(block)


async def test_the_conversation_is_what_the_server_says() -> None:
    """The conversation in the document is word for word what a real server says today."""
    told = with_conversation(document.text(), await written())
    assert told == document.text(), f"{DOCUMENT.name} is stale; mend it with `{COMMAND}`"


def test_links_lead_somewhere() -> None:
    """Every link inside the document has its heading, and the contents list every section."""
    anchors = [document.anchor(heading) for heading in document.headings()]
    links = re.findall(r"\]\(#([^)]+)\)", document.text())
    assert set(links) <= set(anchors)
    contents = re.findall(r"^\d+\. \[(.+)\]\(#.+\)$", document.text(), re.MULTILINE)
    sections = re.findall(r"^## (.+)$", document.text(), re.MULTILINE)
    assert contents == [section for section in sections if section != "Contents"]


def test_no_path_of_a_machine_is_shown() -> None:
    """The document is published: it says nothing of where it was written."""
    published = [DOCUMENT, *DOCUMENT.parent.rglob("*.json"), *DOCUMENT.parent.rglob("*.d.ts")]
    for path in published:
        shown = re.search(r"/(work|home|root|tmp|Users)/", path.read_text(encoding="utf-8"))
        assert shown is None, path
