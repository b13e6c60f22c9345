"""`coterie resolve` says what the rules say, and answers whatever fits its types."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from server.commands.resolving import Failed, FailedById, Resolved, answer_line
from server.commands.resolving_requests import AnyRequest
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
    request: Json = {"type": "v5_roll", "faces": regular, "switches": switches}
    request["hunger_faces"] = hunger
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
            "faces": dice,
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
ANY_OF = {str(type_.tag): _objects(type_) for type_ in REQUESTS}
_decoder = msgspec.json.Decoder(AnyRequest)


@pytest.mark.parametrize("type_", REQUESTS, ids=lambda type_: str(type_.tag))
@settings(deadline=None, max_examples=30)
@given(data=st.data())
def test_whatever_fits_the_types_is_answered(
    type_: inspect.StructType, data: st.DataObject
) -> None:
    """Either with a receipt or odds, or with a refusal that names a field; never by an error."""
    line = msgspec.json.encode(data.draw(ANY_OF[str(type_.tag)]))
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


def _places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where something stands in a request, the whole of it aside."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, each in inside:
        found.append((*path, key))
        if isinstance(each, dict | list):
            found += _places(each, (*path, key))
    return found


@settings(deadline=None, max_examples=200)
@given(data=st.data())
def test_whatever_is_broken_in_a_request_is_named(data: st.DataObject) -> None:
    """Junk anywhere below a known type: an answer, and what is at fault begins where it stands."""
    request = data.draw(st.one_of(*ANY_OF.values()))
    place = data.draw(st.sampled_from([at for at in _places(request) if at != ("type",)] or [()]))
    within: Any = request
    for step in place[:-1]:
        within = within[step]
    junk: Any = data.draw(st.sampled_from(["junk", -1, 10**6, 2.5, [], {}, {"type": "junk"}, None]))
    if place:
        within[place[-1]] = junk
    else:
        request["junk"] = junk
    answer = answer_line(1, msgspec.json.encode(request))
    try:
        _decoder.decode(msgspec.json.encode(request))
    except msgspec.ValidationError:
        assert isinstance(answer, Failed | FailedById)
        field = answer.error.field
        assert answer.error.code == "invalid"
        assert field.split(".")[0].split("[")[0] == (place[0] if place else "junk")
        assert answer.error.accepted


# --- operations on a whole sheet -----------------------------------------------------------------

SHEETS: dict[str, Json] = {
    "v5_trackers": {
        "hunger": 2, "health": {"boxes": 7, "superficial": 2, "aggravated": 1},
        "willpower": {"boxes": 6, "superficial": 2, "aggravated": 1}, "humanity": 7, "stains": 1,
        "blood_potency": 2, "clan": "Brujah",
    },
    "v20_trackers": {
        "generation": 9, "blood": 8, "health": {"bashing": 1, "lethal": 2, "aggravated": 1},
        "willpower": {"permanent": 6, "current": 4}, "morality": 7,
        "virtues": {"conscience": 3, "self_control": 3, "courage": 3},
    },
}  # fmt: skip


def _operations(tag: str) -> st.SearchStrategy[Json]:
    type_ = next(each for each in REQUESTS if each.tag == tag)
    field = next(field for field in type_.fields if field.name == "operations").type
    assert isinstance(field, inspect.VarTupleType)
    return _values(field.item_type)


SERIES = {tag: st.lists(_operations(tag), max_size=12) for tag in SHEETS}
SWITCHED = {
    "v5_trackers": _switches(dict(v5.SWITCHES)), "v20_trackers": _switches(dict(v20.SWITCHES)),
}  # fmt: skip


def _check_v5(found: Json) -> None:
    assert 0 <= found["hunger"] <= 5
    for track in (found["health"], found["willpower"]):
        assert min(track["superficial"], track["aggravated"]) >= 0
        assert track["superficial"] + track["aggravated"] <= track["boxes"]
    assert 0 <= found["stains"] <= 10 - found["humanity"]
    assert found["overflow"] == 0 or found["stains"] == 10 - found["humanity"]


def _check_v20(found: Json) -> None:
    assert 0 <= found["usable_blood"] <= found["blood"] <= 14
    health, willpower = found["health"], found["willpower"]
    marks = [health[kind] for kind in ("bashing", "lethal", "aggravated")]
    assert min(marks) >= 0
    assert sum(marks) <= health["boxes"]
    assert 0 <= willpower["current"] <= willpower["permanent"]
    assert 0 <= found["morality"] <= 7
    assert all(0 <= rating <= 3 for rating in found["virtues"].values())


@pytest.mark.parametrize("tag", SHEETS)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_trackers_stay_within_their_bounds(tag: str, data: st.DataObject) -> None:
    """Whatever legal operations follow each other; what is refused is named and changes nothing."""
    switches = data.draw(SWITCHED[tag])
    legal: list[Json] = []
    for operation in data.draw(SERIES[tag]):
        asked = {"type": tag, **SHEETS[tag], "switches": switches}
        answer = answered({**asked, "operations": [*legal, operation]})
        if "error" in answer:
            assert answer["error"]["code"] != "malformed"
            continue
        legal.append(operation)
        found = answer["receipt"]
        assert len(found["steps"]) == len(legal)
        (_check_v20 if tag.startswith("v20") else _check_v5)(found)
