"""Says what is wrong with a request line that does not decode, in the words of the wire."""

from typing import Final

import msgspec
from msgspec import inspect

from protocol.bad_message import field_fault, union_members
from server.commands.resolving_base import Refused

LINE: Final = "line"
"""The field of a fault of the line as a whole."""


class Explainer:
    """Explains what does not decode as one of *requests*, a union of tagged structs."""

    def __init__(self, requests: object) -> None:
        self._types = {
            str(member.tag): member
            for member in union_members(inspect.type_info(requests))
            if isinstance(member, inspect.StructType)
        }

    @property
    def tags(self) -> tuple[str, ...]:
        """The types of requests there are."""
        return tuple(self._types)

    def explain(self, line: bytes, error: msgspec.MsgspecError | RecursionError) -> Refused:
        """Say why *line* is no request, given what its decoding raised."""
        if not isinstance(error, msgspec.ValidationError):
            return not_json()
        try:
            told = msgspec.json.decode(line)
        except (msgspec.MsgspecError, RecursionError):
            # The types were found wrong before the rest was read.
            return not_json()
        if not isinstance(told, dict):
            return Refused(LINE, "A request is one JSON object with a `type`.", "one JSON object")
        said = told.get("type")
        types = f"one of {', '.join(self.tags)}"
        if not isinstance(said, str):
            return Refused("type", "A request has a `type`.", types)
        if said not in self._types:
            message = "There is no request of this type."
            return Refused("type", message, types, code="unknown_type")
        fault = field_fault(error, self._types[said], told)
        return Refused(fault.field or LINE, fault.message, fault.accepted)


def not_json() -> Refused:
    """What is said of a line that is no JSON at all."""
    message = "The line is not JSON in UTF-8."
    return Refused(LINE, message, "one JSON object", code="malformed")
