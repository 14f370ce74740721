"""The regulators' way, to stand beside: twelve tests at 99 % on batches of a hundred deals.

Such batteries (25 CFR 547.14, GLI-29: chi-square, runs, serial and interplay correlation, order
statistics, each at 99 %) look once at a fixed sample. Repeated on batch after batch they promise
nothing over a machine's life. Means and spreads are those of fair walls, taken from simulation.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_ctl.audit_lab.layout import FACES, Ints, Layout
from firmware_ctl.audit_lab.tables import SETS, Dealt, Tables
from rules.programs import SIDES

BATCH = 100
"""Deals of a batch."""

AT_99 = 2.576
"""Standard deviations beyond which a test fails, on either side, at 99 %."""

AT_LIFE = 6.0
"""The same for a life of 500 batches of twelve tests with one false alarm in 10,000."""

TESTS = (
    "kinds by place", "kinds by side", "kinds by tier", "runs", "serial 1", "serial 2",
    "equal neighbours", "equal stacks", "as before", "suits by seat", "pairs by seat", "dice faces",
)  # fmt: skip
_SUITS = 4  # three and the honours


class Batch:
    """Sums over the deals of one batch, for each table."""

    def __init__(self, table: Layout, tables: int) -> None:
        self._table = table
        designs = int(table.kind_of.max()) + 1
        self._places = np.zeros((tables, table.tiles * designs), np.float32)
        self._seats = np.zeros((tables, len(SIDES) * _SUITS), np.float32)
        self._pairs = np.zeros((tables, len(SIDES)), np.float32)
        self._faces = np.zeros((tables, FACES), np.float32)
        self._sums = np.zeros((tables, 6), np.float32)
        self._previous: dict[str, Ints] = {}
        self._offsets = np.arange(table.tiles, dtype=np.int64) * designs
        self._designs = designs

    def add(self, dealt: Dealt) -> None:
        """Take one deal of every table."""
        table = self._table
        kinds = table.kind_of[dealt.walls]
        rows = np.arange(len(kinds))[:, None]
        self._places[rows, self._offsets + kinds] += 1
        hands = np.take_along_axis(
            kinds, dealt.hands.reshape(len(kinds), -1).astype(np.int64), axis=1
        ).reshape(len(kinds), len(SIDES), -1)
        suits = np.minimum(hands // 9, _SUITS - 1)
        for suit in range(_SUITS):
            self._seats[:, suit::_SUITS] += (suits == suit).sum(axis=2)
        ordered = np.sort(hands, axis=2)
        self._pairs += (ordered[..., 1:] == ordered[..., :-1]).sum(axis=2)
        faces = table.throws[dealt.throw]
        for face in range(FACES):
            self._faces[:, face] += (faces == face + 1).sum(axis=1)
        self._add_orders(kinds, dealt.set)

    def _add_orders(self, kinds: Ints, set_name: str) -> None:
        signed = kinds.astype(np.float32)
        rising = signed[:, 1:] > signed[:, :-1]
        centred = signed - signed.mean(axis=1, keepdims=True)
        upper, lower = self._table.stacks.T
        before = self._previous.get(set_name)
        self._sums += np.stack(
            [
                (rising[:, 1:] != rising[:, :-1]).sum(axis=1),
                (centred[:, 1:] * centred[:, :-1]).sum(axis=1),
                (centred[:, 2:] * centred[:, :-2]).sum(axis=1),
                (kinds[:, 1:] == kinds[:, :-1]).sum(axis=1),
                (kinds[:, upper] == kinds[:, lower]).sum(axis=1),
                np.zeros(len(kinds)) if before is None else (kinds == before).sum(axis=1),
            ],
            axis=1,
        )
        self._previous[set_name] = kinds

    def statistics(self) -> NDArray[np.float64]:
        """Return (tables, 12): one number for each of ``TESTS``."""
        tables = len(self._places)
        by_place = self._places.reshape(tables, self._table.tiles, self._designs)
        side = np.array([place.side for place in self._table.places.places])
        by_side = np.stack([by_place[:, side == one].sum(axis=1) for one in SIDES], axis=1)
        upper, lower = self._table.stacks.T
        by_tier = np.stack([by_place[:, upper].sum(axis=1), by_place[:, lower].sum(axis=1)], axis=1)
        seats = self._seats.reshape(tables, len(SIDES), _SUITS)
        return np.stack(
            [
                _chi_square(by_place), _chi_square(by_side), _chi_square(by_tier),
                *self._sums.T.astype(np.float64),
                _chi_square(seats), self._pairs.var(axis=1, dtype=np.float64),
                _chi_square(self._faces[:, None, :], rows_differ=False),
            ],
            axis=1,
        )  # fmt: skip


def _chi_square(counts: NDArray[np.float32], *, rows_differ: bool = True) -> NDArray[np.float64]:
    """Return the cube root of the sum of (seen - expected)^2 / expected over (t, rows, columns).

    Expected are the columns' shares of each row or, without ``rows_differ``, all columns alike.
    The root of a chi-square is close to normal (Wilson and Hilferty).
    """
    rows = counts.sum(axis=2, keepdims=True)
    shares = counts.sum(axis=1, keepdims=True) / counts.sum(axis=(1, 2), keepdims=True)
    expected = rows * (shares if rows_differ else 1 / counts.shape[2])
    there = expected > 0
    parts = np.where(there, (counts - expected) ** 2 / np.where(there, expected, 1), 0)
    root: NDArray[np.float64] = np.cbrt(parts.sum(axis=(1, 2), dtype=np.float64))
    return root


@dataclass(frozen=True, slots=True, eq=False)
class Fair:
    """Mean and spread of each statistic on fair tables."""

    mean: NDArray[np.float64]
    spread: NDArray[np.float64]

    def scores(self, statistics: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how many spreads each statistic lies from its mean, (tables, 12)."""
        scores: NDArray[np.float64] = np.abs(statistics - self.mean) / self.spread
        return scores


def fair(table: Layout, chance: Generator, batches: int = 400) -> Fair:
    """Return what fair tables show, from as many simulated batches."""
    tables = Tables(table, batches, chance)
    for _ in SETS:  # so that each set has a wall before
        tables.deal()
    statistics = next(batched(tables, batches))
    return Fair(statistics.mean(axis=0), statistics.std(axis=0, ddof=1))


def batched(tables: Tables, count: int, deals: int = BATCH) -> Iterator[NDArray[np.float64]]:
    """Yield the statistics of one batch of every table after another, without end."""
    while True:
        held = Batch(tables.layout, count)
        for _ in range(deals):
            held.add(tables.deal())
        yield held.statistics()
