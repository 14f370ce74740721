"""Numbers from samples: percentiles, a straight line, the best of several timings."""

import statistics
import time
from collections.abc import Callable, Sequence


def percentile(samples: Sequence[float], percent: float) -> float:
    """Return the sample below which about ``percent`` of them lie, between two if need be.

    Raises:
        ValueError: no samples.
    """
    if not samples:
        raise ValueError("a percentile needs at least one sample")
    ordered = sorted(samples)
    place = percent / 100 * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def slope(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float]:
    """Return the slope of the line nearest to the points, and that slope's standard error.

    Raises:
        StatisticsError: fewer than three points, or all at one ``x``.
    """
    if len(xs) < 3:
        raise statistics.StatisticsError("a slope with an error needs at least three points")
    line = statistics.linear_regression(xs, ys)
    mean = statistics.fmean(xs)
    spread = sum((x - mean) ** 2 for x in xs)
    left = sum((y - line.intercept - line.slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    return line.slope, (left / (len(xs) - 2) / spread) ** 0.5


def best_cpu_s(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the processor seconds of the quickest of several rounds of ``work``."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)
