"""What a room answers: to an intent by what came of its step, and to a hello that opens nothing."""

from protocol.codes import CloseCode, Code
from protocol.from_client import Intent
from protocol.from_server import FromServer, Rejected
from server.live.committing import Step
from server.live.drafting import accepted
from server.live.subscriber import Refused
from server.rooms.refusal import Refusal
from server.store.base import Unavailable, Unreadable

_SOON_AGAIN = (Code.STORE_UNAVAILABLE, Code.DICE_NOT_READY)


def answer_to(intent: Intent, step: Step) -> FromServer:
    """The one answer to an intent: accepted, accepted as before, or rejected."""
    if step.repeats is not None:
        if step.repeats.digest != step.digest:
            return Rejected(
                id=intent.id,
                code=Code.ID_REUSED,
                message="This id was used for something else.",
                field="id",
                accepted="a new id for a new intent",
            )
        return accepted(intent.id, step.repeats.answer)
    if step.refusal is not None:
        return rejected(intent.id, step.refusal)
    if step.draft is None:
        raise AssertionError("a step is refused, repeated or stored")
    return accepted(intent.id, step.draft.answer)


def rejected(id: str | None, refusal: Refusal) -> Rejected:
    """A refusal as it travels."""
    return Rejected(
        id=id,
        code=refusal.code,
        message=refusal.detail,
        field=refusal.field,
        accepted=refusal.accepted,
        retry_after_s=1.0 if refusal.code in _SOON_AGAIN else None,
        next_n=refusal.next_n,
    )


def refused(refusal: Refusal | None) -> Refused:
    """A hello that is refused; without *refusal* because its member is none any more."""
    if refusal is None:
        refusal = Refusal(
            Code.UNKNOWN_CREDENTIAL, "This opens no place in a room here.", "token", None
        )
    return Refused(rejected(None, refusal))


def too_many(limit: int) -> Refused:
    """A member has as many connections as there may be."""
    refusal = Refusal(
        Code.LIMIT_REACHED,
        f"You are connected {limit} times already: close one of them first.",
        None,
        f"at most {limit} connections of a member",
    )
    return Refused(rejected(None, refusal), CloseCode.TOO_MANY_CONNECTIONS)


def restarted() -> Refused:
    """The room has ended in the meantime; whoever comes again finds it loaded anew."""
    refusal = Refusal(Code.BUSY, "The room is being loaded again: try once more.")
    return Refused(rejected(None, refusal))


def not_read(error: Unavailable | Unreadable) -> Refusal:
    """What was asked needs something from the log that cannot be read, now or at all."""
    if isinstance(error, Unreadable):
        return Refusal(
            Code.INTERNAL,
            "This room's log has a record that cannot be read: the operator has to look.",
        )
    return Refusal(
        Code.STORE_UNAVAILABLE,
        "The log cannot be read now, so nothing happened. Try again in a moment.",
        None,
        "the same request again, with the same id",
    )
