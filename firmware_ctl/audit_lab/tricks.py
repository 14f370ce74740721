"""What each recipe of a cheat does to walls and dice, for many tables at once."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_ctl.audit_lab import hands as made
from firmware_ctl.audit_lab.filling import chosen_columns, copies, filled, recopied
from firmware_ctl.audit_lab.layout import FACES, HAND, Ints, Layout
from hal.sim.cheats import (
    CopiedWall,
    FixedHand,
    FixedPlaces,
    ForcedSum,
    LoadedDice,
    PickedBreak,
    ReadyHand,
    Recipe,
    SeatPairs,
    SeatSuit,
    StackedPairs,
)
from rules.programs import SIDES

MOST_KINDS, MOST_PLACES = 4, 16
SUIT = 9
"""Designs of a suit."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What is drawn once for each table: who gains, by which suit, kinds, places, face."""

    side: Ints
    suit: Ints
    kinds: Ints
    places: Ints
    face: Ints
    gates: Ints

    def of(self, rows: NDArray[np.int64]) -> "Marks":
        """Return those of some tables."""
        return Marks(*(getattr(self, name)[rows] for name in self.__slots__))


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """One deal at each of some tables, as it would be without the cheat.

    ``walls`` (t, n) pieces, ``previous`` of the same set or ``None``; ``hands`` (t, 4, 13) places
    by side; ``dealer`` (t).
    """

    walls: Ints
    previous: Ints | None
    hands: Ints
    dealer: Ints

    def of_seat(self, of_dealer: int | None, marks: Marks) -> Ints:
        """Return (t, 13): the places of whoever gains."""
        side = marks.side if of_dealer is None else (self.dealer + of_dealer) % len(SIDES)
        return self.hands[np.arange(len(side)), side]


