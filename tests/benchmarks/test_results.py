"""How results of benchmarks are written down; nothing is measured here."""

from tests.benchmarks import results
from tests.benchmarks.__main__ import BENCHMARKS
from tests.benchmarks.report import Column, Ratio, Section, markdown, plain

SECTION = Section(
    title="Speed",
    about="of two, in ms",
    columns=(Column("who"), Column("ms", ",.1f"), Column("note")),
    rows=(("bare", 1.25, None), ("Coterie", 1234.5, "slow")),
    ratios=(Ratio("beside the bare one", 987.6),),
)


def test_numbers_stand_below_each_other() -> None:
    """Text to the left, numbers to the right, nothing where nothing was measured."""
    assert plain(SECTION).splitlines() == [
        "Speed: of two, in ms",
        "",
        "who           ms  note",
        "bare         1.2",
        "Coterie  1,234.5  slow",
        "",
        "beside the bare one: 987.60 x",
    ]


def test_a_page_has_the_command_of_every_figure() -> None:
    """Ratios on top, then each table with the line that measures it again, and the machine."""
    kept = {"speed": results.Measured("2026-01-02", "2 cores", True, SECTION)}
    page = results.page(kept, ["unmeasured", "speed"])
    assert "| beside the bare one | 987.60 x | `python -m tests.benchmarks speed` |" in page
    assert markdown(SECTION, "python -m tests.benchmarks speed") in page
    assert "Measured on 2026-01-02: 2 cores. A small run: its figures say little." in page
    assert "unmeasured" not in page


def test_the_page_is_made_of_the_figures_that_are_kept() -> None:
    """Whoever changes one by hand, or forgets to make it again, is found out."""
    kept = results.read()
    assert kept.keys() <= BENCHMARKS.keys()
    assert results.PAGE.read_text() == results.page(kept, list(BENCHMARKS))
