"""The wheel carries everything that an installed server needs."""

import zipfile
from pathlib import Path

import pytest

from server.gateway.pages import pages_root
from tests.support.dockerfile import REPOSITORY, Replay

# The first test that asks for the build waits for it: libraries are fetched and installed.
pytestmark = pytest.mark.timeout(300)

_FIND_PAGES = "from server.gateway.pages import pages_root; print(pages_root())"


def _files_below(folder: Path) -> set[str]:
    """Name the files below *folder*, relative to it."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def _in_wheel_below(wheel: Path, folder: str) -> set[str]:
    """Name the files of *wheel* below *folder*, relative to it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name.removeprefix(folder) for name in archive.namelist() if name.startswith(folder)}


def test_wheel_carries_every_page(image_build: Replay) -> None:
    """Each file of the browser client is in the wheel as the server's package data."""
    pages = _files_below(REPOSITORY / "client_examples" / "browser")
    assert "index.html" in pages
    assert _in_wheel_below(image_build.wheel, "server/_pages/") == pages


def test_wheel_carries_the_generated_schema(image_build: Replay) -> None:
    """Each generated schema file is in the wheel beside the types it was made from."""
    schema = _files_below(REPOSITORY / "protocol" / "schema")
    assert schema
    assert _in_wheel_below(image_build.wheel, "protocol/schema/") == schema


def test_wheel_carries_nothing_else(image_build: Replay) -> None:
    """Tests and the other example clients stay in the repository."""
    with zipfile.ZipFile(image_build.wheel) as archive:
        top_level = {name.split("/")[0] for name in archive.namelist()}
    assert {name for name in top_level if not name.endswith(".dist-info")} == {"protocol", "server"}


def test_checkout_serves_its_own_pages() -> None:
    """A checkout serves client_examples/browser itself, so that an edited page shows at once."""
    assert pages_root() == REPOSITORY / "client_examples" / "browser"


def test_installed_server_finds_its_pages(image_build: Replay) -> None:
    """An installed server finds its pages without a checkout."""
    found = Path(image_build.run("python", "-I", "-c", _FIND_PAGES).strip())
    assert found.is_relative_to(image_build.environment)
    assert (found / "index.html").is_file()
