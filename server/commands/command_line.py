"""What all words of the command line are made of: the parser, its complaints, its numbers."""

import argparse
import re
import sys
from typing import Final, NoReturn

from server.commands.terminal import complain

USAGE: Final = 2
"""The exit code where the command line or a setting is not accepted."""

EXIT_CODES: Final = """\
exit codes:
  0  done, and all is well
  1  it did not work, or something was found: the sentence says what
  2  the command line or a setting is not accepted: the sentence says what is
"""


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message}. `{self.prog} --help` says what is accepted.")
        sys.exit(USAGE)


Commands = argparse._SubParsersAction
"""What a command is added to; argparse has no public name for it."""


def add_command(commands: "Commands[Parser]", name: str, help: str, example: str) -> Parser:
    """Add a command with its example and the exit codes."""
    return commands.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=f"example:\n  {example}\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


class Whole:
    """A whole number within bounds, as argparse wants it."""

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    def __call__(self, text: str) -> int:
        """The number; argparse tells of what is none."""
        if re.fullmatch(r"-?[0-9]{1,18}", text) and self._least <= int(text) <= self._most:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"{text!r} is not accepted: a whole number from {self._least} to {self._most} is"
        )


class Wholes:
    """Whole numbers with commas between them, as argparse wants them; empty text is none."""

    def __init__(self, least: int, most: int, most_items: int) -> None:
        self._least = least
        self._most = most
        self._most_items = most_items

    def __call__(self, text: str) -> tuple[int, ...]:
        """The numbers; argparse tells of what are none."""
        parts = [part.strip() for part in text.split(",")] if text.strip() else []
        if len(parts) <= self._most_items and all(map(self._is_accepted, parts)):
            return tuple(map(int, parts))
        raise argparse.ArgumentTypeError(
            f"{text!r} is not accepted: at most {self._most_items} whole numbers from"
            f" {self._least} to {self._most} are, with commas between them"
        )

    def _is_accepted(self, part: str) -> bool:
        return bool(re.fullmatch(r"[0-9]{1,18}", part)) and self._least <= int(part) <= self._most


def setting(text: str) -> tuple[str, str]:
    """A switch and its value, as argparse wants them."""
    match = re.fullmatch(r"([a-z][a-z0-9_]{0,39})=([a-z][a-z0-9_]{0,39})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not accepted: NAME=VALUE is")
    return match[1], match[2]


def seed(text: str) -> bytes:
    """A seed in hexadecimal, as argparse wants it."""
    if re.fullmatch(r"([0-9a-fA-F]{2}){1,64}", text):
        return bytes.fromhex(text)
    raise argparse.ArgumentTypeError("no seed: accepted are 1 to 64 bytes in hexadecimal")
