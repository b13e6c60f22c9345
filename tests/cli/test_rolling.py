"""`coterie roll`: the server's rules and words at a terminal."""

import pytest

from server.cli import main


def _rolled(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["roll", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_roll_tells_its_dice_and_its_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    """Six dice at Hunger 2 are four regular and two Hunger dice, read against the Difficulty."""
    lines = _rolled(capsys, "6", "--hunger", "2", "--difficulty", "4", "--seed", "c0ffee")
    dice = next(line for line in lines if line.startswith("Dice: "))
    regular, hunger = dice.rstrip(".").split("; Hunger dice: ")
    assert len(regular.removeprefix("Dice: ").split(", ")) == 4
    assert len(hunger.split(", ")) == 2
    assert any("against Difficulty 4" in line for line in lines)


def test_a_seed_repeats_the_dice(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same roll, another seed another."""
    one, again, other = (_rolled(capsys, "10", "--seed", seed) for seed in ("00", "00", "01"))
    assert one == again
    assert one != other


def test_dice_of_chance_differ(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a seed, forty dice do not fall alike twice."""
    assert _rolled(capsys, "40") != _rolled(capsys, "40")


def test_a_surge_adds_dice_and_costs_a_rouse_check(capsys: pytest.CaptureFixture[str]) -> None:
    """At Blood Potency 1 a Surge adds two dice; Hunger after the roll is told."""
    lines = _rolled(capsys, "4", "--hunger", "1", "--surge-bp", "1", "--seed", "ab")
    assert "Pool: pool 4, Blood Surge +2, 6 dice in all." in lines
    assert any(line.startswith("Blood Surge, Rouse check ") for line in lines)
    assert any(
        line in ("Hunger is 1 after the roll.", "Hunger is 2 after the roll.") for line in lines
    )


@pytest.mark.parametrize("seed", [[], ["--seed", "ff"]])
def test_it_is_said_that_the_roll_proves_nothing(
    capsys: pytest.CaptureFixture[str], seed: list[str]
) -> None:
    """Nobody takes a terminal's roll for one of the server's."""
    assert _rolled(capsys, "3", *seed)[-1].startswith("Unproven: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["5", "--hunger", "5", "--surge-bp", "2"], ["Hunger 5", "Hunger 4 or less"]),
        (["5", "--difficulty", "7", "--preset", "v5_core_rolling"], ["Difficult", "1 to 5"]),
    ],
)
def test_what_the_rules_refuse_is_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    """The rules' own words, and what they would accept."""
    assert main(["roll", *arguments]) == 2
    said = capsys.readouterr().err
    assert all(word in said for word in words), said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["0"], ["41"], ["-3"], ["1e2"], ["5", "--hunger", "6"], ["5", "--difficulty", "0"],
        ["5", "--difficulty", "100"], ["5", "--surge-bp", "11"], ["5", "--seed", "xyz"],
        ["5", "--seed", ""], ["5", "--preset", "v6"], [],
    ],
)  # fmt: skip
def test_what_cannot_be_rolled_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """Numbers out of range end with 2 and one line, and no dice."""
    with pytest.raises(SystemExit) as ended:
        main(["roll", *arguments])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
