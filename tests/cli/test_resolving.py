"""`coterie resolve` as a stream: one answer a line, in order, whatever the lines are."""

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.cli import main
from server.commands.resolving import MAX_LINE, Failed, FailedById, answer_line, read_lines
from tests.cli.lines import Json, Resolver
from tests.cli.process import COMMAND, PATIENCE_S, environment, run

GOOD: Json = {"type": "v5_roll", "faces": [6, 10], "hunger_faces": [1], "difficulty": 2}


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Resolver:
    """Runs the command on bytes."""
    return Resolver(monkeypatch, capsys)


def test_all_good_lines_end_with_0(resolver: Resolver) -> None:
    """Each answer has its line's number and the request's id, text or number or none."""
    code, answers = resolver([{**GOOD, "id": "a"}, {**GOOD, "id": 0}, GOOD])
    assert code == 0
    assert [(answer["line"], answer.get("id")) for answer in answers] == [
        (1, "a"), (2, 0), (3, None),
    ]  # fmt: skip
    assert "id" not in answers[2]
    assert all(answer["receipt"]["outcome"] == "success" for answer in answers)


def test_a_dash_is_the_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is for other commands that read files."""
    sent = io.BytesIO(json.dumps(GOOD).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(sent))
    assert main(["resolve", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["receipt"]["successes"] == 2


def test_nothing_asked_is_nothing_answered(resolver: Resolver) -> None:
    """An empty input is no fault."""
    assert resolver(b"") == (0, [])


def test_a_long_run_of_good_and_bad_lines_keeps_its_order(resolver: Resolver) -> None:
    """Ten thousand lines, some of them bad in some way: each is answered in its place."""
    bad = (b"", b"not JSON", b'{"type":"v5_roll","faces":[11]}', b"[]", b"\xff", b"x" * 70_000)
    lines = [
        bad[n // 7 % len(bad)] if n % 7 == 3 else json.dumps({**GOOD, "id": n}).encode()
        for n in range(10_000)
    ]
    code, answers = resolver(b"\n".join(lines) + b"\n")
    assert code == 1
    assert [answer["line"] for answer in answers] == list(range(1, 10_001))
    for n, answer in enumerate(answers):
        if n % 7 == 3:
            assert set(answer) == {"line", "error"}
            assert answer["error"]["field"]
        else:
            assert answer["id"] == n
            assert "receipt" in answer


def test_the_last_line_needs_no_end(resolver: Resolver) -> None:
    """With a line end after it or not, and with the line ends of another system."""
    line = json.dumps(GOOD).encode()
    for sent in (line, line + b"\n", line + b"\r\n"):
        code, answers = resolver(sent)
        assert (code, len(answers)) == (0, 1)


@pytest.mark.parametrize(
    "line",
    [
        b"", b" ", b"nonsense", b"{", b'{"type":"v5_roll"', b"[", b"\xef\xbb\xbf{}", b"\x00",
        b'{"type":"v5_roll","faces":[6],"id":"\xff"}', b'{"\xff":1}', b"[" * 60_000,
        b'{"type":"v5_roll","x":' + b"[" * 60_000, b"{}{}", b"'a'",
    ],
)  # fmt: skip
def test_a_line_that_is_no_json_is_a_fault_of_the_line(line: bytes, resolver: Resolver) -> None:
    """Broken text, other encodings and bottomless nesting are told, and the run goes on."""
    code, answers = resolver(line + b"\n" + json.dumps(GOOD).encode())
    assert code == 1
    assert answers[0] == {
        "line": 1,
        "error": {
            "code": "malformed",
            "field": "line",
            "message": "The line is not JSON in UTF-8.",
            "accepted": "one JSON object",
        },
    }
    assert answers[1]["receipt"]["successes"] == 2


@pytest.mark.parametrize("line", [b"[]", b"3", b"null", b'"v5_roll"', b"true"])
def test_a_line_that_is_no_object_is_a_fault_of_the_line(line: bytes) -> None:
    """JSON of another kind is no request."""
    answer = answer_line(1, line)
    assert isinstance(answer, Failed)
    assert answer.error.field == "line"


@pytest.mark.parametrize("type", [b"", b'"type":7,', b'"type":null,', b'"type":"v9",'])
def test_a_request_says_its_type(type: bytes) -> None:
    """None, no text and an unknown one are faults of `type`, with the types there are."""
    answer = answer_line(1, b"{" + type + b'"id":"x"}')
    assert isinstance(answer, FailedById)
    fault = answer.error
    assert fault.field == "type"
    assert fault.accepted is not None
    assert "v5_roll" in fault.accepted


def test_a_line_may_be_as_long_as_its_bound(resolver: Resolver) -> None:
    """65,536 bytes are read, one more is not, whatever else comes behind."""
    line = json.dumps(GOOD).encode()
    for length, is_good in ((MAX_LINE, True), (MAX_LINE + 1, False), (MAX_LINE * 5, False)):
        for end in (b"\n", b"\r\n", b""):
            behind = [] if end == b"" else [json.dumps(GOOD).encode()]
            sent = line.ljust(length) + end + b"".join(behind)
            code, answers = resolver(sent)
            assert len(answers) == 1 + len(behind)
            assert ("receipt" in answers[0]) is is_good
            assert code == (0 if is_good else 1)
            if not is_good:
                assert answers[0]["error"]["accepted"] == f"at most {MAX_LINE} bytes"
            assert all("receipt" in answer for answer in answers[1:])


class _Pieces(io.BytesIO):
    """Bytes that come in pieces of given sizes."""

    def __init__(self, sent: bytes, sizes: list[int]) -> None:
        super().__init__(sent)
        self._sizes = sizes

    def read1(self, size: int | None = -1) -> bytes:
        """The next piece, as small as it came."""
        return super().read1(self._sizes.pop(0) if self._sizes else size)


@settings(deadline=None)
@given(
    lines=st.lists(st.sampled_from([b"", b"a", b"bc\r", b"d" * 90_000, b"e" * 65_536]), max_size=8),
    sizes=st.lists(st.integers(1, 100_000), max_size=30),
    has_end=st.booleans(),
)
def test_lines_are_the_same_in_whatever_pieces_they_come(
    lines: list[bytes], sizes: list[int], has_end: bool
) -> None:
    """A pipe may cut its bytes anywhere."""
    sent = b"\n".join(lines) + (b"\n" if has_end and lines else b"")
    expected = [
        None if len(line.removesuffix(b"\r")) > MAX_LINE else line.removesuffix(b"\r")
        for line in sent.split(b"\n")
    ]
    if sent.endswith(b"\n") or not sent:
        expected.pop()
    read = [line for group in read_lines(_Pieces(sent, sizes)) for line in group]
    assert read == expected


@pytest.mark.parametrize(
    ("id", "is_told"),
    [
        (-1, True),
        ("é\u202e\n", True),
        (1.5, False),
        ([1], False),
        ("x" * 201, False),
        (True, False),
    ],
)
def test_the_id_of_a_bad_request_is_told_if_it_is_one(
    resolver: Resolver, id: object, is_told: bool
) -> None:
    """So a program knows which of its requests it was."""
    _, answers = resolver([{"type": "v5_roll", "id": id, "faces": [0]}])
    assert answers[0].get("id", "none") == (id if is_told else "none")
    assert answers[0]["error"]["field"] in ("id", "faces[0]")


def test_what_is_sent_does_nothing_to_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control characters come back as JSON's escapes, also in the name of an unknown field."""
    sent = json.dumps({**GOOD, "id": "\x1b[2J\u202e", "\x1b]0;x\x07": 1}, ensure_ascii=False)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent.encode())))
    assert main(["resolve"]) == 1
    said = capsys.readouterr().out
    assert said.rstrip("\n").isprintable()
    assert json.loads(said)["id"] == "\x1b[2J\u202e"


