"""For the operator alone: who sees an event that not everyone sees."""

from server.replay.names import Names
from server.replay.plain import joined
from server.rooms.audience import Audience


def audience_label(audience: Audience, names: Names) -> str:
    """Who sees it, in brackets and with a space after them; nothing where everyone does."""
    if audience.everyone:
        return ""
    those = ["Storytellers", *(names.member(member) for member in audience.members)]
    return f"[{joined(those)}] "
