"""`coterie resolve` says what the rules say, and answers whatever fits its types."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from server.commands.resolving import AnyRequest, Failed, FailedById, Resolved, answer_line
from server.rules.v5 import house_rules as v5
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.reading import read_roll
from server.rules.v5.reroll import apply_reroll
from server.rules.v20 import house_rules as v20
from server.rules.v20.faces import Faces as V20Faces
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.reading import read_roll as read_v20_roll
from tests.cli.lines import Json, answered

any_face = st.integers(1, 10)


def _switches(known: dict[str, Any]) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(switch.values) for name, switch in known.items()}
    )


@settings(deadline=None)
@given(
    regular=st.lists(any_face, min_size=1, max_size=12),
    hunger=st.lists(any_face, max_size=5),
    difficulty=st.none() | st.integers(1, 5),
    switches=_switches(dict(v5.SWITCHES)),
    data=st.data(),
)
def test_a_resolved_roll_is_what_the_rules_read(
    regular: list[int],
    hunger: list[int],
    difficulty: int | None,
    switches: dict[str, str],
    data: st.DataObject,
) -> None:
    """Faces, reroll, Difficulty and switches give the receipt of ``read_roll``."""
    rules = V5Rules(**switches)  # type: ignore[arg-type]  # values of the switches
    may_reroll = [
        index
        for index, face in enumerate(regular)
        if rules.wp_reroll_scope == "any_normal" or face < 6
    ]
    indices = data.draw(
        st.lists(st.sampled_from(may_reroll), unique=True, max_size=3)
        if may_reroll
        else st.just([])
    )
    new = data.draw(st.lists(any_face, min_size=len(indices), max_size=len(indices)))
    request: Json = {"type": "v5_roll", "regular": regular, "hunger": hunger, "switches": switches}
    request["difficulty"] = difficulty
    before = after = Faces(tuple(regular), tuple(hunger))
    if indices:
        request["reroll"] = {"indices": indices, "faces": new}
        after = apply_reroll(before, indices, new)
    reading = read_roll(after, difficulty, rules, original=before, rerolled=frozenset(indices))
    receipt = answered(request)["receipt"]
    for field in (
        "successes",
        "pairs",
        "hunger_tens",
        "hunger_ones",
        "difficulty",
        "margin",
        "why",
    ):
        assert receipt[field] == getattr(reading, field), field
    assert receipt["outcome"] == reading.outcome
    for flag in ("is_total_failure", "is_bestial", "is_messy"):
        assert receipt.get(flag, False) == getattr(reading, flag), flag
    assert tuple(receipt.get("possible", ())) == reading.possible
    assert sum(die["adds"] for die in receipt["dice"]) == reading.successes
    assert receipt.get("switches", {}) == switches
    assert [die["face"] for die in receipt["dice"]] == [*after.regular, *after.hunger]


@settings(deadline=None)
@given(
    dice=st.lists(any_face, max_size=12),
    difficulty=st.integers(2, 10),
    required=st.integers(1, 5),
    automatic=st.integers(0, 3),
    specialty=st.booleans(),
    switches=_switches({k: s for k, s in v20.SWITCHES.items() if k not in ("mode", "specialty")}),
)
def test_a_resolved_v20_roll_is_what_the_rules_read(
    dice: list[int],
    difficulty: int,
    required: int,
    automatic: int,
    specialty: bool,
    switches: dict[str, str],
) -> None:
    """In strict mode with doubled tens, the receipt is that of V20's ``read_roll``."""
    rules = V20Rules(**switches)  # type: ignore[arg-type]  # values of the switches
    reading = read_v20_roll(
        V20Faces(tuple(dice)),
        difficulty,
        rules,
        required=required,
        automatic=automatic,
        has_specialty=specialty,
    )
    receipt = answered(
        {
            "type": "v20_roll",
            "dice": dice,
            "difficulty": difficulty,
            "required": required,
            "automatic": automatic,
            "specialty": specialty,
            "switches": switches,
        }
    )["receipt"]
    for field in ("ones", "rolled", "cancelled", "automatic", "net", "outcome", "degree", "why"):
        assert receipt[field] == getattr(reading, field), field
    assert sum(die["adds"] for die in receipt["dice"]) == reading.rolled


# --- whatever fits the types ---------------------------------------------------------------------


def _values(type_: inspect.Type) -> st.SearchStrategy[Any]:
    """JSON that a type of a request accepts, near the bounds of its numbers more often than not."""
    match type_:
        case inspect.Metadata():
            return _values(type_.type)
        case inspect.UnionType():
            return st.one_of(*map(_values, type_.types))
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            most = type_.le if type_.lt is None else type_.lt - 1
            usual = st.integers(type_.ge, min(most or 0, max(type_.ge or 0, 0) + 12))
            return usual | st.sampled_from([type_.ge, most])
        case inspect.StrType():
            return st.sampled_from(["", "Brujah", "anything"])
        case inspect.EnumType():
            return st.sampled_from([each.value for each in type_.cls])
        case inspect.LiteralType():
            return st.sampled_from(list(type_.values))
        case inspect.VarTupleType():
            most = min(type_.max_length or 8, 8)
            return st.lists(_values(type_.item_type), min_size=type_.min_length or 0, max_size=most)
        case inspect.StructType():
            return _objects(type_)
        case _:
            raise NotImplementedError(type_)


def _objects(type_: inspect.StructType) -> st.SearchStrategy[Json]:
    must: dict[str, st.SearchStrategy[Any]] = {}
    may: dict[str, st.SearchStrategy[Any]] = {}
    if type_.tag_field:
        must[type_.tag_field] = st.just(type_.tag)
    system = v20 if str(type_.tag).startswith("v20") else v5
    for field in type_.fields:
        if field.encode_name == "switches":
            may["switches"] = _switches(dict(system.SWITCHES))
        elif field.required:
            must[field.encode_name] = _values(field.type)
        else:
            may[field.encode_name] = _values(field.type)
    return st.fixed_dictionaries(must, optional=may)


def _requests() -> Sequence[inspect.StructType]:
    found = inspect.type_info(AnyRequest)
    assert isinstance(found, inspect.UnionType)
    return [each for each in found.types if isinstance(each, inspect.StructType)]


REQUESTS = _requests()
_decoder = msgspec.json.Decoder(AnyRequest)


@pytest.mark.parametrize("type_", REQUESTS, ids=lambda type_: type_.tag)
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_whatever_fits_the_types_is_answered(
    type_: inspect.StructType, data: st.DataObject
) -> None:
    """Either with a receipt or odds, or with a refusal that names a field; never by an error."""
    line = msgspec.json.encode(data.draw(_objects(type_)))
    _decoder.decode(line)
    answer = answer_line(1, line)
    if isinstance(answer, Resolved):
        assert (answer.receipt is None) != (answer.odds is None)
    else:
        assert isinstance(answer, Failed | FailedById)
        assert answer.error.field.split(".")[0].split("[")[0] in {
            field.encode_name for field in type_.fields
        }
        assert answer.error.message
