"""
The small HTTP side: pages and readiness, the same bytes whatever rooms exist.

Pages are read and compressed once at the start; a request can only name one of them, so no path
leads elsewhere.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from importlib.resources.abc import Traversable
from typing import Literal
from urllib.parse import unquote

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.gateway.lightened import lighten
from server.gateway.not_found import not_found_page

Readiness = Literal["starting", "ready", "draining"]

_TYPES = {
    "css": "text/css; charset=utf-8",
    "gif": "image/gif",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "png": "image/png",
    "svg": "image/svg+xml; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff2": "font/woff2",
}

_REFUSING = re.compile(r"q\s*=\s*0(\.0*)?")

_WORTH_IT = 0.9
"""What is hardly smaller when compressed, such as pictures, goes as it is."""

SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What every answer carries, the refusals too; but for what only documents need, see below."""

OF_DOCUMENTS = frozenset(
    {
        "Content-Security-Policy",
        "Cross-Origin-Opener-Policy",
        "Permissions-Policy",
        "Referrer-Policy",
    }
)
"""What a page's parts need not carry: a browser heeds it on the document, and what the parts fetch
goes by that. A page has dozens of parts, and it weighed more than some of them."""

_PARTS = frozenset({"text/css", "text/javascript"})
"""What is a part of a page and never a document of its own, unlike an SVG picture."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file as it is handed out; *compressed* by gzip, or None where that saves nothing."""

    content: bytes
    content_type: str
    etag: str
    compressed: bytes | None = None


Pages = Mapping[str, Page]
"""Pages by path, without a slash in front."""


def load_pages(root: Traversable) -> Pages:
    """
    Read the pages below *root*.

    Only files of known types are pages, and nothing whose name begins with a dot. Scripts and
    styles go without comments and indentation, and text is also kept compressed, so that no
    request waits for it.
    """
    pages: dict[str, Page] = {}
    folders = [("", root)]
    while folders:
        path, folder = folders.pop()
        for entry in folder.iterdir():
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                folders.append((f"{path}{entry.name}/", entry))
                continue
            content_type = _TYPES.get(entry.name.rpartition(".")[2].lower())
            if content_type is not None:
                pages[path + entry.name] = make_page(_light(entry, content_type), content_type)
    return pages


def _light(entry: Traversable, content_type: str) -> bytes:
    """What is sent of a file: of a script or a style sheet, what is not comment."""
    content = entry.read_bytes()
    kind = content_type.partition(";")[0]
    if kind not in _PARTS:
        return content
    is_script = kind == "text/javascript"
    # Whatever the bytes are, they come out again.
    text = content.decode(errors="surrogateescape")
    lightened = lighten(text, has_line_comments=is_script)
    return lightened.encode(errors="surrogateescape")


def make_page(content: bytes, content_type: str) -> Page:
    """Make a page of *content*, with its tag, and compressed where that saves something."""
    digest = hashlib.sha256(content).hexdigest()
    # Without a time in it: the same page is the same bytes at every start.
    compressed = gzip.compress(content, compresslevel=9, mtime=0)
    saves = len(compressed) < _WORTH_IT * len(content)
    return Page(content, content_type, f'"{digest[:16]}"', compressed if saves else None)


def respond(
    status: HTTPStatus, sentence: str, now_ms: int, extra: Mapping[str, str] | None = None
) -> Response:
    """Make an answer of one sentence, for a person or a script."""
    fields = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
    return _response(status, fields | dict(extra or {}), f"{sentence}\n".encode(), now_ms)


def answer(
    request: Request, pages: Pages, prefix: str, readiness: Readiness, now_ms: int
) -> Response:
    """
    Answer a request that is not for a WebSocket.

    Args:
        request: What was asked; its path may carry a query, which says nothing here.
        pages: The pages there are.
        prefix: The path under which a proxy shows this server, if it does not take it off.
        readiness: What `/healthz` says.
        now_ms: For the `Date` header.
    """
    if request.method not in ("GET", "HEAD"):
        sentence = "Pages are read here, with GET or HEAD; everything else goes over the WebSocket."
        response = respond(HTTPStatus.METHOD_NOT_ALLOWED, sentence, now_ms, {"Allow": "GET, HEAD"})
    else:
        response = _answer_get(request, pages, prefix, readiness, now_ms)
    if request.method == "HEAD":
        response.body = b""
    return response


