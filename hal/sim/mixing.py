"""How well a drum mixes: which of its tiles the ring takes next.

Real drums keep some of the order in which tiles were dropped, and tiles dropped first tend to end
in the lower tier of the wall, tiles dropped last in the upper (a filmed test of 100 drops,
majyan-item.com/uedumo). That is honest: no seat gains by it.
"""

import math
import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

LOWER, UPPER = 0, 1


@dataclass(frozen=True, slots=True)
class Mixing:
    """How lazy a drum is.

    ``order_noise`` is the spread, in lengths of a whole load, by which a tile leaves its place in
    the order of dropping; infinite is perfect mixing. ``tier_bias`` 0..1 is how strongly tiles
    dropped first go to the lower tier.
    """

    name: str
    order_noise: float
    tier_bias: float


UNIFORM = Mixing("uniform", math.inf, 0.0)
WEAK = Mixing("weak", 1.0, 0.10)
MEDIUM = Mixing("medium", 0.4, 0.20)
STRONG = Mixing("strong", 0.15, 0.35)
LAZY = Mixing("lazy", 0.05, 0.60)
MIXINGS = {mixing.name: mixing for mixing in (UNIFORM, WEAK, MEDIUM, STRONG, LAZY)}
"""Presets by name, from perfect to lazy; weak, medium and strong say how much order is kept."""


class Pool:
    """The tiles in a drum, kept so that the next one to be taken is found at once.

    The ring does not hold tiles that are ``lame``: they stay, as long as they are.
    """

    __slots__ = (
        "_batches",
        "_face_up",
        "_flip_us",
        "_lame",
        "_left",
        "_mixing",
        "_ready",
        "_rng",
        "_turning",
    )

    def __init__(
        self,
        mixing: Mixing,
        face_up_share: float,
        flip_us: int,
        rng: random.Random,
        lame: AbstractSet[int] = frozenset(),
    ) -> None:
        self._mixing = mixing
        self._face_up = face_up_share
        self._flip_us = flip_us
        self._rng = rng
        self._lame = lame
        self._left: list[tuple[float, int]] = []
        self._batches = 0
        self._ready: tuple[list[tuple[float, int]], list[tuple[float, int]]] = ([], [])
        self._turning: list[tuple[int, float, int, int]] = []

    def add(self, tiles: Sequence[int], turned_us: int) -> None:
        """Drop tiles, first dropped first, after the drum has turned for ``turned_us`` so far.

        The share that falls face up can be taken only when the drum has flipped it.
        """
        rng, mixing = self._rng, self._mixing
        noise, bias = mixing.order_noise, mixing.tier_bias
        perfect = math.isinf(noise)
        self._batches += 1
        count = len(tiles)
        for rank, tile in enumerate(tiles):
            when = rank / count
            key = rng.random() if perfect else self._batches + when + noise * rng.gauss(0.0, 1.0)
            tier = UPPER if rng.random() < 0.5 + bias * (when - 0.5) else LOWER
            if rng.random() < self._face_up:
                flipped_us = turned_us + round(2 * rng.random() * self._flip_us)
                heappush(self._turning, (flipped_us, key, tier, tile))
            else:
                heappush(self._ready[tier], (key, tile))

    def take(self, tier: int, turned_us: int) -> int | None:
        """Take the next right-way tile for a tier, or ``None`` while all lie face up."""
        turning = self._turning
        while turning and turning[0][0] <= turned_us:
            _, key, side, tile = heappop(turning)
            heappush(self._ready[side], (key, tile))
        while ready := self._ready[tier] or self._ready[1 - tier]:
            entry = heappop(ready)
            if entry[1] not in self._lame:
                return entry[1]
            self._left.append(entry)
        return None

    def look_again(self) -> None:
        """Let the ring try all tiles again, after some are no longer lame."""
        for entry in self._left:
            heappush(self._ready[LOWER], entry)
        self._left.clear()

    def take_out(self, wanted: AbstractSet[int]) -> list[int]:
        """Lift tiles out by hand, wherever they lie; return those that were there."""
        taken = [tile for tile in self.tiles if tile in wanted]
        self._turning = [entry for entry in self._turning if entry[3] not in wanted]
        self._left = [entry for entry in self._left if entry[1] not in wanted]
        for ready in self._ready:
            ready[:] = [entry for entry in ready if entry[1] not in wanted]
            heapify(ready)
        heapify(self._turning)
        return taken

    def next_flip_us(self) -> int | None:
        """Return the turning time at which the next face-up tile will be flipped."""
        return self._turning[0][0] if self._turning else None

    @property
    def tiles(self) -> list[int]:
        """Return all tiles in the drum, in no order that matters."""
        lying = [entry[3] for entry in self._turning] + [tile for _, tile in self._left]
        return lying + [tile for heap in self._ready for _, tile in heap]
