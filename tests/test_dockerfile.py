"""The container image without a container engine: what it declares, and that its steps work."""

import re
from pathlib import PurePosixPath

import pytest

from tests.support.dockerfile import REPOSITORY, Replay, Stage, read_stages

# The first test that asks for the build waits for it: libraries are fetched and installed.
pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def stages() -> list[Stage]:
    """The stages of our Dockerfile."""
    return read_stages(REPOSITORY / "Dockerfile")


@pytest.fixture
def image(stages: list[Stage]) -> Stage:
    """The stage that becomes the image."""
    return stages[-1]


def test_image_leaves_its_build_behind(stages: list[Stage], image: Stage) -> None:
    """The image takes one finished folder from the build stage, and no sources."""
    assert [stage.name for stage in stages] == ["build", ""]
    assert image.only("COPY").words() == ["--from=build", "/opt/coterie", "/opt/coterie"]
    assert not image.all("ADD")
    assert "pip" not in " ".join(run.arguments for run in image.all("RUN"))


def test_image_does_not_run_as_root(image: Stage) -> None:
    """The server runs as a numbered user that is not root, set after what needs root is done."""
    user = image.only("USER")
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user.arguments)
    assert image.instructions.index(user) > image.instructions.index(image.only("RUN"))


def test_image_has_one_volume_that_its_user_owns(image: Stage) -> None:
    """All data is in one volume, made for the server's user before it is declared."""
    assert image.only("VOLUME").words() == ["/data"]
    made = image.only("RUN")
    assert re.search(r"install --directory --owner=coterie .*/data$", made.arguments)
    assert image.instructions.index(made) < image.instructions.index(image.only("VOLUME"))


def test_image_says_port_and_health(image: Stage) -> None:
    """A host learns the port and how to ask whether the server is ready."""
    assert image.only("EXPOSE").words() == ["8420"]
    health = image.only("HEALTHCHECK").arguments
    assert re.search(r"--timeout=\d+s", health)
    assert health.endswith('CMD ["coterie", "health"]')


def test_image_listens_to_the_outside_and_stores_in_its_volume(image: Stage) -> None:
    """Inside a container the server must listen on all addresses, and its log outlives it."""
    entry = image.only("ENTRYPOINT").words()
    assert entry[:2] == ["coterie", "serve"]
    options = dict(zip(entry[2::2], entry[3::2], strict=True))
    assert options == {"--host": "0.0.0.0", "--data": "/data/coterie.sqlite3"}  # noqa: S104 the point


def test_build_context_has_what_is_copied(stages: list[Stage]) -> None:
    """What the build stage copies exists, and .dockerignore lets it through."""
    lines = (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    admitted = [PurePosixPath(line[1:]) for line in lines if line.startswith("!")]
    for copy in stages[0].all("COPY"):
        for source in map(PurePosixPath, copy.words()[:-1]):
            assert (REPOSITORY / source).exists()
            assert any(source.is_relative_to(name) for name in admitted), source


def test_installed_command_says_its_version(image_build: Replay) -> None:
    """The environment that the image carries has a command that works."""
    assert image_build.run("coterie", "--version").strip() == "coterie 0.1.0"


def test_installed_command_knows_what_the_image_asks_of_it(
    image_build: Replay, image: Stage
) -> None:
    """`coterie serve` has every option of the entry point, and `coterie health` exists."""
    text = image_build.run("coterie", "serve", "--help")
    for word in image.only("ENTRYPOINT").words():
        if word.startswith("--"):
            assert re.search(rf"(?<!\S){word}\b", text), word
    image_build.run("coterie", "health", "--help")


def test_image_is_as_fast_as_it_can(image_build: Replay) -> None:
    """The faster event loop is in the image."""
    image_build.run("python", "-I", "-c", "import uvloop")
