"""Pages are sent compressed to whoever takes that, each form under a tag of its own."""

import gzip
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.config import Settings
from server.gateway.front_door import FrontDoor
from server.gateway.http import load_pages

SCRIPT = b"export const words = 'the same over and over';\n" * 50


def _fetch(folder: Path, path: str, **fields: str) -> Response:
    door = FrontDoor(Settings(), load_pages(folder), lambda: "ready", lambda: 0)
    headers = Headers({"Host": "localhost"})
    for name, value in fields.items():
        headers[name.replace("_", "-")] = value
    response = door.sort(Request(path, headers))
    assert response is not None
    return response


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page that compression makes smaller, and one that it does not."""
    (tmp_path / "app.js").write_bytes(SCRIPT)
    (tmp_path / "dot.png").write_bytes(bytes(range(256)))
    return tmp_path


@pytest.mark.parametrize(
    ("taken", "is_compressed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip ; q=1.0", True),
        ("x-gzip", True),
        ("*", True),
        ("gzip;q=0.001", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; Q=0.000, *", False),
        ("*;q=0", False),
    ],
)
def test_pages_are_compressed_for_whoever_takes_it(
    folder: Path, taken: str, is_compressed: bool
) -> None:
    """The same page either way, and caches are told that there are two."""
    response = _fetch(folder, "/app.js", Accept_Encoding=taken)
    assert response.headers["Vary"] == "Accept-Encoding"
    assert response.headers["Content-Length"] == str(len(response.body))
    assert ("Content-Encoding" in response.headers) is is_compressed
    assert (gzip.decompress(response.body) if is_compressed else response.body) == SCRIPT


def test_each_form_has_a_tag_of_its_own(folder: Path) -> None:
    """What a cache holds is good for the form it holds, and for no other."""
    plain = _fetch(folder, "/app.js").headers["ETag"]
    packed = _fetch(folder, "/app.js", Accept_Encoding="gzip").headers["ETag"]
    assert plain != packed
    for tag in (packed, f"W/{packed}"):
        again = _fetch(folder, "/app.js", Accept_Encoding="gzip", If_None_Match=tag)
        assert (again.status_code, again.body) == (304, b"")
        assert (again.headers["ETag"], again.headers["Vary"]) == (packed, "Accept-Encoding")
    other = _fetch(folder, "/app.js", Accept_Encoding="gzip", If_None_Match=plain)
    assert other.status_code == 200


def test_a_changed_page_has_another_tag(folder: Path) -> None:
    """A new server's page is picked up at the next load: it is asked for, and it differs."""
    before = _fetch(folder, "/app.js", Accept_Encoding="gzip")
    (folder / "app.js").write_bytes(SCRIPT + b"// newer\n")
    tag = before.headers["ETag"]
    after = _fetch(folder, "/app.js", Accept_Encoding="gzip", If_None_Match=tag)
    assert after.status_code == 200
    assert before.headers["Cache-Control"] == after.headers["Cache-Control"] == "no-cache"


def test_what_hardly_shrinks_goes_as_it_is(folder: Path) -> None:
    """A picture is compressed already."""
    response = _fetch(folder, "/dot.png", Accept_Encoding="gzip")
    assert response.body == bytes(range(256))
    assert "Content-Encoding" not in response.headers
    assert "Vary" not in response.headers
