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


IMPORT = re.compile(r'^(?:import|export) \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)


def _names(listed: str, at: int) -> set[str]:
    """Of `a, b as c`, what it is called there (0) or here (-1)."""
    return {each.split(" as ")[at].strip() for each in listed.split(",") if each.strip()}


def test_scripts_import_what_others_export() -> None:
    """A name that is moved or renamed is missed here, not by whoever opens the page."""
    scripts = {path: path.read_text() for path in FILES if path.suffix == ".js"}
    exported = {
        path: set(EXPORT.findall(text)).union(*(_names(n, -1) for n in EXPORT_LIST.findall(text)))
        for path, text in scripts.items()
    }
    imports = [
        (path, (path.parent / source).resolve(), names)
        for path, text in scripts.items()
        for names, source in IMPORT.findall(text)
    ]
    assert len(imports) > 100
    for path, source, names in imports:
        assert _names(names, 0) <= exported[source], path


def test_pages_weigh_little() -> None:
    """All files stay under 250 kB compressed, V20's and the dice's own apart; no page needs all."""
    sizes = {path: len(gzip.compress(path.read_bytes())) for path in FILES}
    of_v20 = [path for path in FILES if path.parent.name == "v20" or path.name == "v20.css"]
    of_dice = [path for path in FILES if path.parent.name == "dice"]
    assert of_v20
    assert of_dice
    assert sum(sizes[path] for path in of_v20) < 50_000
    assert sum(sizes[path] for path in of_dice) < 25_000
    others = sizes.keys() - {*of_v20, *of_dice}
    assert sum(sizes[path] for path in others) < 250_000
