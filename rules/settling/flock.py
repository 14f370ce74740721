"""Count the chickens (鸡) of one hand: in hand, among the discards, taken by others."""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from rules.languages import Text
from rules.notation import Hand
from rules.settling.chickens import (
    ONE_OF_BAMBOO,
    Chickens,
    Kind,
    counts_outside,
    kinds_of,
    next_rank,
)
from rules.settling.events import Chicken, Claimed
from rules.settling.sheet import Sheet
from rules.texts import filled
from rules.tile_names import NAMES
from rules.tiles import Tile

_KONG = 4


class Counted(NamedTuple):
    """What a player gets for some of his chickens, from ``payer`` or, ``None``, from each."""

    rule: str
    units: int
    text: Text
    payer: int | None = None


class Flock:
    """All chickens of one hand."""

    def __init__(self, row: Chickens, sheet: Sheet, event: Chicken) -> None:
        self.row = row
        self.sheet = sheet
        self.event = event
        self.kinds = kinds_of(row, sheet.book.house, event)
        self.claims = self._claims()
        self.first = self._first()

    def of(self, side: int, left_out: Collection[Tile] = ()) -> list[Counted]:
        """Return what a side gets for chickens in hand, discarded and claimed.

        ``left_out`` are designs that its kongs have paid already.
        """
        return [
            *self._in_hand(side, left_out),
            *self._discarded(side),
            *self._first_taken(side),
            *self._claimed(side, left_out),
        ]

    def discards_of(self, side: int) -> list[Tile]:
        """Return the chickens among a side's discards that lie there, not taken by others."""
        given = self.event.discarded[side]
        tiles = [self._usual] * given if isinstance(given, int) else list(given)
        if side == self.first and self._taken is None and ONE_OF_BAMBOO not in tiles:
            tiles.append(ONE_OF_BAMBOO)
        return tiles

    def worth_of_ones(self, side: int, *, but_taken_by: int) -> int:
        """Return what the 1 of bamboo that a side discarded is worth, claimed or not.

        One that ``but_taken_by`` took is left out: its taker is paid for it already.
        """
        value = self._one_value
        units = value * self.discards_of(side).count(ONE_OF_BAMBOO)
        if side == self.first and self._taken is None:
            units += value
        taken = [
            claim
            for claim in self.claims
            if claim.source == side and claim.tile == ONE_OF_BAMBOO and claim.by != but_taken_by
        ]
        return units + value * len(taken)

    @property
    def _usual(self) -> Tile:
        """Return the design that a bare number of chickens means."""
        return ONE_OF_BAMBOO if self.event.turned is None else next_rank(self.event.turned)

    @property
    def _one_value(self) -> int:
        """Return what a 1 of bamboo is worth here, chicken or not."""
        return self.kinds.get(ONE_OF_BAMBOO, Kind(self.row.turned, self.row.value)).value

    @property
    def _taken(self) -> Claimed | None:
        """Return the claim that took the first 1 of bamboo discarded."""
        ones = (claim for claim in self.claims if claim.tile == ONE_OF_BAMBOO)
        return next((claim for claim in ones if claim.source == self.first), None)

    def _claims(self) -> tuple[Claimed, ...]:
        """Return the discards taken: those named, and those that kongs on the sheet show."""
        found = {(claim.by, claim.tile): claim for claim in self.event.claimed}
        for kong in (made.event for made in self.sheet.kongs):
            if kong.source is not None:
                claim = Claimed(kong.by, kong.source, kong.tile)
                found.setdefault((kong.by, kong.tile), claim)
        return tuple(found.values())

    def _first(self) -> int | None:
        """Return who discarded the first 1 of bamboo, where one did."""
        if self.row.first is None or not self.row.has_first(self.sheet.book.house):
            return None
        if self.event.first is not None:
            return self.event.first
        lying = {
            side
            for side, tiles in enumerate(self.event.discarded)
            if not isinstance(tiles, int) and ONE_OF_BAMBOO in tiles
        }
        taken = {claim.source for claim in self.claims if claim.tile == ONE_OF_BAMBOO}
        sides = lying | taken
        if len(sides) > 1:
            self.sheet.warn("settle.first-chicken")
        return sides.pop() if len(sides) == 1 else None

    def _in_hand(self, side: int, left_out: Collection[Tile]) -> list[Counted]:
        held = self._held(side)
        return [
            self._counted(kind.rule, held[tile] * kind.value, tile, held[tile], "line.chicken")
            for tile, kind in self.kinds.items()
            if held[tile] and tile not in left_out
        ]

    def _held(self, side: int) -> Counter[Tile]:
        """Return the tiles of a side by what is known best; a kong on the sheet holds four."""
        held = Counter(self._tiles(side))
        for made in self.sheet.kongs_of(side):
            held[made.event.tile] = max(held[made.event.tile], _KONG)
        return held

    def _tiles(self, side: int) -> list[Tile]:
        given = self.event.in_hand[side]
        if isinstance(given, int):
            return [self._usual] * given
        if isinstance(given, Hand):
            return [*given.tiles, *(tile for meld in given.melds for tile in meld.tiles)]
        for made in (made for together in self.sheet.wins for made in together):
            if made.event.by == side and made.event.claim is not None:
                return list(made.event.claim.everything)
        shown = self.event.shown[side]
        if shown is not None and shown.tiles is not None:
            return [*shown.tiles, *(tile for meld in shown.melds for tile in meld.tiles)]
        return []

    def _discarded(self, side: int) -> list[Counted]:
        house = self.sheet.book.house
        lying = Counter(self.discards_of(side))
        found: list[Counted] = []
        if side == self.first and self.row.first is not None and self._taken is None:
            lying[ONE_OF_BAMBOO] -= 1
            units = 2 * self._one_value
            found.append(
                self._counted(self.row.first, units, ONE_OF_BAMBOO, 1, "line.chicken-first")
            )
        for tile, kind in self.kinds.items():
            if lying[tile] and counts_outside(self.row, house, tile):
                units = lying[tile] * kind.value
                found.append(
                    self._counted(kind.rule, units, tile, lying[tile], "line.chicken-outside")
                )
        return found

    def _first_taken(self, side: int) -> list[Counted]:
        """Count the first 1 of bamboo for who took it: twice in all, once stands in his hand."""
        taken = self._taken
        if self.row.first is None or taken is None or not self.row.first_moves or taken.by != side:
            return []
        once = 1 if ONE_OF_BAMBOO in self.kinds else 2
        units = once * self._one_value
        return [self._counted(self.row.first, units, ONE_OF_BAMBOO, 1, "line.chicken-first")]

    def _claimed(self, side: int, left_out: Collection[Tile]) -> list[Counted]:
        if self.row.claimed is None:
            return []
        return [
            self._counted(
                self.row.claimed,
                self.kinds[claim.tile].value,
                claim.tile,
                1,
                "line.chicken-claimed",
                claim.source,
            )
            for claim in self.claims
            if claim.by == side and claim.tile in self.kinds and claim.tile not in left_out
        ]

    @staticmethod
    def _counted(
        rule: str, units: int, tile: Tile, count: int, key: str, payer: int | None = None
    ) -> Counted:
        return Counted(rule, units, filled(key, count=count, tile=NAMES[tile]), payer)
