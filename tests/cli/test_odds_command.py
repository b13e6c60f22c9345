"""`coterie odds`: exact numbers for people and programs, and the same by `coterie resolve`."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from server.cli import main
from server.rules.v5.verdict import Outcome
from tests.cli.lines import Json, error, odds


def _said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["odds", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Json:
    found: Json = json.loads(_said(capsys, *arguments, "--json"))
    return found


def _value(chance: Any) -> Fraction:
    """A chance of an answer, whose two texts must say the same."""
    value = Fraction(chance["exact"])
    places = len(chance["decimal"].split(".")[1])
    scaled = Fraction(chance["decimal"]) * 10**places
    assert scaled.denominator == 1
    # Half up: the decimal is at most half a step above, and less than half a step below.
    assert -Fraction(1, 2) <= value * 10**places - scaled < Fraction(1, 2)
    return value


@pytest.mark.parametrize(
    ("pool", "hunger", "win", "messy", "bestial"),
    [
        (3, 1, "14.0", "1.9", "9.9"), (4, 1, "32.8", "2.7", "8.6"), (4, 4, "32.8", "5.2", "28.9"),
        (5, 2, "51.3", "5.9", "12.6"), (6, 5, "66.6", "11.4", "18.5"),
        (7, 3, "78.0", "11.2", "8.6"), (8, 2, "86.0", "9.4", "4.1"), (9, 4, "91.3", "17.2", "4.4"),
        (10, 5, "94.7", "21.6", "3.2"),
    ],
)  # fmt: skip
def test_percentages_are_those_of_the_facts(
    pool: int, hunger: int, win: str, messy: str, bestial: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """A15, rounded half up: win, messy critical and bestial failure at Difficulty 3."""
    text = _said(capsys, str(pool), "--hunger", str(hunger), "--difficulty", "3")
    for name, percentage in (("win", win), ("messy critical", messy), ("bestial failure", bestial)):
        assert re.search(rf"^{name} +{re.escape(percentage)} %", text, re.MULTILINE), name


def test_the_exact_fraction_stands_beside(capsys: pytest.CaptureFixture[str]) -> None:
    """A15: 4 dice at Difficulty 3 win 131/400, 6 dice 213/320; with a reroll 64.4 and 90.2."""
    text = _said(capsys, "4", "--hunger", "1", "--difficulty", "3")
    assert re.search(r"^win +32\.8 %  131/400$", text, re.MULTILINE)
    assert re.search(r"^win, usual +64\.4 %  ", text, re.MULTILINE)
    text = _said(capsys, "6", "--hunger", "2", "--difficulty", "3")
    assert re.search(r"^win +66\.6 %  213/320$", text, re.MULTILINE)
    assert re.search(r"^win, usual +90\.2 %  ", text, re.MULTILINE)


def test_json_is_one_line_and_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Outcomes and successes are each a whole; every chance is told twice and alike."""
    assert _said(capsys, "6", "--difficulty", "4", "--json").count("\n") == 1
    found = _json(capsys, "6", "--hunger", "2", "--difficulty", "4")
    assert (found["regular_dice"], found["hunger_dice"], found["difficulty"]) == (4, 2, 4)
    assert set(found["outcomes"]) == {str(outcome) for outcome in Outcome}
    assert sum(map(_value, found["outcomes"].values())) == 1
    assert sum(map(_value, found["successes"])) == 1
    assert sum(map(_value, found["successes"][4:])) == _value(found["win"])
    mean = sum(k * _value(each) for k, each in enumerate(found["successes"]))
    assert mean == _value(found["mean_successes"])
    gains = {name: _value(each) for name, each in found["reroll"].items()}
    assert gains["usual_win"] - gains["usual_gain"] == _value(found["win"])
    assert gains["best_win"] >= gains["usual_win"]
    assert gains["best_clean"] - gains["best_clean_gain"] == gains["clean"]


