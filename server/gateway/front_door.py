"""
Sorts requests: which are answered with a page, which are turned away, which become a WebSocket.
"""

import logging
from collections.abc import Callable
from http import HTTPStatus

from websockets.datastructures import MultipleValuesError
from websockets.http11 import Request, Response

from server.config import Settings
from server.gateway.http import Pages, Readiness, answer, respond
from server.gateway.own_names import OwnNames

log = logging.getLogger(__name__)

NOT_READY_RETRY_S = 2


class FrontDoor:
    """What every request passes; knows the pages and the names of the server, and no room."""

    def __init__(
        self,
        settings: Settings,
        pages: Pages,
        ready: Callable[[], Readiness],
        now_ms: Callable[[], int],
    ) -> None:
        self._names = OwnNames(settings)
        self._pages = pages
        self._ready = ready
        self._now_ms = now_ms

    def sort(self, request: Request) -> Response | None:
        """Answer a request, or return None to let it become a WebSocket."""
        response = self._answer(request)
        if response is not None and response.status_code >= HTTPStatus.BAD_REQUEST:
            # Not the path: a client that does it wrong might have put a secret there.
            log.debug("request refused", extra={"status": response.status_code})
        return response

    def _answer(self, request: Request) -> Response | None:
        now_ms = self._now_ms()
        path = request.path.partition("?")[0]
        if path == "/healthz":
            # Whoever looks after this server may know it by its address alone.
            return answer(request, self._pages, "", self._ready(), now_ms)
        try:
            host = request.headers.get("Host")
            origin = request.headers.get("Origin")
        except MultipleValuesError:
            sentence = "The request names its host or its origin twice."
            return respond(HTTPStatus.BAD_REQUEST, sentence, now_ms)
        refusal = self._names.refuse_host(host)
        if refusal is not None:
            status = HTTPStatus.BAD_REQUEST if host is None else HTTPStatus.FORBIDDEN
            return respond(status, refusal, now_ms)
        # Whatever path a proxy shows this server under, the socket is the last part of it.
        if not path.endswith("/ws"):
            return answer(request, self._pages, self._names.path_prefix, self._ready(), now_ms)
        refusal = self._names.refuse_origin(origin, host)
        if refusal is not None:
            return respond(HTTPStatus.FORBIDDEN, refusal, now_ms)
        if "websocket" not in ",".join(request.headers.get_all("Upgrade")).lower():
            sentence = "This is the WebSocket's place: ask for an upgrade to it."
            return respond(HTTPStatus.UPGRADE_REQUIRED, sentence, now_ms, {"Upgrade": "websocket"})
        readiness = self._ready()
        if readiness != "ready":
            sentence = f"The server is {readiness}: try again in a moment."
            retry = {"Retry-After": str(NOT_READY_RETRY_S)}
            return respond(HTTPStatus.SERVICE_UNAVAILABLE, sentence, now_ms, retry)
        return None