def test_a_file_is_read_like_the_standard_input(tmp_path: Path) -> None:
    """As a process: receipts on the output, 1 for a line that failed, nothing on the errors."""
    (tmp_path / "rolls.jsonl").write_text(json.dumps(GOOD) + "\n{}\n", "utf-8")
    done = run(tmp_path, "resolve", "rolls.jsonl")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (1, "")
    assert [answer["line"] for answer in answers] == [1, 2]


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    """No traceback, and an exit code that is none of a bad line's answers."""
    done = run(tmp_path, "resolve", "none.jsonl")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "coterie resolve: none.jsonl cannot be read: No such file or directory.\n"
    )


def test_what_has_come_is_answered_before_more_is_waited_for(tmp_path: Path) -> None:
    """A program may ask, read the answer, and ask again over the same pipes."""
    with subprocess.Popen(
        [*COMMAND, "resolve"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for n in range(3):
            process.stdin.write(json.dumps({**GOOD, "id": n}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == n
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0


def test_a_reader_that_has_seen_enough_ends_it_quietly(tmp_path: Path) -> None:
    """A broken pipe is no fault of anybody."""
    lines = (json.dumps(GOOD) + "\n") * 20_000
    (tmp_path / "rolls.jsonl").write_text(lines, "utf-8")
    with subprocess.Popen(
        [*COMMAND, "resolve", "rolls.jsonl"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        os.read(process.stdout.fileno(), 1)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE_S) == 0


class _Broken(io.BytesIO):
    """A source or target that fails in the middle."""

    def read1(self, size: int | None = -1, /) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    def write(self, *_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_source_that_fails_in_the_middle_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback where a disk or a pipe gives up."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(_Broken()))
    assert main(["resolve"]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "",
        "coterie resolve: The lines cannot be read: Input/output error.\n",
    )


def test_no_source_at_all_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program may start it with its standard input closed."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["resolve"]) == 1
    assert capsys.readouterr().err == (
        "coterie resolve: There is no standard input: name a file.\n"
    )


def test_a_target_that_is_full_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk that the answers go to is full."""
    rolls = tmp_path / "rolls.jsonl"
    rolls.write_text(json.dumps(GOOD) + "\n", "utf-8")
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(_Broken()))
    assert main(["resolve", str(rolls)]) == 1
    assert capsys.readouterr().err == (
        "coterie resolve: The answers cannot be written: No space left on device.\n"
    )
