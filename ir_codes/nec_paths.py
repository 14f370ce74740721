"""Which bits lie best on the grid: exact search over whole bytes, with the two best of each kind.

A row holds for each mark how many ones its place says lie before it (:func:`nec_grid.ones_seen`).
Bits that put *k* ones before a mark cost (k - row)² there. A byte's eight costs depend only on the
count of ones where it begins or where it ends, so the costs of all 256 bytes come from doubling a
list eight times; and a byte with its inverse always has eight ones, which ties the four bytes
together. Costs are in squared bits.
"""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from math import inf
from typing import NamedTuple

from ir_codes.nec_grid import BITS

BYTES_WITH_ONES = tuple(
    tuple(byte for byte in range(256) if byte.bit_count() == ones) for ones in range(9)
)


class Path(NamedTuple):
    """All 32 bits, and what they cost."""

    cost: float
    raw: int


def checked_paths(row: Sequence[float], ones: int) -> Iterator[Path]:
    """Yield the best frames with a command and its inverse, among them the two best of all.

    Args:
        row: 33 counts of ones, as seen.
        ones: how many ones the whole frame has, 8..24; eight of them are the command's.
    """
    address_ones = ones - 8
    commands = _two_best(
        map(
            _plus,
            byte_costs_from(row[17:25], address_ones),
            reversed(byte_costs_to(row[25:33], ones)),  # the inverse of c is 255 - c
        )
    )
    low = byte_costs_from(row[1:9], 0)
    high = byte_costs_to(row[9:17], address_ones)
    addresses = [*_two_addresses(low, high, address_ones)]
    if address_ones == 8:  # an address byte and its inverse: the second is 255 - the first
        guarded = _two_best(map(_plus, low, reversed(high)))
        addresses += [(cost, byte | (byte ^ 0xFF) << 8) for cost, byte in guarded]
    for address_cost, address in addresses:
        for command_cost, command in commands:
            raw = address | command << 16 | (command ^ 0xFF) << 24
            yield Path(address_cost + command_cost, raw)


def free_path(row: Sequence[float], ones: int, bits: int = BITS) -> int:
    """Return the cheapest bits of all that have so many ones, the first bit in bit 0."""
    first = 0  # the least number of ones so far; the lists go on from there
    costs, raws = [0.0], [0]
    for bit in range(bits):
        seen, one = row[bit + 1], 1 << bit
        least = max(0, ones - (bits - bit - 1))
        most = min(bit + 1, ones)
        grown: list[float] = []
        found: list[int] = []
        for now in range(least, most + 1):
            place = now - first
            stay = costs[place] if place < len(costs) else inf
            step = costs[place - 1] if place > 0 else inf
            if stay <= step:
                grown.append(stay + (now - seen) ** 2)
                found.append(raws[place])
            else:
                grown.append(step + (now - seen) ** 2)
                found.append(raws[place - 1] | one)
        first, costs, raws = least, grown, found
    return raws[ones - first]


def byte_costs_from(row: Sequence[float], ones: int) -> list[float]:
    """Return the costs of all 256 bytes at their eight marks, with ``ones`` before the byte."""
    costs, counts = [0.0], [ones]
    for seen in row:
        costs = [c + (k - seen) ** 2 for c, k in zip(costs, counts, strict=True)] + [
            c + (k + 1 - seen) ** 2 for c, k in zip(costs, counts, strict=True)
        ]
        counts += [k + 1 for k in counts]
    return costs


def byte_costs_to(row: Sequence[float], ones: int) -> list[float]:
    """Return the costs of all 256 bytes at their eight marks, with ``ones`` at the byte's end."""
    costs, counts = [0.0], [ones]
    for seen in reversed(row):
        costs = [c + (k - seen) ** 2 for c, k in zip(costs, counts, strict=True)]
        costs = [cost for cost in costs for _ in (0, 1)]  # the next earlier bit is the lowest
        counts = [count for k in counts for count in (k, k - 1)]
    return costs


def _two_addresses(
    low: Sequence[float], high: Sequence[float], ones: int
) -> Iterator[tuple[float, int]]:
    """Yield the two cheapest addresses of 16 free bits, with so many ones."""
    found: list[tuple[float, int]] = []
    for low_ones in range(max(0, ones - 8), min(8, ones) + 1):
        firsts = nsmallest(2, ((low[b], b) for b in BYTES_WITH_ONES[low_ones]))
        seconds = nsmallest(2, ((high[b], b) for b in BYTES_WITH_ONES[ones - low_ones]))
        found += [(c + d, a | b << 8) for c, a in firsts for d, b in seconds]
    yield from nsmallest(2, found)


def _two_best(costs: Iterator[float]) -> list[tuple[float, int]]:
    return nsmallest(2, ((cost, byte) for byte, cost in enumerate(costs)))


def _plus(one: float, other: float) -> float:
    return one + other
