"""What the V5 tests share: drawn faces, tracks, switches and rerolls, and a reading's flags."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import SWITCHES, V5Rules
from server.rules.v5.reading import Reading
from server.rules.v5.reroll import apply_reroll
from server.rules.v5.tracks import Track

any_face = st.integers(1, 10)


def faces(max_regular: int = 10, max_hunger: int = 5) -> st.SearchStrategy[Faces]:
    """Rolls of at least one die."""
    return st.builds(
        Faces,
        regular=st.lists(any_face, max_size=max_regular).map(tuple),
        hunger=st.lists(any_face, max_size=max_hunger).map(tuple),
    ).filter(lambda drawn: len(drawn.regular) + len(drawn.hunger) > 0)


def rules_from(switches: dict[str, Any]) -> V5Rules:
    """House rules from switches by name; a wrong value raises."""
    return V5Rules(**switches)


any_rules = st.fixed_dictionaries(
    {name: st.sampled_from(switch.values) for name, switch in SWITCHES.items()}
).map(rules_from)


def flags(reading: Reading) -> set[str]:
    """The flags of a reading that are true, by name."""
    named = {
        "total failure": reading.is_total_failure,
        "bestial": reading.is_bestial,
        "messy": reading.is_messy,
        "critical": reading.is_critical,
    }
    return {name for name, is_true in named.items() if is_true}


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    """Tracks of 1 to 12 boxes with any legal marks."""
    boxes = draw(st.integers(1, 12))
    aggravated = draw(st.integers(0, boxes))
    return Track(boxes, draw(st.integers(0, boxes - aggravated)), aggravated)


@dataclass(frozen=True)
class Rerolled:
    """A roll before and after up to three of its regular dice were rolled again."""

    before: Faces
    indices: tuple[int, ...]
    after: Faces


@st.composite
def rerolled_rolls(draw: st.DrawFn) -> Rerolled:
    """Rolls with regular dice, some of them rerolled."""
    before = draw(faces().filter(lambda drawn: len(drawn.regular) > 0))
    indices = draw(
        st.lists(
            st.integers(0, len(before.regular) - 1),
            min_size=1,
            max_size=min(3, len(before.regular)),
            unique=True,
        )
    )
    new = draw(st.lists(any_face, min_size=len(indices), max_size=len(indices)))
    return Rerolled(before, tuple(indices), apply_reroll(before, indices, new))
