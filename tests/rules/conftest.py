"""How Hypothesis runs under `make mutate`: the same examples, and no search for smaller ones."""

from hypothesis import Phase, settings

settings.register_profile(
    "mutate",
    database=None,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)
