"""Latency at shares of what each server can do: an open loop at 20, 50 and 80 % of saturation."""

import asyncio
import statistics

from tests.benchmarks.loads import Figures, bare, coterie, loaded
from tests.benchmarks.report import Column, Ratio, Section
from tests.benchmarks.scale import Scale

SHARES = (0.2, 0.5, 0.8)


def measure(scale: Scale) -> Section:
    """Saturation of each server first; then each share, on servers and rooms of their own."""
    rows: list[tuple[str | float, ...]] = []
    ratios: list[Ratio] = []
    p99: dict[tuple[str, float], float] = {}
    for name, begin in (("bare websockets", bare), ("Coterie", coterie)):
        most = statistics.median(_saturation(scale, begin) for _ in range(scale.rounds))
        for share in SHARES:
            figures = Figures()
            for _ in range(scale.rounds):
                with begin(scale) as (table, server):
                    round_ = asyncio.run(loaded(table, server, scale, most * share))
                    figures.add(*round_)
            p50, worst, worse = (
                statistics.median(values)
                for values in (figures.p50_ms, figures.p99_ms, figures.p999_ms)
            )
            p99[name, share] = worst
            rows.append((name, share, most * share, p50, worst, worse, figures.lost))
    for share in SHARES:
        mine, theirs = p99["Coterie", share], p99["bare websockets", share]
        ratios += [
            Ratio(f"p99 at {share:.0%} of saturation beside the bare broadcaster", mine / theirs),
            Ratio(f"p99 at {share:.0%} of saturation", mine, ".1f", "ms"),
        ]
    return Section(
        title="Latency",
        about=f"intents at fixed moments whether or not answers have come, {scale.rooms} rooms x 6"
        f" members, {scale.rounds} rounds of {scale.seconds:g} s at a share of what that server did"
        " when saturated",
        columns=(
            Column("server"), Column("load", ".0%"), Column("intents/s", ",.0f"),
            Column("p50 ms", ".2f"), Column("p99 ms", ".2f"), Column("p99.9 ms", ".2f"),
            Column("lost", ",.0f"),
        ),
        rows=tuple(rows),
        ratios=tuple(ratios),
    )  # fmt: skip


def _saturation(scale: Scale, begin: object) -> float:
    with begin(scale) as (table, server):  # type: ignore[operator]
        outcome, _ = asyncio.run(loaded(table, server, scale, None))
    return outcome.intents / outcome.seconds
