"""What people said, in words."""

from protocol import events as e
from protocol.words import Saying, Visibility
from server.replay.names import Names
from server.replay.plain import joined
from server.replay.told_people import Told


def tell_table(names: Names, event: e.Said) -> Told:
    """Say who said what to whom; what was said stands in quotes, so that it is nothing else."""
    who = names.actor(event.member, event.character)
    verb = "notes" if event.kind is Saying.NOTE else _VERBS.get(event.visibility, "says")
    to = f" to {joined([names.member(m) for m in event.to])}" if event.to else ""
    return (f"{who} {verb}{to}: “{event.text}”",)


_VERBS = {
    Visibility.WHISPER: "whispers",
    Visibility.PRIVATE: "says to the Storyteller",
    Visibility.SECRET: "says behind the screen",
}
