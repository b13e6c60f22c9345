"""How many files the system lets this process open: each connection is one."""

import logging
from typing import Final

log = logging.getLogger("coterie")

BESIDE_CONNECTIONS: Final = 128
"""Files that are no connections: the log and its companions, the loop, libraries, outputs."""


def allow_open_files(connections: int) -> None:
    """
    Raise the limit of open files, as far as this user may, where *connections* do not fit in it.

    Says in the log when they do not fit all the same. Where the system knows no such limit
    (Windows), nothing happens.
    """
    try:
        import resource
    except ImportError:
        return
    wanted = connections + BESIDE_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    reachable = wanted if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (reachable, hard))
    except (OSError, ValueError):
        reachable = soft
    if reachable < wanted:
        log.warning(
            "the system allows fewer open files than max_connections needs",
            extra={"allowed": reachable, "needed": wanted},
        )
