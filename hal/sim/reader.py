"""The tile reader at a lane's eye: several reads of a tag while it passes, the majority counts."""

import random
from collections import Counter

from hal.sim.settings import ReaderSettings
from hal.sim.tiles import Books

Reading = tuple[int | None, int]
"""The id most reads agree on, or ``None``, and how many agree."""


class TileReader:
    """Read tags with single reads that fail or err independently of each other."""

    __slots__ = ("_all_good", "_bad_rate", "_books", "_good", "_rng", "_settings", "dead", "wrong")

    def __init__(self, books: Books, settings: ReaderSettings, rng: random.Random) -> None:
        """Prepare a reader.

        Raises:
            ValueError: the two error rates are no chances, or together above 1.
        """
        bad = settings.no_read_rate + settings.misread_rate
        if min(settings.no_read_rate, settings.misread_rate) < 0 or bad > 1:
            raise ValueError(
                f"no-read rate {settings.no_read_rate} and misread rate {settings.misread_rate}: "
                "each is a chance per read, and their sum is at most 1"
            )
        self._books, self._settings, self._rng = books, settings, rng
        self._bad_rate = bad
        self._good = 1.0 - bad
        self._all_good = self._good**settings.reads_per_tile
        self.dead = self.wrong = 0.0

    def read(self, tile: int) -> Reading:
        """Read a tile that passes."""
        if self.dead > 0 and self._rng.random() < self.dead:
            return None, 0
        if self.wrong > 0 and self._rng.random() < self.wrong:
            return self._rng.choice(self._books.ids), self._settings.reads_per_tile
        draw = self._rng.random()
        if draw < self._all_good:
            return self._books.ids[tile], self._settings.reads_per_tile
        return self._read_badly(tile, draw)

    def _read_badly(self, tile: int, draw: float) -> Reading:
        """Read with at least one bad read; ``draw`` in all_good..1 says which is the first.

        Reads before the first bad one are good: that is the law of independent reads, given that
        not all are good, without drawing each of the many good ones.
        """
        reads = self._settings.reads_per_tile
        good_first = 0
        chance = self._good
        while good_first < reads - 1 and draw < chance:
            good_first += 1
            chance *= self._good
        heard = [self._books.ids[tile]] * good_first
        self._bad_read(heard)
        for _ in range(good_first + 1, reads):
            if self._rng.random() < self._bad_rate:
                self._bad_read(heard)
            else:
                heard.append(self._books.ids[tile])
        if not heard:
            return None, 0
        return Counter(heard).most_common(1)[0]

    def _bad_read(self, heard: list[int]) -> None:
        if self._rng.random() * self._bad_rate < self._settings.misread_rate:
            heard.append(self._rng.choice(self._books.ids))
