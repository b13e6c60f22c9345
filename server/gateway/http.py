"""
The small HTTP side: pages and readiness, the same bytes whatever rooms exist.

Pages are read once at the start; a request can only name one of them, so no path leads elsewhere.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from importlib.resources.abc import Traversable
from typing import Literal
from urllib.parse import unquote

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

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
"""What every answer carries, the refusals too."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file as it is handed out."""

    content: bytes
    content_type: str
    etag: str


Pages = Mapping[str, Page]
"""Pages by path, without a slash in front."""


def load_pages(root: Traversable) -> Pages:
    """
    Read the pages below *root*.

    Only files of known types are pages, and nothing whose name begins with a dot.
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
                content = entry.read_bytes()
                digest = hashlib.sha256(content).hexdigest()
                pages[path + entry.name] = Page(content, content_type, f'"{digest[:32]}"')
    return pages


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
        return respond(HTTPStatus.NOT_FOUND, "There is no such page here.", now_ms)
    fields = {
        "Content-Type": page.content_type,
        "ETag": page.etag,
        # Asked for again each time, and answered with 304: never stale after an update.
        "Cache-Control": "no-cache",
    }
    if _names(request.headers.get_all("If-None-Match"), page.etag):
        return _response(HTTPStatus.NOT_MODIFIED, fields, b"", now_ms)
    return _response(HTTPStatus.OK, fields, page.content, now_ms)


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
    """Add the security headers that are not there yet."""
    for name, value in SECURITY_HEADERS.items():
        if name not in headers:
            headers[name] = value
