"""
Finds a Chromium on this machine and says how to start it. Must not install anything:
`ensure_browser` does, so that a browser test never skips and never changes the machine.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "COTERIE_BROWSER"

NAMES = (
    # The same engine without a window: it opens pages in half the time.
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)

_MACOS_APPLICATIONS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)

# Where `playwright install chromium` puts a build, below its own folder of browsers.
_PLAYWRIGHT_BUILDS = (
    "chromium_headless_shell-*/chrome-*/*headless*shell",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)


class BrowserNotFound(RuntimeError):
    """No Chromium is on this machine; the message says how to get one."""


def find_browser() -> Path:
    """
    Find the Chromium that browser tests drive.

    Looks at the environment variable COTERIE_BROWSER (a name or a path), then at the usual
    names on the PATH, then at the usual places of macOS and of Playwright's own builds.

    Returns:
        The path of an executable.

    Raises:
        BrowserNotFound: There is none, or COTERIE_BROWSER names something that is none.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        found = shutil.which(chosen)
        if found is None:
            raise BrowserNotFound(f"{VARIABLE} is {chosen!r}, which is not an executable.")
        return Path(found)
    for candidate in _candidates():
        return candidate
    raise BrowserNotFound(
        "Browser tests need Chromium and found none. Install it (Debian: apt-get install "
        "chromium-headless-shell; Fedora: dnf install chromium; macOS: brew install --cask "
        "chromium; elsewhere: python -m playwright install chromium) or set "
        f"{VARIABLE} to its path."
    )


def launch_arguments() -> list[str]:
    """
    Return the command line arguments every browser test starts Chromium with.

    They keep a test browser from looking up its maker's hosts. Root cannot use Chromium's
    sandbox, so it is switched off for root alone.
    """
    arguments = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--no-default-browser-check",
        "--no-first-run",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return arguments


def _candidates() -> Iterator[Path]:
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            yield Path(found)
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            for application in _MACOS_APPLICATIONS:
                if (folder / application).is_file():
                    yield folder / application
    folder = _playwright_folder()
    for pattern in _PLAYWRIGHT_BUILDS:
        # The newest build first: its number is part of the name, and all have the same length.
        for build in sorted(folder.glob(pattern), reverse=True):
            if build.is_file() and os.access(build, os.X_OK):
                yield build


def _playwright_folder() -> Path:
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen and chosen != "0":
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path.home() / "AppData" / "Local" / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"
