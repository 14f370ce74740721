"""The floor of every event simulation: a bare heap of callbacks."""

import heapq
import random
from collections.abc import Callable

from benchmarks.figures import best_cpu_s

EVENTS = 200_000
PENDING = 16
"""Events that wait at a time, as in a plant that loads four lanes."""

DELAYS = 1024


def floor_event_s() -> float:
    """Return the processor seconds of one event of the bare simulation."""
    return best_cpu_s(_simulate) / EVENTS


def _simulate() -> None:
    """Do what no event simulation can leave out: take the next one, call it, let it add one."""
    chance = random.Random(1)
    delays = [chance.randrange(1, 1_000_000) for _ in range(DELAYS)]
    heap: list[tuple[int, int, Callable[[], None]]] = []
    now = made = 0

    def happen() -> None:
        nonlocal made
        made += 1
        heapq.heappush(heap, (now + delays[made % DELAYS], made, happen))

    for _ in range(PENDING):
        happen()
    for _ in range(EVENTS):
        now, _, call = heapq.heappop(heap)
        call()
