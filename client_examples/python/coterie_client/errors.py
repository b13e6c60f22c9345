"""What can go wrong for a caller of the SDK, each with a sentence for a person."""


class CoterieError(Exception):
    """What all errors of this SDK have in common."""


class LinkError(CoterieError, ValueError):
    """A text is no link to a room."""


class Rejected(CoterieError):
    """
    The server refused a request; it changed nothing.

    Attributes:
        id: The request's id, or None where the server could not read one.
        code: Stable reason, such as "forbidden".
        message: What was wrong, for a person.
        field: The offending field, if one is to blame.
        accepted: What would have been right, for a person.
        retry_after_s: When trying again makes sense, if it does.
        next_n: With `dice_moved`, the number that the lane of dice is at.
    """

    def __init__(
        self,
        id: str | None,
        code: str,
        message: str,
        field: str | None = None,
        accepted: str | None = None,
        retry_after_s: float | None = None,
        next_n: int | None = None,
    ) -> None:
        super().__init__(message)
        self.next_n = next_n
        self.id = id
        self.code = code
        self.message = message
        self.field = field
        self.accepted = accepted
        self.retry_after_s = retry_after_s

    def __str__(self) -> str:
        hint = f" (accepted: {self.accepted})" if self.accepted else ""
        return f"{self.message}{hint} [{self.code}]"


class OutcomeUnknown(CoterieError):
    """
    The client was closed before a request was answered.

    Attributes:
        id: The request's id; resending the same content under it is safe, it happens once at most.
        was_sent: Whether it ever went out; if not, nothing happened.
    """

    def __init__(self, id: str, was_sent: bool) -> None:
        self.id = id
        self.was_sent = was_sent
        super().__init__(
            f"It is not known whether it happened; resend it with the same id ({id})."
            if was_sent
            else f"It was not sent, so nothing happened; resend it with the same id ({id})."
        )


class OutboxFull(CoterieError):
    """Too many requests wait for an answer; this one was not taken, nothing happened."""


class NotConnected(CoterieError):
    """No `welcome` came in the time allowed; the message says what stood in the way."""


class Closed(CoterieError):
    """
    The client is closed for good.

    Attributes:
        code: The server's close code, or None when this side closed.
    """

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class FeedOverrun(CoterieError):
    """Items were dropped because nobody read them; reading goes on with the oldest one kept."""

    def __init__(self, dropped: int) -> None:
        super().__init__(
            f"{dropped} items were dropped because nobody read them in time; "
            "client.state is right all the same, and history() brings the events."
        )
        self.dropped = dropped
