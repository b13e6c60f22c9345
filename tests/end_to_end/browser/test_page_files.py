"""The files of the pages, without a browser: what must not be in them, and what they weigh."""

import gzip
import re

from tests.support.dockerfile import REPOSITORY

PAGES = REPOSITORY / "client_examples" / "browser"
FILES = [path for path in sorted(PAGES.rglob("*.*")) if path.suffix != ".md"]


def test_pages_stand_on_their_own() -> None:
    """No script or style within the markup, nothing from elsewhere, nothing that parses markup."""
    markup = (PAGES / "index.html").read_text()
    for inline in ("<style", "style=", "onclick=", "javascript:", "<script>"):
        assert inline not in markup
    for path in FILES:
        text = path.read_text()
        addresses = re.findall(r"\w+://[\w.]+", text)
        assert set(addresses) <= {"http://www.w3.org", "wss://night.example.org"}, path
        for danger in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval("):
            assert danger not in text, path


def test_pages_weigh_little() -> None:
    """All files of all pages stay under 240 kB compressed, V20's own apart; no page needs all."""
    sizes = {path: len(gzip.compress(path.read_bytes())) for path in FILES}
    of_v20 = [path for path in FILES if path.parent.name == "v20" or path.name == "v20.css"]
    assert of_v20
    assert sum(sizes[path] for path in of_v20) < 50_000
    assert sum(size for path, size in sizes.items() if path not in of_v20) < 240_000
