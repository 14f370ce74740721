"""What a reader makes of the walls: misreads, unread tiles, readers that fail for a while."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_ctl.audit_lab.layout import Ints, Layout
from rules.programs import SIDES
from rules.tiles import UNREAD

NO_PIECE = -1


@dataclass(frozen=True, slots=True)
class ReaderModel:
    """How well tiles are read.

    ``misreads`` is the chance that a tile is taken for one of another design, ``unread`` that it
    is not read at all. A lane's reader fails with chance ``failures`` a deal and comes back with
    chance ``returns``; meanwhile it reads nothing. ``tags`` tells pieces of plastic apart; what
    misreads is no tag with a check sum, so it gives designs only.
    """

    misreads: float = 0.0
    unread: float = 0.0
    failures: float = 0.0
    returns: float = 0.5
    tags: bool = True

    def __post_init__(self) -> None:
        """Check the chances.

        Raises:
            ValueError: one is none.
        """
        chances = (self.misreads, self.unread, self.failures, self.returns)
        if not all(0 <= chance <= 1 for chance in chances):
            raise ValueError(
                f"misreads {self.misreads}, unread {self.unread}, failing readers {self.failures}, "
                f"returning ones {self.returns}: each is a chance, 0..1"
            )


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Walls as read, (t, n) each: designs with ``UNREAD``; pieces with ``NO_PIECE``, if known."""

    kinds: NDArray[np.uint8]
    pieces: NDArray[np.int64] | None


class Readers:
    """The readers of ``tables`` tables."""

    def __init__(self, model: ReaderModel, table: Layout, tables: int, chance: Generator) -> None:
        self._model, self._table, self._chance = model, table, chance
        self._fails = np.zeros((tables, len(SIDES)), bool)
        self._side = np.array([place.side for place in table.places.places])

    def read(self, walls: Ints) -> Seen:
        """Read one load of every table."""
        model, chance = self._model, self._chance
        kinds = self._table.kind_of[walls].astype(np.uint8)
        if model.misreads:
            wrong = chance.random(walls.shape, dtype=np.float32) < model.misreads
            designs = np.unique(self._table.kind_of)
            at = np.searchsorted(designs, kinds[wrong])
            steps = chance.integers(1, len(designs), int(wrong.sum()))
            kinds[wrong] = designs[(at + steps) % len(designs)]
        lost = self._lost(walls.shape)
        kinds[lost] = UNREAD
        if not model.tags or model.misreads:
            return Seen(kinds, None)
        return Seen(kinds, np.where(lost, NO_PIECE, walls.astype(np.int64)))

    def _lost(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        model, chance = self._model, self._chance
        lost = np.zeros(shape, bool)
        if model.unread:
            lost |= chance.random(shape, dtype=np.float32) < model.unread
        if model.failures:
            draw = chance.random(self._fails.shape)
            self._fails = np.where(self._fails, draw >= model.returns, draw < model.failures)
            lost |= self._fails[:, self._side]
        return lost
