"""TOOLS.md is true: every example is run and compared, and no request or field is missing."""

import io
import re
import shlex
import sys
from pathlib import Path
from types import UnionType
from typing import get_args

import msgspec
import pytest
from msgspec import inspect

from server.cli import main
from server.commands.resolving import AnyRequest
from tests.support.dockerfile import REPOSITORY

DOCUMENT = (REPOSITORY / "protocol" / "TOOLS.md").read_text("utf-8")
CONSOLES = re.findall(r"^```console\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
SHOWN = [
    tuple(part.split("\n", 1))
    for console in CONSOLES
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]
]
NAMED = re.findall(r"`(coterie (?:odds|roll|rules) [^`…]*\d[^`…]*)`", DOCUMENT)
LINES = re.findall(
    r"^```jsonl requests\n(.*?)^```\n\n```jsonl answers\n(.*?)^```",
    DOCUMENT,
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_shown_command_says_what_is_shown(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever types a command of the page sees the page's output."""
    assert main(shlex.split(command)[1:]) == 0
    said = capsys.readouterr()
    assert (said.out.rstrip(), said.err) == (output.rstrip(), "")


@pytest.mark.parametrize("command", NAMED)
def test_a_named_command_is_accepted(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A command without output on the page works too."""
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("requests", "answers"), LINES)
def test_shown_requests_have_the_shown_answers(
    requests: str,
    answers: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answers are the page's byte for byte, and the exit code tells of errors."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(requests.encode())))
    code = main(["resolve"])
    assert capsys.readouterr().out == answers
    assert code == (1 if '"error"' in answers else 0)


def test_the_page_has_examples_of_every_sort() -> None:
    """Were the page written in another way, the tests above would test nothing."""
    assert len(SHOWN) >= 7
    assert len(NAMED) >= 6
    assert len(LINES) == 3


def _requests() -> dict[str, inspect.StructType]:
    found = inspect.type_info(AnyRequest)
    assert isinstance(found, inspect.UnionType)
    return {str(each.tag): each for each in found.types if isinstance(each, inspect.StructType)}


SHARED = {"id", "preset", "switches"}
REQUESTS = _requests()


def _fields(type_: inspect.Type, optional: dict[str, bool]) -> dict[str, bool]:
    """Fields of a type and of all inside it, and whether they may be left out."""
    match type_:
        case inspect.StructType():
            for field in type_.fields:
                if field.encode_name not in SHARED:
                    optional[field.encode_name] = not field.required
                    _fields(field.type, optional)
        case inspect.UnionType():
            for each in type_.types:
                _fields(each, optional)
        case inspect.VarTupleType():
            _fields(type_.item_type, optional)
        case inspect.Metadata():
            _fields(type_.type, optional)
        case _:
            pass
    return optional


@pytest.mark.parametrize("tag", REQUESTS)
def test_the_table_names_every_field(tag: str) -> None:
    """Each request has its row, each field is in it, and a `?` says that it may be left out."""
    row = re.search(rf"^\| `{tag}` \| (.*) \|$", DOCUMENT, re.MULTILINE)
    assert row is not None
    text = row[1]
    if "with the fields of a `v20_roll`" in text:
        return
    named = re.findall(r"`(\w+)(\??)`", text)
    for field, may_be_left_out in _fields(REQUESTS[tag], {}).items():
        signs = [sign for name, sign in named if name == field]
        assert signs, field
        assert ("?" in signs) or not may_be_left_out, field


def test_resisted_sides_have_the_fields_of_a_roll() -> None:
    """What the page says of `v20_resisted` is so."""
    sides = _fields(REQUESTS["v20_resisted"], {})
    assert set(sides) - {"attacker", "defender"} == set(_fields(REQUESTS["v20_roll"], {}))


def test_every_request_is_a_struct_with_a_tag() -> None:
    """None is missing from the table because it was not looked at."""
    assert isinstance(AnyRequest, UnionType)
    assert len(get_args(AnyRequest)) == len(REQUESTS) == 17
    assert all(issubclass(each, msgspec.Struct) for each in get_args(AnyRequest))


def test_the_document_is_where_the_help_says(capsys: pytest.CaptureFixture[str]) -> None:
    """`coterie resolve --help` names this page."""
    with pytest.raises(SystemExit):
        main(["resolve", "--help"])
    named = re.search(r"protocol/\w+\.md", capsys.readouterr().out)
    assert named is not None
    assert (REPOSITORY / Path(named[0])).is_file()