def _answer_get(
    request: Request, pages: Pages, prefix: str, readiness: Readiness, now_ms: int
) -> Response:
    path = unquote(request.path.partition("?")[0], errors="replace")
    if prefix and (path == prefix or path.startswith(prefix + "/")):
        path = path[len(prefix) :]
        if not path:
            # Without the slash, the page's own links would lead above it.
            sentence = "The pages are one slash further."
            moved = {"Location": f"{prefix}/"}
            return respond(HTTPStatus.PERMANENT_REDIRECT, sentence, now_ms, moved)
    if path == "/healthz":
        if readiness == "ready":
            return respond(HTTPStatus.OK, "ok", now_ms)
        return respond(HTTPStatus.SERVICE_UNAVAILABLE, readiness, now_ms, {"Retry-After": "2"})
    page = pages.get("index.html" if path == "/" else path.removeprefix("/"))
    if page is None or not path.startswith("/"):
        return _not_found(request, prefix, now_ms)
    body, etag = page.content, page.etag
    fields = {
        "Content-Type": page.content_type,
        # Asked for again each time, and answered with 304: never stale after an update.
        "Cache-Control": "no-cache",
    }
    if page.compressed is not None:
        fields["Vary"] = "Accept-Encoding"
        if _takes_gzip(request.headers.get_all("Accept-Encoding")):
            # Other bytes, so another tag.
            body, etag = page.compressed, f'{etag[:-1]}-gzip"'
            fields["Content-Encoding"] = "gzip"
    fields["ETag"] = etag
    if _names(request.headers.get_all("If-None-Match"), etag):
        return _response(HTTPStatus.NOT_MODIFIED, fields, b"", now_ms)
    return _response(HTTPStatus.OK, fields, body, now_ms)


def _not_found(request: Request, prefix: str, now_ms: int) -> Response:
    """A sentence for programs; for whoever takes HTML, which is a browser, a page."""
    fields = {"Vary": "Accept"}
    if "text/html" not in ",".join(request.headers.get_all("Accept")).lower():
        return respond(HTTPStatus.NOT_FOUND, "There is no such page here.", now_ms, fields)
    fields |= {"Content-Type": _TYPES["html"], "Cache-Control": "no-store"}
    return _response(HTTPStatus.NOT_FOUND, fields, not_found_page(prefix), now_ms)


def _takes_gzip(accept_encoding: list[str]) -> bool:
    """Whether gzip is among the encodings taken: named, or by the star, and not with a q of 0."""
    takes: dict[str, bool] = {}
    for line in accept_encoding:
        for part in line.lower().split(","):
            name, *parameters = (each.strip() for each in part.split(";"))
            takes[name] = not any(_REFUSING.fullmatch(each) for each in parameters)
    return takes.get("gzip", takes.get("x-gzip", takes.get("*", False)))


def _names(if_none_match: list[str], etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for line in if_none_match for tag in line.split(",")]
    return etag in tags or "*" in tags


def _response(status: HTTPStatus, fields: Mapping[str, str], body: bytes, now_ms: int) -> Response:
    headers = Headers(
        {"Date": formatdate(now_ms / 1_000, usegmt=True), "Connection": "close", **fields}
    )
    if status is not HTTPStatus.NOT_MODIFIED:
        headers["Content-Length"] = str(len(body))
    secure(headers)
    return Response(status.value, status.phrase, headers, body)


def secure(headers: Headers) -> None:
    """Add the security headers that are not there yet, and that serve with this kind of answer."""
    is_part = headers.get("Content-Type", "").partition(";")[0] in _PARTS
    for name, value in SECURITY_HEADERS.items():
        if name not in headers and not (is_part and name in OF_DOCUMENTS):
            headers[name] = value
