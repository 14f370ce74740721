"""The drum (大盘) and its magnetic ring (磁圈): they turn in step and feed the lanes."""

import random
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from hal.sim.kernel import Kernel, to_us
from hal.sim.mixing import Pool
from hal.sim.settings import DrumSettings
from hal.sim.tiles import Books, Place


class Drum:
    """Hold the dropped tiles and give the lanes one after the other.

    Scripted faults: ``weak`` multiplies the time of a pick (an aged ring), ``slow`` that of picks
    and flips (a drum that turns slowly); ``withheld`` tiles are not picked (a lost flip strip), but
    each turn back frees one of them with the chance ``loose``; ``face_up_chance`` is how often a
    tile leaves the wrong way up. ``sorter`` is a chip that cheats: it chooses a lane's next tile
    from those inside, or none while that lane has its share.
    """

    __slots__ = (
        "_books",
        "_drum_on",
        "_kernel",
        "_pick_us",
        "_pool",
        "_ring_on",
        "_rng",
        "_settings",
        "_since_us",
        "_turned_us",
        "changed",
        "face_up_chance",
        "fed_tiles",
        "loose",
        "slow",
        "sorter",
        "weak",
        "withheld",
    )

    def __init__(
        self, kernel: Kernel, books: Books, settings: DrumSettings, rng: random.Random
    ) -> None:
        self._kernel, self._books, self._settings, self._rng = kernel, books, settings, rng
        self._pick_us = to_us(settings.pick_s)
        flip_us = to_us(settings.flip_s)
        self._pool = Pool(settings.mixing, settings.face_up_share, flip_us, rng, books.lame)
        self._drum_on = self._ring_on = False
        self._turned_us = self._since_us = 0
        self.weak = 1.0
        self.withheld = 0
        self.loose = 0.0
        self.slow = 1.0
        self.face_up_chance = 0.0
        self.fed_tiles = 0
        self.sorter: Callable[[int, Sequence[int]], int | None] | None = None
        self.changed: list[Callable[[], None]] = []

    def turn_drum(self, direction: int) -> None:
        """Turn the drum; only forward feeds, backwards it shakes tiles loose."""
        self._turned_us, self._since_us = self._turned(), self._kernel.now
        self._drum_on = direction > 0
        if direction < 0 and self.withheld and self._rng.random() < self.loose:
            self.withheld -= 1
        self._tell()

    def turn_ring(self, direction: int) -> None:
        """Turn the magnetic ring; only forward feeds."""
        self._ring_on = direction > 0
        self._tell()

    def slow_down(self, factor: float) -> None:
        """Let the drum turn so many times more slowly from now on."""
        self._turned_us, self._since_us = self._turned(), self._kernel.now
        self.slow = factor
        self._tell()

    @property
    def feeds(self) -> bool:
        """Tell whether a lane's mouth can get a tile now."""
        return self._drum_on and self._ring_on and self._books.counts[Place.DRUM] > self.withheld

    @property
    def tiles(self) -> list[int]:
        """Return the tiles inside, in no order that matters."""
        return self._pool.tiles

    def drop(self, tiles: Sequence[int], source: Place) -> None:
        """Let tiles fall in, the first first."""
        for tile in tiles:
            self._books.move(tile, source, Place.DRUM)
        self._pool.add(tiles, self._turned())
        if source < Place.DRUM:
            self.fed_tiles += len(tiles)
        self._tell()

    def take_out(self, wanted: AbstractSet[int]) -> list[int]:
        """Lift some of the tiles out; the books are the taker's business."""
        return self._pool.take_out(wanted)

    def pick_us(self) -> int:
        """Draw how long the ring takes to bring a lane its next tile, in µs."""
        settings = self._settings
        spread = settings.pick_spread * (2 * self._rng.random() - 1)
        thin = settings.thin_tiles / max(1, self._books.counts[Place.DRUM])
        return round(self._pick_us * self.weak * self.slow * (1 + spread) * (1 + thin))

    def pick(self, tier: int, target: Place) -> int | None:
        """Carry the next tile for a tier to a lane; ``None`` if all left lie face up."""
        if self.sorter is None:
            tile = self._pool.take(tier, self._turned())
        else:
            tile = self.sorter(target - Place.BELT_0, self._pool.tiles)
            self._pool.take_out(set() if tile is None else {tile})
        if tile is not None:
            self._books.move(tile, Place.DRUM, target)
            wrong = self.face_up_chance
            self._books.face_up[tile] = wrong > 0 and self._rng.random() < wrong
        return tile

    def flip_wait_us(self) -> int | None:
        """Return the turning time until the next face-up tile is flipped; ``None`` if none is."""
        flip_us = self._pool.next_flip_us() if self.sorter is None else None
        return None if flip_us is None else max(1, round((flip_us - self._turned()) * self.slow))

    def mended(self) -> None:
        """Tell the lanes to look again, after a fault was set or cleared."""
        self._pool.look_again()
        self._tell()

    def _turned(self) -> int:
        if not self._drum_on:
            return self._turned_us
        return self._turned_us + round((self._kernel.now - self._since_us) / self.slow)

    def _tell(self) -> None:
        for look in self.changed:
            look()
