"""What the V20 tests share: drawn faces and switches, and rolls with what a specialty adds."""

from typing import Any

from hypothesis import strategies as st

from server.rules.v20.faces import Faces, rerolls_due
from server.rules.v20.house_rules import SWITCHES, V20Rules
from server.rules.v20.reading import Reading, read_roll

any_face = st.integers(1, 10)
pools = st.lists(any_face, max_size=10).map(tuple)


def rules_from(switches: dict[str, Any]) -> V20Rules:
    """House rules from switches by name; a wrong value raises."""
    return V20Rules(**switches)


any_rules = st.fixed_dictionaries(
    {name: st.sampled_from(switch.values) for name, switch in SWITCHES.items()}
).map(rules_from)


@st.composite
def finished(
    draw: st.DrawFn, dice: tuple[int, ...], difficulty: int, rules: V20Rules, has_specialty: bool
) -> Faces:
    """*dice* with whatever a specialty rolls again; a long chain ends after some tens."""
    faces = Faces(dice)
    while due := rerolls_due(faces, difficulty, rules, has_specialty=has_specialty):
        face = any_face if len(faces.rerolled) < 8 else st.integers(1, 9)
        more = draw(st.lists(face, min_size=due, max_size=due))
        faces = Faces(dice, (*faces.rerolled, *more))
    return faces


def roll(*dice: int, difficulty: int = 6, rules: V20Rules | None = None, **more: Any) -> Reading:
    """Read dice that no specialty rolls again."""
    return read_roll(Faces(dice), difficulty, rules or V20Rules(), **more)
