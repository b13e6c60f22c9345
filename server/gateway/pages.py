"""
Finds the browser pages that the server hands out. Must not know what is in them, nor HTTP.
"""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path


def pages_root() -> Traversable:
    """
    Find the folder of browser pages.

    Returns:
        In an installed wheel the package data `server/_pages`, in a checkout (also
        installed editable) the folder `client_examples/browser`.

    Raises:
        FileNotFoundError: Neither is there; the installation is incomplete.
    """
    packaged = resources.files("server") / "_pages"
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parents[2] / "client_examples" / "browser"
    if checkout.is_dir():
        return checkout
    raise FileNotFoundError(f"No browser pages: neither {packaged} nor {checkout} is a folder.")
