"""The harness's own test: a server that leaks is found out."""

from pathlib import Path

import pytest

from tests.non_interference.coverage import Coverage
from tests.non_interference.evening import Plan, find_difference
from tests.non_interference.leaks import LEAKS, V20_LEAKS, Leak

FEW_EVENINGS = 6


@pytest.mark.timeout(120)
@pytest.mark.parametrize("leak", [*LEAKS, *V20_LEAKS], ids=lambda leak: leak.name)
async def test_a_planted_leak_is_found_within_a_few_evenings(
    leak: Leak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Some compared viewer is sent something else, in one of the first evenings."""
    leak.plant(monkeypatch)
    is_v20 = leak in V20_LEAKS
    for seed in range(FEW_EVENINGS):
        plan = Plan(seed, is_v20=is_v20)
        found = await find_difference(plan, tmp_path, Coverage(), leak.chance)
        if found is not None:
            print(found)
            return
    raise AssertionError(f"{FEW_EVENINGS} evenings with a leaking server looked alike")
