"""What every store asks of a draft before it takes it."""

from collections.abc import Sequence

from server.rooms.lines import STORYTELLERS_LINE
from server.store.base import Draft, TooLarge

MAX_COMMIT_BYTES = 4 * 1024 * 1024


def size_of(draft: Draft) -> int:
    """The bytes of the draft's bodies and answer, which are nearly all of it."""
    size = len(draft.answer)
    for event in draft.events:
        size += len(event.body)
    return size


def check_drafts(drafts: Sequence[Draft], max_commit_bytes: int) -> int:
    """
    Refuse what no store may take.

    Returns:
        The size of all drafts together.

    Raises:
        TooLarge: One of them is larger than *max_commit_bytes*.
        ValueError: Two drafts have one commit id, or a draft leaves out the Storytellers' line.
    """
    if len(drafts) > 1 and len({draft.commit_id for draft in drafts}) != len(drafts):
        raise ValueError("two drafts of one append have the same commit id")
    total = 0
    for draft in drafts:
        size = size_of(draft)
        if size > max_commit_bytes:
            raise TooLarge(f"a commit of {size} bytes; at most {max_commit_bytes} are taken")
        total += size
        if STORYTELLERS_LINE not in dict(draft.lines):
            raise ValueError("a draft must say where the Storytellers' line stands after it")
    return total