def test_without_a_difficulty_there_is_no_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    """Only successes are told, unless the house rules read such a roll against 1."""
    found = _json(capsys, "3")
    assert (found["win"], found["outcomes"], found["reroll"]) == (None, None, None)
    assert "win" not in _said(capsys, "3")
    found = _json(capsys, "3", "--switch", "no_difficulty=treat_as_1")
    assert (_value(found["win"]), found["difficulty"]) == (Fraction(7, 8), 1)
    assert found["switches"] == {"no_difficulty": "treat_as_1"}


def test_hunger_replaces_dice_and_adds_none(capsys: pytest.CaptureFixture[str]) -> None:
    """V19: pool 3 at Hunger 5 are three Hunger dice."""
    found = _json(capsys, "3", "--hunger", "5")
    assert (found["regular_dice"], found["hunger_dice"]) == (0, 3)


def test_a_contest_is_a_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """Wins of either and of nobody, outcomes and margins; a tie goes where the switch says."""
    arguments = ("6", "--hunger", "2", "--against", "5", "--against-hunger", "1")
    found = _json(capsys, *arguments)
    sides = [_value(found[name]) for name in ("attacker_wins", "defender_wins", "nobody_wins")]
    assert sum(sides) == 1
    assert _value(found["tied"]) == sides[2] == _value(found["margins"]["0"])
    for name in ("attacker_outcomes", "defender_outcomes", "margins"):
        assert sum(map(_value, found[name].values())) == 1
    given = _json(capsys, *arguments, "--switch", "tie=attacker_wins")
    assert _value(given["attacker_wins"]) == sides[0] + sides[2]
    assert "the attacker wins" in _said(capsys, *arguments)


def test_rouse_checks_are_those_of_the_facts(capsys: pytest.CaptureFixture[str]) -> None:
    """A15: three checks, no gain 1/8, mean 3/2; a check with two dice fails 1/4."""
    found = _json(capsys, "--rouse", "3", "--hunger", "1")
    assert (_value(found["no_gain"]), _value(found["mean_failed"])) == (
        Fraction(1, 8), Fraction(3, 2),
    )  # fmt: skip
    found = _json(capsys, "--rouse", "1", "--rouse-dice", "2")
    assert _value(found["failed"][1]) == Fraction(1, 4)
    assert re.search(r"^3 checks fail +12\.5 %  1/8$", _said(capsys, "--rouse", "3"), re.MULTILINE)


def test_remorse_and_frenzy(capsys: pytest.CaptureFixture[str]) -> None:
    """A11.3: one die at Humanity 6 and 3 Stains; A12: the outcomes of resisting are a whole."""
    found = _json(capsys, "--remorse", "--humanity", "6", "--stains", "3")
    assert (found["pool"], _value(found["kept"])) == (1, Fraction(1, 2))
    assert _value(found["humanity_after"]["5"]) == _value(found["lost"]) == Fraction(1, 2)
    text = _said(capsys, "--remorse", "--humanity", "6", "--stains", "2", "--modifier", "-9")
    assert "Humanity kept   50.0 %  1/2" in text
    found = _json(capsys, "5", "--frenzy", "--difficulty", "3")
    names = ("resisted", "resisted_critical", "frenzy")
    assert sum(_value(found[name]) for name in names) == 1
    assert "resisted at no cost" in _said(capsys, "5", "--frenzy", "--difficulty", "3")


