"""Write a record of hands that were played, their walls opened, as a table writes it."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.records import (
    Cycled,
    HandBegun,
    HandEnded,
    Note,
    Placed,
    Record,
    Thrown,
    WallOpened,
)
from firmware_ctl.store.state import Places
from rules.tiles import Tile, code_of
from rules.variants import variant

VARIANT = "GD"
Shuffle = Callable[[random.Random, list[Tile]], None]


def honest(chance: random.Random, tiles: list[Tile]) -> None:
    """Every order is equally likely."""
    chance.shuffle(tiles)


def never_mixed(chance: random.Random, tiles: list[Tile]) -> None:
    """The order of the last hand stays, but for one tile."""
    one, other = chance.sample(range(len(tiles)), 2)
    tiles[one], tiles[other] = tiles[other], tiles[one]


class Evenings:
    """A table's record, to which hands are added."""

    def __init__(self, directory: Path, shuffle: Shuffle = honest, seed: int = 1) -> None:
        self.directory = directory
        self._shuffle = shuffle
        self._chance = random.Random(seed)
        self._tiles = list(variant(VARIANT).tile_set.tiles())
        self._chance.shuffle(self._tiles)
        self.hands = 0

    def play(self, hands: int) -> None:
        """Add hands to the record, each in one commit."""
        ledger = Ledger(self.directory / "record", lambda fault: pytest.fail(str(fault)))
        for _ in range(hands):
            self.hands += 1
            self._shuffle(self._chance, self._tiles)
            ledger.append([Note(one, 0, 0, trusted=True) for one in self._records()])
        ledger.close()

    def _records(self) -> Sequence[Record]:
        number, dice = self.hands, self._chance
        lanes = [" ".join(map(code_of, self._tiles[at : at + 34])) for at in range(0, 136, 34)]
        letter = "AB"[number % 2]
        return (
            Cycled(),
            Placed(Places(set_on_table=letter)),
            HandBegun(number, number % 4, VARIANT, (17, 17, 17, 17)),
            Thrown(number % 4, (dice.randint(1, 6), dice.randint(1, 6)), "read"),
            HandEnded(number, None),
            WallOpened(number, "", tuple(lanes)),
        )
