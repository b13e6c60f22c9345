"""
Where each row of the rules facts is: how a table reaches it, and the test that states it.

`REACHED` is written down by hand: intents and queries of the protocol, and `coterie resolve` for
what no intent resolves yet. The tests are found by the rows that their docstrings name.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
DOCUMENT = TESTS.parent / "protocol" / "RULES.md"
RESOLVE = "coterie resolve"
WHERE = ("rules", "rooms", "cli")
"""The tests that speak of rows; elsewhere a letter with a number is something else."""

_POOLS = "roll, open_contest, answer_contest"
_DAMAGE = "deal_damage, confirm_proposal"

REACHED: Mapping[str, str] = {
    **dict.fromkeys(("A1.1", "A1.4", "A1.8"), _POOLS),
    **dict.fromkeys(("A1.2", "A1.3", "A1.11"), _POOLS),
    **dict.fromkeys(("A1.5", "A1.6", "A1.7", "A1.9", "A1.10"), "roll"),
    "A1.12": "roll",
    "A1.13": _POOLS,
    "A1.14": "confirm_proposal",
    "A1.15": "help",
    **{f"A2.{n}": _POOLS for n in range(1, 10)},
    "A2.10": "confirm_proposal",
    "A2.11": "confirm_proposal",
    "A2.12": "answer_contest",
    **{f"A3.{n}": "reroll" for n in range(1, 7)},
    "A4.1": "rouse",
    "A4.2": "rouse, mend, roll",
    "A4.3": "rouse, mend, wake, blush, roll",
    "A4.4": "rouse",
    "A4.5": "rouse, mend",
    "A4.6": "rouse",
    "A4.7": "mend",
    "A4.8": "wake, mend",
    "A4.9": "rouse",
    "A5": "roll, rouse, mend, feed",
    **dict.fromkeys(("A6.1", "A6.2", "A6.4"), "feed"),
    "A6.3": "feed",
    "A7": "roll_resonance, feed",
    "A8": "blush",
    "A9.1": "open_contest, answer_contest",
    "A9.2": "answer_contest",
    "A9.3": "roll",
    "A9.4": "answer_contest",
    "A9.7": "roll, open_contest, answer_contest",
    "A9.5": "declare_action",
    "A9.6": "begin_clock, end_clock",
    "A9.10": "open_contest, answer_contest",
    "A9.11": _POOLS,
    "A9.8": "open_contest",
    "A9.9": "open_contest, answer_contest",
    "A10.1": "create_character",
    "A10": "recover, mend, deal_damage",
    **{f"A10.{n}": _DAMAGE for n in range(2, 11)},
    "A10.5": "open_contest, answer_contest",
    "A10.11": _POOLS,
    "A10.12": _POOLS,
    "A10.13": "spend_willpower",
    "A10.14": "begin_effect",
    "A11.1": "set_tracker",
    "A11.2": "add_stains",
    "A11.3": "test_remorse",
    "A11.4": "add_stains",
    "A11.5": _POOLS,
    "A11.6": "roll",
    "A12.1": "test_frenzy",
    "A12.2": "test_frenzy",
    "A12.3": "ride_wave",
    "A12.4": "test_frenzy",
    "A12.5": "test_frenzy, ride_wave, roll_compulsion, spend_willpower, roll",
    "A12.6": "test_frenzy",
    "A12.7": "test_frenzy, ride_wave",
    "A13": "roll_compulsion, begin_effect, roll, recover, help",
    "A14": "create_character, edit_character, rouse",
    "A15": "odds",
    "B": "set_house_rules, rules",
    **{f"C1.{n}": "roll_v20" for n in range(1, 14)},
    "C1.10": RESOLVE,
    "C2": "roll_v20",
    "C3": "roll_v20, spend_willpower",
    "C4.1": "begin_effect, roll_v20",
    "C4.2": "open_v20_contest, answer_v20_contest",
    "C4.3": "begin_effect, open_v20_contest, answer_v20_contest",
    "C4.4": "roll_v20",
    "C4.5": "roll_v20, spend_blood, spend_willpower",
    "C5.1": "roll_initiative, declare_action",
    "C5.2": "open_v20_contest",
    "C5.3": "answer_v20_contest",
    "C5.4": "roll_v20, confirm_proposal",
    "C5.5": "roll_v20",
    "C5.6": "roll_v20, roll_initiative",
    "C6": "deal_damage, confirm_proposal, spend_blood, heal",
    "C7": "create_v20_character, spend_blood, drink_blood",
    "C8.1": "create_v20_character, roll_v20",
    "C8.2": "roll_degeneration",
    "C8.3": "resist_beast, roll_v20",
    "C8.4": "resist_beast",
    "C8.5": "spend_willpower",
    "C9": "set_house_rules, rules",
    "C10": "roll_v20",
}

_CITED = re.compile(r"\b([ABC]\d*)(?:\.(\d+))?(?:(?: to |-|\u2013)(?:[ABC]\d*\.)?(\d+))?")


def rows_in(text: str) -> Iterator[str]:
    """The rows that a text names, also those within a range ("A2.5 to A2.9")."""
    for section, first, last in _CITED.findall(text):
        if not first:
            yield section
            continue
        for number in range(int(first), int(last or first) + 1):
            yield f"{section}.{number}"


@cache
def named_by_tests() -> Mapping[str, list[str]]:
    """The tests that name each row, as `file::test`, in the order of their files."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(path for place in WHERE for path in (TESTS / place).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_test = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if not is_test or not node.name.startswith("test_"):
                continue
            named = f"{path.relative_to(TESTS.parent).as_posix()}::{node.name}"
            for row in dict.fromkeys(rows_in(ast.get_docstring(node) or "")):
                found[row].append(named)
    return found


def document() -> str:
    """The table as Markdown."""
    tests = named_by_tests()
    lines = [
        "# Where each rule is",
        "",
        "Rows of the rules facts, how a table reaches each, and a test that states it.",
        "Difficulties have names in `coterie resolve`, described in [TOOLS.md](TOOLS.md). Made by",
        "`python -m tests.rules.rows`.",
        "",
        "| row | reached by | a test of it |",
        "| --- | --- | --- |",
    ]
    for row in sorted(REACHED, key=_in_order):
        lines.append(f"| {row} | {_marked(REACHED[row])} | `{(tests.get(row) or ['none'])[0]}` |")
    return "\n".join(lines) + "\n"


def _in_order(row: str) -> tuple[str, list[int]]:
    return row[0], [int(number) for number in re.findall(r"\d+", row)]


def _marked(reached: str) -> str:
    return ", ".join(f"`{name}`" for name in reached.split(", "))


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
