"""A lane (牌道): the belt from the drum's ring to the stacker, and the eye at its end.

Tiles lie on a slipping belt: they ride to the stop before the stacker and wait there, one behind
the other. A tile passes the eye (S1) as it slides into the stacker's head.
"""

import random
from collections import deque

from hal.ids import BELTS, BELTS_FULL, EYES
from hal.sim.drum import Drum
from hal.sim.kernel import Kernel, to_us
from hal.sim.motors import Motors
from hal.sim.pins import OFF, ON, Pins
from hal.sim.reader import TileReader
from hal.sim.settings import LaneSettings
from hal.sim.stacker import Stacker
from hal.sim.tiles import BELT, HEAD, PLACES, Books

EYE_FULL_SCALE = 1000
"""An eye's level when it is covered for good."""


class Lane:
    """Carry tiles from the ring to the stacker, or back.

    Scripted faults: ``blind`` is the chance that the eye misses a tile, ``double`` that two ride as
    one, ``ghosts`` that a second brings a pulse without a tile; ``slow`` multiplies the time of a
    pick, ``blocked`` is a foreign body before the stacker, ``ageing`` is by how much each tile that
    passes raises the eye's idle level.
    """

    __slots__ = (
        "_arrival",
        "_books",
        "_capacity",
        "_direction",
        "_drum",
        "_eye_input",
        "_full_input",
        "_gap_us",
        "_ghost",
        "_kernel",
        "_leaving",
        "_leaving_left_us",
        "_pair",
        "_pass_us",
        "_pick",
        "_pins",
        "_pulse_spread",
        "_pulse_us",
        "_ran_us",
        "_reader",
        "_returning",
        "_rng",
        "_seen",
        "_since_us",
        "_tiles",
        "_transit_us",
        "ageing",
        "blind",
        "blocked",
        "double",
        "eye_idle_level",
        "ghosts",
        "number",
        "slow",
        "stacker",
    )

    def __init__(
        self,
        number: int,
        kernel: Kernel,
        pins: Pins,
        motors: Motors,
        books: Books,
        drum: Drum,
        stacker: Stacker,
        reader: TileReader | None,
        settings: LaneSettings,
        rng: random.Random,
    ) -> None:
        self.number = number
        self._kernel, self._pins, self._books, self._drum = kernel, pins, books, drum
        self._reader, self._rng = reader, rng
        self.stacker = stacker
        self._eye_input, self._full_input = EYES[number], BELTS_FULL[number]
        self._capacity = settings.capacity_tiles
        self._transit_us = to_us(settings.transit_s)
        self._gap_us = to_us(settings.tile_gap_s)
        self._pulse_us, self._pulse_spread = to_us(settings.pulse_s), settings.pulse_spread
        self.eye_idle_level = settings.eye_idle_level
        # Tiles from the stop to the mouth, each with the belt's run at which it reaches the stop.
        self._tiles: deque[tuple[int, int]] = deque()
        self._direction = self._ran_us = self._since_us = 0
        self._pick = self._arrival = self._leaving = self._returning = self._ghost = 0
        self._leaving_left_us = self._pass_us = 0
        self._seen = self._pair = False
        self.blind = self.double = self.ghosts = 0.0
        self.slow = 1.0
        self.ageing = 0
        self.blocked = False
        motors.turn[BELTS[number]] = self.drive
        drum.changed.append(self.look)
        stacker.feed = self._feed

    @property
    def belt(self) -> list[int]:
        """Return the tiles on the belt, from the stacker to the mouth."""
        return [tile for tile, _ in self._tiles]

    def drive(self, direction: int) -> None:
        """Run the belt: 1 to the stacker, -1 back to the drum, 0 off."""
        before = self._direction
        if before == direction:
            return
        now = self._kernel.now
        if before > 0:
            self._ran_us += now - self._since_us
            self._stop_feeding()
        elif before < 0:
            self._stop_returning()
        self._direction, self._since_us = direction, now
        if direction > 0:
            self._feed()
        elif direction < 0:
            self._start_returning()
        self.look()

    # From the ring.

    def look(self) -> None:
        """Wait for the next tile if the ring can bring one, or stop waiting."""
        wanted = self._direction > 0 and len(self._tiles) < self._capacity and self._drum.feeds
        if wanted and not self._pick:
            wait_us = round(self._drum.pick_us() * self.slow)
            # Nobody notices a tile on the belt before it is at the eye, or the belt is full.
            quiet = self._transit_us if len(self._tiles) < self._capacity - 1 else 0
            self._pick = self._kernel.after(wait_us, self._take, quiet=quiet)
        elif self._pick and not wanted:
            self._kernel.cancel(self._pick)
            self._pick = 0

    def _take(self, _: int) -> None:
        self._pick = 0
        if not self._drum.feeds:
            return
        place = PLACES[BELT + self.number]
        tier = (len(self.stacker.head) + len(self._tiles)) & 1
        tile = self._drum.pick(tier, place)
        if tile is None:
            flip_us = self._drum.flip_wait_us()
            if flip_us is not None:
                self._pick = self._kernel.after(flip_us, self._take)
            return
        self._tiles.append((tile, self._run_us() + self._transit_us))
        if len(self._tiles) == self._capacity:
            self._pins.put(self._full_input, ON)
        if len(self._tiles) == 1:
            self._feed()
        self.look()

    def _run_us(self) -> int:
        if self._direction > 0:
            return self._ran_us + self._kernel.now - self._since_us
        return self._ran_us

    # Past the eye, into the stacker.

    def _feed(self, _: int = 0) -> None:
        """Let the first tile pass the eye as soon as it is there and the head is ready."""
        self._arrival, arrival = 0, self._arrival
        if arrival:
            self._kernel.cancel(arrival)
        if self._leaving_left_us and self._direction > 0:
            self._leaving = self._kernel.after(self._leaving_left_us, self._left)
            self._leaving_left_us = 0
        if self._direction <= 0 or not self._tiles or self._leaving or self.blocked:
            return
        if not self.stacker.takes_a_tile:
            return
        wait_us = self._tiles[0][1] - self._run_us()
        if wait_us > 0:
            self._arrival = self._kernel.after(wait_us, self._feed)
            return
        pulse = self._pulse_us * (1 + self._pulse_spread * (2 * self._rng.random() - 1))
        self._pair = self._rides_double()
        if self._pair:
            pulse *= 2
        self._pass_us = self._kernel.now
        self._leaving = self._kernel.after(round(pulse), self._left)
        missed = self.blind
        if self._books.dark:
            missed = max(missed, self._books.dark.get(self._books.sets[self._tiles[0][0]], 0.0))
        self._seen = not (missed > 0 and self._rng.random() < missed)
        if self._seen:
            self._pins.put(self._eye_input, ON)

    def _rides_double(self) -> bool:
        if self.double <= 0 or len(self._tiles) < 2 or self.stacker.head:
            return False
        return self._rng.random() < self.double

    def _left(self, _: int) -> None:
        self._leaving = 0
        full = len(self._tiles) == self._capacity
        source, target = PLACES[BELT + self.number], PLACES[HEAD + self.number]
        for _ in range(2 if self._pair and len(self._tiles) > 1 else 1):
            tile = self._tiles.popleft()[0]
            self._books.move(tile, source, target)
            self.stacker.head.append(tile)
            if self._reader is not None:
                tile_id, reads = self._reader.read(tile)
                self._pins.board.on_read(self.number, tile_id, reads)
        self._pair = False
        if self.ageing:
            self.eye_idle_level = min(EYE_FULL_SCALE, self.eye_idle_level + self.ageing)
        if full:
            self._pins.put(self._full_input, OFF)
        if self._seen:
            self._pins.put(self._eye_input, OFF)
        self._feed()
        self.look()

    def _stop_feeding(self) -> None:
        if self._arrival:
            self._kernel.cancel(self._arrival)
            self._arrival = 0
        if self._leaving:
            # The tile stays before the eye for the rest of its time.
            self._kernel.cancel(self._leaving)
            self._leaving = 0
            self._leaving_left_us = max(1, self._pulse_us - (self._kernel.now - self._pass_us))

    # Back to the drum.

    def _start_returning(self) -> None:
        """Carry the tiles back; the one next to the mouth falls into the drum first."""
        self.draw_back()
        ways = [
            min(self._ran_us - (stop_us - self._transit_us), self._transit_us - i * self._gap_us)
            for i, (_, stop_us) in enumerate(self._tiles)
        ]
        self._tiles = deque(
            (tile, self._ran_us + self._transit_us - max(1, way))
            for (tile, _), way in zip(self._tiles, ways, strict=True)
        )
        self._wait_for_return()

    def draw_back(self) -> None:
        """Draw back the tile that stands before the eye, as its belt or a hand does."""
        if self._leaving_left_us:
            self._leaving_left_us = 0
            if self._seen:
                self._pins.put(self._eye_input, OFF)

    def _wait_for_return(self) -> None:
        self._returning = 0
        if self._tiles:
            gone_us = self._kernel.now - self._since_us
            way_us = self._ran_us + self._transit_us - self._tiles[-1][1]
            self._returning = self._kernel.after(max(1, way_us - gone_us), self._fall_back)

    def _fall_back(self, _: int) -> None:
        if len(self._tiles) == self._capacity:
            self._pins.put(self._full_input, OFF)
        tile = self._tiles.pop()[0]
        self._drum.drop((tile,), PLACES[BELT + self.number])
        self._wait_for_return()

    def _stop_returning(self) -> None:
        self._kernel.cancel(self._returning)
        self._returning = 0
        back_us = self._kernel.now - self._since_us
        self._tiles = deque((tile, stop_us + back_us) for tile, stop_us in self._tiles)

    # Pulses of a dirty eye.

    def haunt(self, ghosts: float) -> None:
        """Give the eye pulses without tiles: the chance of one in each second; 0 ends it."""
        self.ghosts = ghosts
        if ghosts > 0 and not self._ghost:
            self._ghost = self._kernel.after(to_us(1.0), self._appear)

    def _appear(self, _: int) -> None:
        self._ghost = 0
        if self.ghosts <= 0:
            return
        if not self._leaving and self._rng.random() < self.ghosts:
            self._pins.put(self._eye_input, ON)
            self._ghost = self._kernel.after(self._pulse_us, self._vanish)
        else:
            self._ghost = self._kernel.after(to_us(1.0), self._appear)

    def _vanish(self, _: int) -> None:
        if not (self._leaving and self._seen):
            self._pins.put(self._eye_input, OFF)
        self._ghost = self._kernel.after(to_us(1.0), self._appear)

    def unblock(self) -> None:
        """Take the foreign body out."""
        self.blocked = False
        self._feed()
