"""What every HTTP request gets: pages, readiness, or a sentence that says what is wrong."""

from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.config import Settings
from server.gateway.front_door import FrontDoor
from server.gateway.http import OF_DOCUMENTS, SECURITY_HEADERS, Readiness, load_pages

NOW_MS = 1_790_000_000_000
INDEX = b"<!doctype html><title>Coterie</title>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of pages, with things beside them that are none."""
    pages = tmp_path / "pages"
    (pages / "scripts").mkdir(parents=True)
    (pages / ".git").mkdir()
    (pages / "index.html").write_bytes(INDEX)
    (pages / "scripts" / "app.js").write_bytes(b"export {};")
    (pages / "look.css").write_bytes(b"html {}")
    (pages / "icon.svg").write_bytes(b"<svg/>")
    (pages / ".hidden.html").write_bytes(b"hidden")
    (pages / ".git" / "config.txt").write_bytes(b"hidden")
    (pages / "notes.md").write_bytes(b"hidden")
    (pages / "server.py").write_bytes(b"hidden")
    (tmp_path / "outside.html").write_bytes(b"hidden")
    return pages


class Door:
    """A front door, and requests that knock at it."""

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        self.readiness: Readiness = "ready"
        self._door = FrontDoor(
            settings or Settings(), load_pages(folder), lambda: self.readiness, lambda: NOW_MS
        )

    def knock(self, path: str, method: str = "GET", **fields: str | list[str]) -> Response | None:
        """Sort a request; underscores in names of fields stand for hyphens."""
        headers = Headers()
        for name, values in ({"Host": "localhost:8420"} | fields).items():
            for value in [values] if isinstance(values, str) else values:
                headers[name.replace("_", "-")] = value
        return self._door.sort(Request(path, headers, method))

    def get(self, path: str, method: str = "GET", **fields: str | list[str]) -> Response:
        """Sort a request that is to be answered here."""
        response = self.knock(path, method, **fields)
        assert response is not None
        is_part = response.headers["Content-Type"].startswith(("text/javascript", "text/css"))
        for name, value in SECURITY_HEADERS.items():
            is_there = not is_part or name not in OF_DOCUMENTS
            assert response.headers.get_all(name) == [value] * is_there
        assert response.headers["Date"] == "Mon, 21 Sep 2026 14:13:20 GMT"
        assert response.headers["Connection"] == "close"
        return response


@pytest.fixture
def door(folder: Path) -> Door:
    """The front door of a server that is ready."""
    return Door(folder)


@pytest.mark.parametrize(
    ("path", "content", "content_type"),
    [
        ("/", INDEX, "text/html; charset=utf-8"),
        ("/?x=1", INDEX, "text/html; charset=utf-8"),
        ("/index.html", INDEX, "text/html; charset=utf-8"),
        ("/scripts/app.js", b"export {};", "text/javascript; charset=utf-8"),
        ("/scripts%2Fapp.js", b"export {};", "text/javascript; charset=utf-8"),
        ("/look.css", b"html{}", "text/css; charset=utf-8"),
        ("/icon.svg", b"<svg/>", "image/svg+xml; charset=utf-8"),
    ],
)
def test_pages_are_handed_out(door: Door, path: str, content: bytes, content_type: str) -> None:
    """Each with its type and length, and to be asked for again after an update."""
    response = door.get(path)
    assert (response.status_code, response.body) == (200, content)
    assert response.headers.get_all("Content-Type") == [content_type]
    assert response.headers.get_all("Content-Length") == [str(len(content))]
    assert response.headers["Cache-Control"] == "no-cache"


def test_scripts_and_styles_carry_only_what_guards_them(door: Door) -> None:
    """They cannot be read as another type nor by other sites; the rest is for documents."""
    for path in ("/scripts/app.js", "/look.css"):
        for known in ("", "*"):
            headers = door.get(path, If_None_Match=known).headers
            assert {name for name in SECURITY_HEADERS if name in headers} == {
                "Cross-Origin-Resource-Policy",
                "X-Content-Type-Options",
            }


def test_head_says_the_same_without_the_page(door: Door) -> None:
    """The fields are those of GET."""
    got, head = door.get("/"), door.get("/", "HEAD")
    assert head.body == b""
    assert list(head.headers.raw_items()) == list(got.headers.raw_items())
    assert door.get("/nothing", "HEAD").body == b""


def test_a_page_that_is_known_is_not_sent_again(door: Door) -> None:
    """The tag of a page answers with 304, in each form that caches send it."""
    etag = door.get("/").headers["ETag"]
    for known in (etag, f"W/{etag}", f'"x", {etag}', "*"):
        response = door.get("/", If_None_Match=known)
        assert (response.status_code, response.body) == (304, b"")
        assert response.headers["ETag"] == etag
        assert "Content-Length" not in response.headers
    assert door.get("/", If_None_Match='"other"').status_code == 200
    assert door.get("/icon.svg", If_None_Match=etag).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/scripts",
        "/scripts/",
        "//index.html",
        "/./index.html",
        "/../outside.html",
        "/scripts/../../outside.html",
        "/%2e%2e/outside.html",
        "/..%2foutside.html",
        "/%2e%2e%2foutside.html",
        "/..\\outside.html",
        "/index.html%00",
        "/%ff",
        "/.hidden.html",
        "/.git/config.txt",
        "/notes.md",
        "/server.py",
        "index.html",
        "http://localhost/index.html",
        "*",
        "",
        "/metrics",
        "/rooms",
        "/wsx",
    ],
)
def test_nothing_else_is_handed_out(door: Door, path: str) -> None:
    """No path leads out of the folder, nor to what is no page; what was asked is not repeated."""
    response = door.get(path)
    assert response.status_code == 404
    assert response.body == b"There is no such page here.\n"