@pytest.mark.parametrize(
    ("pool", "difficulty", "success", "botch"),
    [(3, 3, "92.0", "0.7"), (5, 3, "96.8", "0.0"), (3, 6, "74.0", "6.1"), (5, 6, "84.4", "2.1"),
     (5, 9, "49.4", "16.0")],
)  # fmt: skip
def test_v20_is_that_of_the_facts(
    pool: int, difficulty: int, success: str, botch: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A15: at least one net success, and a botch."""
    text = _said(capsys, str(pool), "--system", "v20", "--difficulty", str(difficulty))
    assert re.search(rf"^success +{re.escape(success)} %", text, re.MULTILINE)
    assert re.search(rf"^botch +{re.escape(botch)} %", text, re.MULTILINE)


def test_v20_options_change_the_roll(capsys: pytest.CaptureFixture[str]) -> None:
    """Automatic successes, a specialty, an untrained Skill, more required, a chain of tens."""
    found = _json(capsys, "2", "--system", "v20", "--automatic", "1")
    assert (found["success"]["exact"], found["botch"]["exact"]) == ("1", "0")
    found = _json(capsys, "1", "--system", "v20", "--required", "2", "--specialty")
    assert _value(found["success"]) == Fraction(1, 10)
    found = _json(capsys, "1", "--system", "v20", "--untrained")
    assert found["difficulty"]["applied"] == 7
    found = _json(capsys, "1", "--system", "v20", "--preset", "v20_table", "--specialty")
    assert sum(map(_value, found["net"])) + _value(found["beyond"]) == 1
    assert _value(found["beyond"]) > 0
    text = _said(capsys, "1", "--system", "v20", "--preset", "v20_table", "--specialty")
    assert re.search(r"^net 3 or more +0\.\d %", text, re.MULTILINE)


def test_a_resisted_v20_roll_is_a_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """Either leads, or neither."""
    arguments = ("4", "--system", "v20", "--against", "3", "--against-difficulty", "7")
    found = _json(capsys, *arguments)
    names = ("attacker_wins", "defender_wins", "tied")
    assert sum(_value(found[name]) for name in names) == 1
    assert _value(found["leads"]["0"]) == _value(found["tied"])
    assert "the attacker leads" in _said(capsys, *arguments)


def test_long_fractions_are_left_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody reads forty digits, but a program gets them all."""
    text = _said(capsys, "40", "--hunger", "3", "--difficulty", "12")
    assert max(map(len, text.splitlines())) <= 100
    assert "(--json)" in text
    found = _json(capsys, "40", "--hunger", "3", "--difficulty", "12")
    assert max(len(each["exact"]) for each in found["successes"]) > 48


@pytest.mark.parametrize(
    ("request_", "arguments"),
    [
        ({"type": "v5_odds", "pool": 6, "hunger": 2, "difficulty": 4},
         ["6", "--hunger", "2", "--difficulty", "4"]),
        ({"type": "v5_contest_odds", "attacker": {"pool": 3, "hunger": 1}, "defender": {"pool": 2}},
         ["3", "--hunger", "1", "--against", "2"]),
        ({"type": "v5_rouse_odds", "dice_per_check": [1, 1], "hunger": 3},
         ["--rouse", "2", "--hunger", "3"]),
        ({"type": "v5_remorse_odds", "humanity": 7, "stains": 1},
         ["--remorse", "--humanity", "7", "--stains", "1"]),
        ({"type": "v5_frenzy_odds", "pool": 4, "difficulty": 2},
         ["4", "--frenzy", "--difficulty", "2"]),
        ({"type": "v20_odds", "pool": 4, "difficulty": 8, "preset": "v20_engine"},
         ["4", "--system", "v20", "--difficulty", "8", "--preset", "v20_engine"]),
        ({"type": "v20_resisted_odds", "attacker": {"pool": 2, "specialty": True},
          "defender": {"pool": 3}}, ["2", "--specialty", "--system", "v20", "--against", "3"]),
    ],
)  # fmt: skip
def test_resolve_answers_the_same_odds(
    request_: Json, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One shape for both commands."""
    assert odds(**request_) == _json(capsys, *arguments)


@pytest.mark.parametrize(
    ("request_", "field", "accepted"),
    [
        ({"type": "v5_odds"}, "pool", "1 to 40"),
        ({"type": "v5_odds", "pool": 41}, "pool", "1 to 40"),
        ({"type": "v5_odds", "pool": 5, "hunger": 6}, "hunger", "0 to 5"),
        ({"type": "v5_odds", "pool": 5, "difficulty": 6, "preset": "v5_core_rolling"},
         "difficulty", "1 to 5"),
        ({"type": "v5_contest_odds", "attacker": {"pool": 0}, "defender": {"pool": 1}},
         "attacker.pool", "1 to 40"),
        ({"type": "v5_rouse_odds", "dice_per_check": [3], "hunger": 0},
         "dice_per_check[0]", "1, 2"),
        ({"type": "v5_rouse_odds", "dice_per_check": [1] * 41, "hunger": 0},
         "dice_per_check", "1 to 40"),
        ({"type": "v5_remorse_odds", "humanity": 6, "stains": 0}, "stains", "1 Stain"),
        ({"type": "v5_remorse_odds", "humanity": 6, "stains": 5}, "stains", "0 to 4"),
        ({"type": "v5_remorse_odds", "humanity": 1, "stains": 1, "modifier": 40}, "modifier", "40"),
        ({"type": "v5_frenzy_odds", "pool": 3}, "difficulty", "1 to 99"),
        ({"type": "v20_odds", "pool": 41}, "pool", "0 to 40"),
        ({"type": "v20_odds", "pool": 4, "specialty": True, "specialty_rating": 2},
         "specialty_rating", "4 to 5"),
        ({"type": "v20_resisted_odds", "attacker": {"pool": 1}, "defender": {"pool": 1,
          "difficulty": 10, "untrained_skill": True},
          "switches": {"untrained_at_ten": "refuse"}}, "defender.difficulty", "2 to 9"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(request_: Json, field: str, accepted: str) -> None:
    """Which part was wrong, and what would have been accepted there."""
    fault = error(**request_)
    assert fault["field"] == field
    assert accepted in fault["accepted"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "POOL is missing"),
        (["0"], "POOL is 0"),
        (["5", "--difficulty", "6", "--preset", "v5_core_rolling"], "accepted is 1 to 5"),
        (["5", "--preset", "v20_book"], "no preset of v5"),
        (["5", "--system", "v20", "--preset", "v5"], "no preset of v20"),
        (["5", "--switch", "tie=both"], "both_one, defender_wins"),
        (["5", "--switch", "no_switch=on"], "no switch no_switch"),
        (["5", "--required", "2"], "--required says nothing in V5"),
        (["5", "--specialty"], "--specialty says nothing in V5"),
        (["5", "--against-difficulty", "7", "--against", "3"], "says nothing in V5"),
        (["5", "--against-hunger", "1"], "without --against"),
        (["5", "--rouse-dice", "2"], "without --rouse"),
        (["5", "--humanity", "7"], "without --remorse"),
        (["5", "--against", "3", "--difficulty", "2"], "--difficulty says nothing of a contest"),
        (["5", "--rouse", "3"], "POOL says nothing of Rouse checks"),
        (["--remorse", "--stains", "2"], "--remorse needs --humanity"),
        (["--remorse", "--humanity", "7", "--stains", "4"], "accepted is a whole number from 0"),
        (["5", "--frenzy"], "--frenzy needs --difficulty"),
        (["5", "--system", "v20", "--hunger", "1"], "--hunger says nothing in V20"),
        (["5", "--system", "v20", "--rouse", "1"], "--rouse says nothing in V20"),
        (["5", "--system", "v20", "--difficulty", "11"], "difficulty"),
        (["5", "--system", "v20", "--against", "2", "--required", "2"], "of a resisted roll"),
        (["5", "--system", "v20", "--against-difficulty", "2"], "without --against"),
    ],
)
def test_what_is_asked_wrongly_is_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on the error output, nothing on the other, and the exit code 2."""
    assert main(["odds", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["41"], ["5", "--against", "2", "--rouse", "1"], ["5", "--switch", "tie"], ["five"],
     ["5", "--system", "v6"], ["--rouse", "0"], ["5", "--preset", "v6"]],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The parser's own refusals: one line, and the exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main(["odds", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
