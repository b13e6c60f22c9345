"""`coterie health`: 0 when ready, 1 when not, for whoever looks after a container."""

import asyncio
from pathlib import Path

import pytest

from server.commands.health import default_url
from tests.cli.process import Serving, run


async def _health(folder: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    done = await asyncio.to_thread(run, folder, "health", *arguments, **variables)
    assert done.stderr == ""
    return done.returncode, done.stdout.strip()


async def test_a_server_that_serves_is_ready(serving: Serving, tmp_path: Path) -> None:
    """The answer of a running server is 0, by its address or the port of the environment."""
    await serving.start()
    url = f"http://127.0.0.1:{serving.port}"
    assert await _health(tmp_path, f"{url}/healthz") == (0, "ok")
    assert await _health(tmp_path, url) == (0, "ok")
    assert await _health(tmp_path, COTERIE_PORT=str(serving.port)) == (0, "ok")


async def test_no_proxy_is_asked(serving: Serving, tmp_path: Path) -> None:
    """A proxy of the environment, which is not there, does not matter."""
    await serving.start()
    url = f"http://127.0.0.1:{serving.port}/healthz"
    proxy = "http://127.0.0.1:9"
    assert await _health(tmp_path, url, http_proxy=proxy, HTTP_PROXY=proxy) == (0, "ok")


async def test_nobody_there_is_not_ready(serving: Serving, tmp_path: Path) -> None:
    """A server that is gone is 1, with a sentence."""
    await serving.start()
    await serving.kill()
    code, said = await _health(tmp_path, f"http://127.0.0.1:{serving.port}/healthz")
    assert code == 1
    assert said.startswith("not reachable: ")


async def test_an_answer_that_is_not_ok_is_not_ready(serving: Serving, tmp_path: Path) -> None:
    """What is not 200 is 1, with what was said."""
    await serving.start()
    code, said = await _health(tmp_path, f"http://127.0.0.1:{serving.port}/nothing")
    assert (code, said) == (1, "not ready: There is no such page here.")


@pytest.mark.parametrize("url", ["file:///etc/hostname", "localhost", "http://", "http://[x"])
def test_what_is_no_address_is_refused(tmp_path: Path, url: str) -> None:
    """Only addresses of a web server are asked."""
    done = run(tmp_path, "health", url)
    assert done.returncode == 2
    assert "is no address" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_an_address_this_machines_usual_port_is_asked() -> None:
    """The default is what the image's health check relies on; a bad port is not its business."""
    assert default_url({}) == "http://127.0.0.1:8420/healthz"
    assert default_url({"COTERIE_PORT": "9000"}) == "http://127.0.0.1:9000/healthz"
    assert default_url({"COTERIE_PORT": "x"}) == "http://127.0.0.1:8420/healthz"