def test_a_browser_that_finds_nothing_gets_a_page(door: Door) -> None:
    """In our look, the same for every path, without a script, and with a way to the first page."""
    accept = "text/html,application/xhtml+xml,*/*;q=0.8"
    response = door.get("/no/such/<b>page", Accept=accept)
    assert response.status_code == 404
    assert response.headers.get_all("Content-Type") == ["text/html; charset=utf-8"]
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Vary"] == "Accept"
    page = response.body.decode()
    assert "There is no such page here" in page
    assert '<a class="way" href="/">' in page
    assert 'href="/styles/tokens.css"' in page
    for unwanted in ("<script", "style=", "onclick", "no/such", "<b>"):
        assert unwanted not in page
    assert door.get("/elsewhere", Accept=accept).body == response.body
    assert door.get("/elsewhere", "HEAD", Accept=accept).body == b""
    for program in ("*/*", "application/json", ""):
        assert door.get("/elsewhere", Accept=program).body == b"There is no such page here.\n"


def test_page_that_is_not_there_leads_below_the_public_path(folder: Path) -> None:
    """Its links hold at any depth, whether the proxy takes the path off or not."""
    door = Door(folder, Settings(public_url='https://localhost/a"b/'))
    for path in ("/nothing/here", '/a"b/nothing'):
        page = door.get(path, Accept="text/html").body.decode()
        assert 'href="/a&quot;b/styles/base.css"' in page
        assert '<a class="way" href="/a&quot;b/">' in page


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get"])
@pytest.mark.parametrize("path", ["/", "/healthz", "/nothing"])
def test_other_methods_are_refused_with_a_sentence(door: Door, method: str, path: str) -> None:
    """Nothing is changed over HTTP."""
    response = door.get(path, method)
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD"
    assert b"WebSocket" in response.body


@pytest.mark.parametrize(
    ("readiness", "status", "body"),
    [("ready", 200, b"ok\n"), ("starting", 503, b"starting\n"), ("draining", 503, b"draining\n")],
)
def test_health_says_whether_it_is_ready(
    door: Door, readiness: Readiness, status: int, body: bytes
) -> None:
    """And nothing more; to whoever asks, under whatever name."""
    door.readiness = readiness
    for host in ("localhost", "10.0.0.7:8420", "lb.example"):
        response = door.get("/healthz", Host=host)
        assert (response.status_code, response.body) == (status, body)
        assert response.headers["Cache-Control"] == "no-store"


def test_pages_are_there_before_the_rooms_are(door: Door) -> None:
    """While the server starts, the page can be loaded; the socket is told to wait (E7)."""
    door.readiness = "starting"
    assert door.get("/").status_code == 200
    response = door.get("/ws", Upgrade="websocket")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "2"
    assert b"starting" in response.body


@pytest.mark.parametrize("path", ["/ws", "/coterie/ws", "/a/b/ws", "/ws?x=1"])
def test_any_path_that_ends_in_ws_is_the_socket(door: Door, path: str) -> None:
    """A proxy may show the server below any path, and take it off or not (H7)."""
    assert door.knock(path, Upgrade="websocket") is None
    response = door.get(path)
    assert response.status_code == 426
    assert response.headers["Upgrade"] == "websocket"


def test_pages_are_found_below_the_path_of_the_public_url(folder: Path) -> None:
    """Whether the proxy takes the path off or not; and without its slash it leads there (H7)."""
    door = Door(folder, Settings(public_url="https://localhost/coterie/"))
    for path in ("/coterie/", "/coterie/index.html", "/", "/index.html"):
        assert door.get(path).body == INDEX
    assert door.get("/coterie/healthz").body == b"ok\n"
    assert door.get("/coteriex/").status_code == 404
    moved = door.get("/coterie")
    assert (moved.status_code, moved.headers["Location"]) == (308, "/coterie/")


def test_a_name_that_is_not_its_own_is_refused(door: Door) -> None:
    """No page can make its own name point here and read what comes (DNS rebinding)."""
    for path in ("/", "/ws", "/index.html"):
        response = door.get(path, Host="evil.example")
        assert response.status_code == 403
        assert b"public URL" in response.body
    assert door.get("/", Host="").status_code == 403


@pytest.mark.parametrize("name", ["Host", "Origin"])
def test_a_field_that_stands_there_twice_is_refused(door: Door, name: str) -> None:
    """Two names, of which a proxy and this server might believe different ones."""
    twice: Any = {name: ["localhost", "localhost"]}
    response = door.get("/ws", **twice)
    assert response.status_code == 400


def test_a_page_of_somebody_else_opens_no_socket(door: Door) -> None:
    """The refusal says what to configure; the pages themselves may be looked at from anywhere."""
    response = door.get("/ws", Upgrade="websocket", Origin="https://evil.example")
    assert response.status_code == 403
    assert b"origins" in response.body
    assert door.knock("/ws", Upgrade="websocket", Origin="http://localhost:8420") is None
    assert door.get("/", Origin="https://evil.example").status_code == 200
