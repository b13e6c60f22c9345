"""What the groups of convenience methods need of a client, and how they leave out defaults."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from coterie_client.wire import Accepted, Json


class Sender(ABC):
    """Something that sends intents and asks queries."""

    @abstractmethod
    async def send(self, intent: Mapping[str, Any], *, id: str | None = None) -> Accepted:
        """Send an intent and wait for its answer."""

    @abstractmethod
    async def query(self, query: Mapping[str, Any]) -> Json:
        """Ask a query and wait for its result."""


def given(type: str, **fields: Any) -> Json:
    """A message of *type* with the fields that are not None."""
    return {"type": type, **{key: value for key, value in fields.items() if value is not None}}