class Tricks:
    """One cheat's recipe at ``tables`` tables; chance is the caller's."""

    def __init__(self, recipe: Recipe, table: Layout, tables: int, chance: Generator) -> None:
        self._recipe, self._table, self._chance = recipe, table, chance
        designs = table.designs
        suits = len(table.suit_pieces())
        self.marks = Marks(
            side=chance.integers(0, len(SIDES), tables, dtype=np.int16),
            suit=chance.integers(0, suits, tables, dtype=np.int16),
            kinds=designs[chosen_columns(chance, tables, len(designs), MOST_KINDS)],
            places=chosen_columns(chance, tables, table.tiles, MOST_PLACES).astype(np.int16),
            face=chance.integers(1, FACES + 1, tables, dtype=np.int16),
            gates=made.nine_gates(chance, table, tables),
        )
        self._pool = self._drawn_before()

    def _drawn_before(self) -> Ints:
        match self._recipe:
            case ReadyHand():
                return made.ready_pool(self._table)
            case SeatPairs(extra=extra):
                return made.pair_pool(self._table, extra)
        return np.empty((0, HAND), np.int16)

    def walls(self, rows: NDArray[np.int64], deals: Deals) -> Ints:
        """Return the walls (t, n) of tables ``rows`` as the cheat builds them."""
        marks = self.marks.of(rows)
        match self._recipe:
            case SeatSuit() as recipe:
                return self._seat_suit(recipe, marks, deals)
            case SeatPairs() | ReadyHand() as recipe:
                return self._from_pool(recipe, marks, deals)
            case FixedHand() as recipe:
                return self._hand(recipe.of_dealer, marks.gates, marks, deals)
            case FixedPlaces() as recipe:
                return self._fixed_places(recipe, marks, deals)
            case StackedPairs() as recipe:
                return self._stacked(recipe, marks, deals)
            case CopiedWall() as recipe:
                return self._copied(recipe, deals)
        return deals.walls

    def throws(self, rows: NDArray[np.int64], deals: Deals, fair: Ints) -> Ints:
        """Return the throw (t) that falls at each of tables ``rows`` instead of the fair one."""
        marks = self.marks.of(rows)
        match self._recipe:
            case LoadedDice() as recipe:
                return self._loaded(recipe, marks)
            case ForcedSum() as recipe:
                return self._forced(recipe, len(rows))
            case PickedBreak() as recipe:
                return self._picked(recipe, marks, deals)
        return fair

    # Walls.

    def _seat_suit(self, recipe: SeatSuit, marks: Marks, deals: Deals) -> Ints:
        many = len(self._table.suit_pieces())
        anew = self._chance.integers(0, many, len(marks.suit), dtype=np.int16)
        suits = marks.suit if recipe.suits_known else anew
        pieces = made.suit_hands(self._chance, self._table, suits, recipe.extra)
        return filled(deals.walls, deals.of_seat(recipe.of_dealer, marks), pieces)

    def _from_pool(self, recipe: SeatPairs | ReadyHand, marks: Marks, deals: Deals) -> Ints:
        lot = self._chance.integers(0, len(self._pool), len(marks.side))
        return self._hand(recipe.of_dealer, self._pool[lot], marks, deals)

    def _hand(self, of_dealer: int | None, kinds: Ints, marks: Marks, deals: Deals) -> Ints:
        pieces = copies(self._chance, self._table, kinds)
        return filled(deals.walls, deals.of_seat(of_dealer, marks), pieces)

    def _fixed_places(self, recipe: FixedPlaces, marks: Marks, deals: Deals) -> Ints:
        kinds = np.repeat(marks.kinds[:, : recipe.designs], 4, axis=1)
        places = marks.places[:, : kinds.shape[1]]
        return filled(deals.walls, places, copies(self._chance, self._table, kinds))

    def _stacked(self, recipe: StackedPairs, marks: Marks, deals: Deals) -> Ints:
        tables = len(marks.side)
        kinds = marks.kinds[:, : recipe.designs]
        if not recipe.designs_known or kinds.shape[1] < recipe.designs:
            designs = self._table.designs
            kinds = designs[chosen_columns(self._chance, tables, len(designs), recipe.designs)]
        kinds = np.repeat(kinds, 2 * recipe.pairs, axis=1)
        stacks = len(self._table.stacks)
        wanted = recipe.designs * recipe.pairs
        places = self._table.stacks[chosen_columns(self._chance, tables, stacks, wanted)]
        places = places.reshape(tables, -1)
        return filled(deals.walls, places, copies(self._chance, self._table, kinds))

    def _copied(self, recipe: CopiedWall, deals: Deals) -> Ints:
        if deals.previous is None:
            return deals.walls
        tables, tiles = deals.previous.shape
        at = np.broadcast_to(np.arange(tiles), (tables, tiles))
        if recipe.rotated:
            at = (at + self._chance.integers(0, tiles, (tables, 1))) % tiles
        order = np.take_along_axis(deals.previous, at, axis=1)
        moved = chosen_columns(self._chance, tables, tiles, round(recipe.moved * tiles))
        mixed = self._chance.permuted(np.take_along_axis(order, moved, axis=1), axis=1)
        np.put_along_axis(order, moved, mixed, axis=1)
        return recopied(self._chance, self._table, order)

    # Dice.

    def _loaded(self, recipe: LoadedDice, marks: Marks) -> Ints:
        throws = self._table.throws
        other = (1 - recipe.chance) / (FACES - 1)
        dice = throws.shape[1]
        lucky = self._chance.random((len(marks.face), dice)) < (recipe.chance - other) / (1 - other)
        fair = self._chance.integers(1, FACES + 1, lucky.shape)
        faces = np.where(lucky, marks.face[:, None], fair) - 1
        numbers: Ints = (faces @ FACES ** np.arange(dice - 1, -1, -1)).astype(np.int16)
        return numbers

    def _forced(self, recipe: ForcedSum, tables: int) -> Ints:
        sums = self._table.throws[:, :2].sum(axis=1)
        fitting = (sums == recipe.total).nonzero()[0].astype(np.int16)
        drawn: Ints = fitting[self._chance.integers(0, len(fitting), tables)]
        return drawn

    def _picked(self, recipe: PickedBreak, marks: Marks, deals: Deals) -> Ints:
        table = self._table
        side = marks.side
        if recipe.of_dealer is not None:
            side = (deals.dealer + recipe.of_dealer) % len(SIDES)
        kinds = table.kind_of[deals.walls]
        cuts = table.hands.shape[1]
        longest = np.empty((len(kinds), cuts), np.float32)
        for cut in range(cuts):
            places = table.hands[deals.dealer, cut, side].astype(np.int64)
            suits = np.take_along_axis(kinds, places, axis=1) // SUIT
            longest[:, cut] = np.max([(suits == suit).sum(axis=1) for suit in range(3)], axis=0)
        by_throw = longest[:, table.cut_of]
        lots = self._chance.random(by_throw.shape, dtype=np.float32)
        best: Ints = (by_throw + lots / 2).argmax(axis=1).astype(np.int16)
        return best
