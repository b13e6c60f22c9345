"""What all requests of `coterie resolve` share: their bounds, their house rules, their refusals."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, Literal, NoReturn

from msgspec import Meta, Struct

from protocol.house import Switches
from protocol.words import Face, Preset
from server.rules.refusal import RuleRefusal
from server.rules.switches import Rules, Switch, mixed, switch_refusal
from server.rules.v5 import house_rules as v5
from server.rules.v5.house_rules import V5Rules
from server.rules.v20 import house_rules as v20
from server.rules.v20.house_rules import V20Rules

MAX_FACES: Final = 64
"""Most faces of one kind in a request."""

MAX_OPERATIONS: Final = 64
"""Most operations on one tracker in a request."""

KEPT_HOUSES: Final = 256
"""Mixtures of switches that are kept built: a comparison goes through few, many times each."""

Faces = Annotated[tuple[Face, ...], Meta(max_length=MAX_FACES)]
HungerFaces = Annotated[tuple[Face, ...], Meta(max_length=5)]
RequestId = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-(2**53), le=2**53)]
V5Preset = Literal["v5", "v5_core_rolling"]
V20Preset = Literal["v20_book", "v20_table", "v20_engine", "v20_engine_casual"]


class Refused(Exception):
    """
    A request that the rules do not resolve.

    Attributes:
        code: Stable name of the reason, for programs (``willpower_spent``).
        field: The part of the request at fault, such as ``reroll.indices``.
        message: A sentence that says why.
        accepted: What would have been accepted there, where that can be said.
    """

    def __init__(
        self, field: str, message: str, accepted: str | None = None, *, code: str = "invalid"
    ) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message
        self.accepted = accepted


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A question to the rules; *id* comes back with the answer."""

    id: RequestId | None = None
    switches: Switches = {}


class V5Request(Request, frozen=True, kw_only=True):
    """A question to the V5 rules."""

    preset: V5Preset = "v5"


class V20Request(Request, frozen=True, kw_only=True):
    """A question to the V20 rules."""

    preset: V20Preset = "v20_book"


class Does(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An operation: what happens to trackers."""


class BeginTurn(Does, frozen=True, tag="begin_turn", gc=False):
    """A turn begins; from the first one on, limits per turn apply."""


class EndScene(Does, frozen=True, tag="end_scene", gc=False):
    """The scene ends, and with it turns and what lasts for a scene."""


class V5House(Struct, frozen=True):
    """House rules of V5 by name, and as the rules take them."""

    preset: Preset
    switches: dict[str, str]
    rules: V5Rules


class V20House(Struct, frozen=True):
    """House rules of V20 by name, and as the rules take them."""

    preset: V20Preset
    switches: dict[str, str]
    rules: V20Rules


def v5_house(request: V5Request) -> V5House:
    """
    The house rules that a request is read by.

    Raises:
        Refused: A switch or its value is not known.
    """
    if not request.switches:
        return _V5_PLAIN[request.preset]
    return _v5_mixed(request.preset, tuple(sorted(request.switches.items())))


def v20_house(request: V20Request) -> V20House:
    """
    The house rules that a request is read by.

    Raises:
        Refused: A switch or its value is not known.
    """
    return _v20_mixed(request.preset, tuple(sorted(request.switches.items())))


_V5_PLAIN: Final[Mapping[str, V5House]] = {
    name: V5House(Preset(name), {}, rules) for name, rules in v5.PRESETS.items()
}


@lru_cache(KEPT_HOUSES)
def _v5_mixed(preset: V5Preset, switches: tuple[tuple[str, str], ...]) -> V5House:
    rules = _chosen(v5.PRESETS[preset], dict(switches), v5.SWITCHES)
    return V5House(Preset(preset), dict(switches), rules)


@lru_cache(KEPT_HOUSES)
def _v20_mixed(preset: V20Preset, switches: tuple[tuple[str, str], ...]) -> V20House:
    rules = _chosen(v20.PRESETS[preset], dict(switches), v20.SWITCHES)
    return V20House(preset, dict(switches), rules)


def _chosen(preset: Rules, switches: Mapping[str, str], known: Mapping[str, Switch]) -> Rules:
    refusal = switch_refusal(switches, known)
    if refusal is not None:
        refuse(refusal, refusal.field or "switches")
    return mixed(preset, switches, known)


def refuse(refusal: RuleRefusal, field: str) -> NoReturn:
    """Raise what the rules refuse; *field* is the part of the request that it is about."""
    raise Refused(field, refusal.detail, refusal.accepted, code=refusal.code)


def refuse_in(refusal: RuleRefusal, asked: Struct, path: str) -> NoReturn:
    """Raise what the rules refuse of *asked*, which stands at *path*: of a field that it has."""
    here = path.removesuffix(".")
    if refusal.field is not None and refusal.field in asked.__struct_fields__:
        refuse(refusal, f"{path}{refusal.field}")
    refuse(refusal, here)


def refuse_missing(field: str, what: str, accepted: str) -> NoReturn:
    """Raise that *field* is missing, for *what* needs it."""
    raise Refused(field, f"{what} needs the field `{field}`.", accepted)


def refuse_number_of_faces(field: str, needed: int, given: int) -> None:
    """Raise Refused unless as many faces are *given* as are *needed*."""
    if needed != given:
        plural = "face" if needed == 1 else "faces"
        raise Refused(
            field,
            f"This takes {needed} {plural}, and {given} {'is' if given == 1 else 'are'} given.",
            f"exactly {needed} {plural} of 1 to 10",
            code="bad_faces",
        )
