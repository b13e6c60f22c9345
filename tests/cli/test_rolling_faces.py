"""`coterie roll` with given faces, with switches, and in V20."""

import pytest

from server.cli import main


def _rolled(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["roll", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out.splitlines()


def test_given_faces_are_read_and_not_rolled(capsys: pytest.CaptureFixture[str]) -> None:
    """V1: the same faces give the same receipt, and it is said that they prove nothing."""
    lines = _rolled(capsys, "--faces", "10,3,2", "--hunger-faces", "10,4", "--difficulty", "3")
    assert lines[0] == "Messy critical."
    assert "Dice: 10, 3, 2; Hunger dice: 10, 4." in lines
    assert lines[-1] == "Unproven: these faces were given, and nobody else can check them."


def test_a_pool_may_be_hunger_dice_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """No regular face is an empty text."""
    lines = _rolled(capsys, "--faces", "", "--hunger-faces", "1, 2", "--difficulty", "1")
    assert lines[0] == "Bestial failure, a total failure."


def test_a_reroll_replaces_faces(capsys: pytest.CaptureFixture[str]) -> None:
    """V33: the Difficulty stays, and the old faces are told."""
    lines = _rolled(
        capsys, "--faces", "6,7,2,3", "--difficulty", "4", "--reroll", "2,3", "--rerolled", "8,1"
    )
    assert lines[0] == "Failure."
    assert "Dice: 6, 7, 8 (was 2), 1 (was 3)." in lines


def test_switches_change_the_reading(capsys: pytest.CaptureFixture[str]) -> None:
    """Of given faces, and of rolled ones."""
    faces = ("--faces", "10,10,10")
    assert _rolled(capsys, *faces)[0] == "5 successes."
    assert _rolled(capsys, *faces, "--switch", "extra_tens=each_extra")[0] == "6 successes."
    rolled = ("3", "--seed", "00", "--switch", "no_difficulty=treat_as_1")
    assert any("No Difficulty was given, so 1 is used" in line for line in _rolled(capsys, *rolled))


def test_v20_faces_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    """W7: a 1 takes one success of the two that a specialty's ten counts."""
    lines = _rolled(capsys, "--system", "v20", "--faces", "10,1", "--specialty")
    assert lines[0] == "Success, marginal."
    assert "2 successes rolled, 1 cancelled, 0 automatic, net 1 of 1." in lines
    lines = _rolled(capsys, "--system", "v20", "--faces", "1,2,4")
    assert lines[0] == "Botch."


def test_v20_further_dice_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """C3: where tens are rolled again."""
    lines = _rolled(
        capsys, "--system", "v20", "--preset", "v20_table", "--specialty", "--faces", "10,2",
        "--rerolled", "7",
    )  # fmt: skip
    assert "Dice: 10, 2; rolled again: 7." in lines


def test_v20_is_rolled_too(capsys: pytest.CaptureFixture[str]) -> None:
    """A seed repeats the dice, further ones included; the difficulty says how it came about."""
    asked = (
        "20", "--system", "v20", "--preset", "v20_table", "--specialty", "--untrained",
        "--switch", "mode=casual", "--required", "3", "--automatic", "1", "--seed", "c0ffee",
    )  # fmt: skip
    one = _rolled(capsys, *asked)
    assert one == _rolled(capsys, *asked)
    assert one != _rolled(capsys, *asked[:-1], "c0ff00")
    assert "Difficulty 3: assessed 6, 1 for an untrained Skill, halved." in one
    dice = next(line for line in one if line.startswith("Dice: "))
    first, _, again = dice.rstrip(".").partition("; rolled again: ")
    tens = (first + ", " + again).split(", ").count("10") + first.startswith("Dice: 10,")
    assert len(first.split(", ")) == 20
    assert len(again.split(", ")) == tens
    assert one[-1].startswith("Unproven: these dice are from a seed")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["5", "--hunger-faces", "1"], "--hunger-faces says nothing without --faces"),
        (["5", "--rerolled", "1"], "--rerolled says nothing without --faces"),
        (["--faces", "5", "--hunger", "1"], "--hunger says nothing beside --faces"),
        (["--faces", "5", "--seed", "00"], "--seed says nothing beside --faces"),
        (["--faces", "5", "--surge-bp", "1"], "--surge-bp says nothing beside --faces"),
        (["--faces", "5", "--required", "2"], "--required says nothing in V5"),
        (["5", "--system", "v20", "--hunger", "2"], "--hunger says nothing in V20"),
        (["5", "--preset", "v20_book"], "no preset of v5"),
        (["5", "--switch", "tie=both"], "accepted is both_one"),
        (["--faces", ""], "at least one die"),
        (["--faces", "2,3", "--reroll", "5", "--rerolled", "1"], "accepted is 0 to 1"),
        (["--faces", "2,3", "--reroll", "1"], "accepted is exactly 1 face of"),
        (["--faces", "2", "--difficulty", "6", "--preset", "v5_core_rolling"], "1 to 5"),
        (["--system", "v20", "--faces", "2", "--difficulty", "11"], "difficulty"),
        (["--system", "v20", "--faces", "2", "--rerolled", "3"], "exactly 0 faces"),
    ],
)
def test_what_is_asked_wrongly_is_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on the error output, no dice, and the exit code 2."""
    assert main(["roll", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["5", "--faces", "6"], ["--faces", "11"], ["--faces", "0"], ["--faces", "1,,2"],
     ["--faces", "x"], ["--faces", ",".join(["1"] * 65)], ["--hunger-faces", "1"],
     ["--faces", "1", "--hunger-faces", "1,1,1,1,1,1"]],
)  # fmt: skip
def test_faces_that_no_dice_show_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The parser's own refusals: one line, and the exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main(["roll", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("command", ["odds", "rules", "resolve"])
def test_help_has_an_example_and_the_exit_codes(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever asks for help gets a line to copy."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert f"\n  coterie {command}" in text
    assert "exit codes:" in text
