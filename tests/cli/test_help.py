"""The command teaches: each of its commands has an example and says its exit codes."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from server.cli import main
from server.config import LimitSettings
from server.version import VERSION
from tests.cli.process import run

COMMANDS = [
    (), ("serve",), ("health",), ("rooms",), ("rooms", "show"), ("rooms", "link"), ("replay",),
    ("verify",), ("roll",),
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_has_an_example_and_the_exit_codes(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever asks for help gets a line to copy, and what 0, 1 and 2 mean."""
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert re.search(rf"^  coterie {' '.join(words)}", text, re.MULTILINE)
    assert re.search(r"^exit codes:\n  0 .*\n  1 .*\n  2 ", text, re.MULTILINE)


def test_the_version_is_said(tmp_path: Path) -> None:
    """`coterie --version` says the version and nothing else."""
    done = run(tmp_path, "--version")
    assert (done.returncode, done.stdout) == (0, f"coterie {VERSION}\n")


def test_without_a_command_the_sentence_says_what_is_missing(tmp_path: Path) -> None:
    """The bare command is a mistake with a hint."""
    done = run(tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "coterie: the following arguments are required: COMMAND."
        " `coterie --help` says what is accepted.\n"
    )


def test_an_unknown_option_is_told_by_its_own_command(tmp_path: Path) -> None:
    """The sentence names the help that lists the options of this command."""
    done = run(tmp_path, "serve", "--prot", "9")
    assert done.returncode == 2
    assert done.stderr == (
        "coterie serve: not known here: --prot 9. `coterie serve --help` says what is accepted.\n"
    )


def test_help_of_serve_lists_each_limit_with_its_default(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nobody has to look into the source for a limit."""
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    text = capsys.readouterr().out
    for field in fields(LimitSettings):
        assert re.search(rf"^  {field.name} +{field.default}$", text, re.MULTILINE), field.name
