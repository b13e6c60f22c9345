"""Fixtures for the whole suite; what only one folder needs belongs in that folder's conftest."""

import hypothesis
import pytest

from tests.support.dockerfile import REPOSITORY, Replay, read_stages, replay_build
from tests.support.pages_once import read_pages_once

# How long one example takes says something of this machine, and nothing of the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

read_pages_once()


@pytest.fixture(scope="session")
def image_build(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """The Dockerfile's build stage, replayed once: our wheel, and an environment it is in."""
    stages = read_stages(REPOSITORY / "Dockerfile")
    return replay_build(stages[0], tmp_path_factory.mktemp("image"))
