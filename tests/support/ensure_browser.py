"""
Makes sure that a Chromium is there before the tests run: `python -m tests.support.ensure_browser`.
Installs one by the means at hand when there is none; uses the standard library alone.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from tests.support.browser import VARIABLE, BrowserNotFound, find_browser

_TIMEOUT_S = 900


def ensure_browser() -> str:
    """
    Find a browser, or install one and find it.

    Returns:
        A sentence that says which browser the tests will use.

    Raises:
        BrowserNotFound: There is none and none could be installed, or COTERIE_BROWSER is wrong.
    """
    try:
        return f"Browser tests use {find_browser()}."
    except BrowserNotFound:
        if os.environ.get(VARIABLE):
            raise
    for steps in _ways_to_install():
        if all(_run(step) for step in steps):
            try:
                return f"Browser tests use {find_browser()}, installed just now."
            except BrowserNotFound:
                continue
    return f"Browser tests use {find_browser()}."


def _ways_to_install() -> list[list[list[str]]]:
    """List the ways this machine has, best first; each is the commands that must all succeed."""
    ways: list[list[list[str]]] = []
    if sys.platform == "linux" and (prefix := _as_root()) is not None:
        if shutil.which("apt-get"):
            noninteractive = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
            install = [*noninteractive, "install", "-y", "-q", "--no-install-recommends"]
            update = [*prefix, "apt-get", "update", "-q"]
            ways.append([update, [*install, "chromium-headless-shell"]])
            ways.append([[*install, "chromium"]])
        if shutil.which("dnf"):
            ways.append([[*prefix, "dnf", "install", "-y", "chromium"]])
        if shutil.which("apk"):
            ways.append([[*prefix, "apk", "add", "--no-cache", "chromium"]])
    if sys.platform == "darwin" and shutil.which("brew"):
        ways.append([["brew", "install", "--cask", "chromium"]])
    ways.append([[sys.executable, "-m", "playwright", "install", "chromium"]])
    return ways


def _as_root() -> list[str] | None:
    """Return what to put before a command that needs root, or None when nobody here may be root."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _run(["sudo", "-n", "true"], quiet=True):
        return ["sudo", "-n"]
    return None


def _run(command: Sequence[str], *, quiet: bool = False) -> bool:
    if not quiet:
        print("+", *command, flush=True)
    output = subprocess.DEVNULL if quiet else None
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        print(f"{command[0]}: {problem}", file=sys.stderr)
        return False
    return done.returncode == 0


def main() -> int:
    """Print which browser the tests use, or how to get one; return the exit status."""
    try:
        print(ensure_browser())
    except BrowserNotFound as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
