"""Servers of one process read their pages once: tests start hundreds of them."""

from server import app
from server.gateway.http import load_pages
from server.gateway.pages import pages_root


def read_pages_once() -> None:
    """Read the pages now, for every server that this process starts from here on."""
    pages = load_pages(pages_root())
    app.load_pages = lambda _: pages
