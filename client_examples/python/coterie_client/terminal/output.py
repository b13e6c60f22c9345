"""The standard output, and its end where whoever read it has seen enough (`| head`)."""

import os
import sys


def abandon_output() -> None:
    """Let nobody read the output any more; Python would complain at its end that nobody does."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
