"""The machine without its board: tiles and mechanics, put together."""

import random

from hal.ids import LANES, Actuator, Input
from hal.sim.axis import HIGH, LOW, Axis
from hal.sim.dice import DiceCup
from hal.sim.drum import Drum
from hal.sim.hand import FLUSH, HandTray
from hal.sim.interlocks import Judge
from hal.sim.kernel import Kernel, to_us
from hal.sim.lane import Lane
from hal.sim.motors import Motors
from hal.sim.pins import OFF, ON, Pins
from hal.sim.reader import TileReader
from hal.sim.settings import SimSettings
from hal.sim.side import Side
from hal.sim.stacker import HOME, TURN, Stacker
from hal.sim.tiles import BELT, HAND, HEAD, PLACES, ROW, SLIDE, TRAY, Books, Place, TileLost


class Plant:
    """All mechanics on one queue. Each part draws from a random source of its own.

    So one seed gives one course of events, and a draw more in one part shifts no other.
    ``blemishes`` are (name, place) of what only eyes can see: no sensor and no part depends on it.
    """

    def __init__(self, kernel: Kernel, settings: SimSettings, seed: int) -> None:
        self.kernel = kernel
        self.settings = settings
        self.seed = seed
        self.blemishes: set[tuple[str, str]] = set()
        self.books = Books(settings.lane.capacity_tiles, settings.side.row_stacks)
        self.pins: Pins = Pins()
        self.motors: Motors = Motors(kernel, self.pins, settings.firmware.stall_s)
        self.drum = Drum(kernel, self.books, settings.drum, self.chance("drum"))
        self.sides: tuple[Side, ...] = tuple(self._side(number) for number in LANES)
        self.hands: tuple[HandTray, ...] = tuple(self._hand(number) for number in LANES)
        self.readers = tuple(
            TileReader(self.books, settings.reader, self.chance(f"reader.{number}"))
            for number in LANES
        )
        self.lanes: tuple[Lane, ...] = tuple(self._lane(number) for number in LANES)
        self.dome: Axis = Axis(
            kernel, self.pins, self.motors, self.chance("dome"),
            actuator=Actuator.DOME, low_input=Input.DOME_DOWN, high_input=Input.DOME_UP,
            travel_s=settings.dome.travel_s, spread=settings.dome.spread,
        )  # fmt: skip
        self.dice = DiceCup(kernel, self.pins, self.motors, settings.dice, self.chance("dice"))
        self.motors.turn[Actuator.DRUM] = self.drum.turn_drum
        self.motors.turn[Actuator.RING] = self.drum.turn_ring
        self._stand()
        self.judge = Judge(self)
        self.motors.judge = self.judge.judge

    def chance(self, part: str) -> random.Random:
        """Return a part's own source of chance."""
        return random.Random(f"{self.seed}/{part}")  # noqa: S311  a simulation, no secret

    def _side(self, number: int) -> Side:
        chance = self.chance(f"side.{number}")
        settings = self.settings.side
        return Side(number, self.kernel, self.pins, self.motors, self.books, settings, chance)

    def _hand(self, number: int) -> HandTray:
        chance = self.chance(f"hand.{number}")
        settings = self.settings.deal
        return HandTray(number, self.kernel, self.pins, self.motors, self.books, settings, chance)

    def _lane(self, number: int) -> Lane:
        settings, chance = self.settings, self.chance(f"lane.{number}")
        stacker = Stacker(
            number, self.kernel, self.pins, self.motors, self.books, self.sides[number],
            self.hands[number], settings.lane.cam_turn_s, chance,
        )  # fmt: skip
        reader = self.readers[number] if settings.reader.fitted else None
        return Lane(
            number, self.kernel, self.pins, self.motors, self.books, self.drum, stacker, reader,
            settings.lane, chance,
        )  # fmt: skip

    def _stand(self) -> None:
        """Put every mechanism where it stands at power-on."""
        start = self.settings.start
        chance = self.chance("start")

        def anywhere(position: int) -> int:
            return chance.randrange(LOW + 1, HIGH) if start.disordered else position

        self.dome.put(anywhere(HIGH if start.dome_up else LOW))
        for side, lane in zip(self.sides, self.lanes, strict=True):
            side.tray_axis.put(anywhere(HIGH if start.trays_up else LOW))
            side.pusher.put(anywhere(LOW))
            lane.stacker.put(chance.randrange(1, TURN) if start.disordered else HOME)
        for hand in self.hands:
            hand.put(chance.randrange(1, TURN) if start.disordered else FLUSH)
        self.pins.put(Input.TOP_CLOSED, ON)
        self.pins.put(Input.HATCH_CLOSED, ON)
        self.pins.put(Input.ESTOP_RELEASED, not start.estop_pressed)
        self.motors.powered = not start.estop_pressed

    # What a person does to the machine.

    def press(self, key: Input, seconds: float = 0.15) -> None:
        """Press a panel key and let it go after ``seconds``."""
        self.kernel.catch_up()
        self.pins.put(key, ON)
        self.kernel.after(to_us(seconds), self._release, key)

    def _release(self, key: int) -> None:
        self.pins.put(key, OFF)

    def set_estop(self, *, pressed: bool) -> None:
        """Press the red button, which cuts the motors' supply in hardware, or pull it out."""
        self._guard(Input.ESTOP_RELEASED, good=not pressed)

    def set_hatch(self, *, is_open: bool) -> None:
        """Open the service door, which cuts the motors' supply in hardware, or close it."""
        self._guard(Input.HATCH_CLOSED, good=not is_open)

    def set_top(self, *, is_open: bool) -> None:
        """Lift the table top off its frame, or close it; only the board acts on that."""
        self._guard(Input.TOP_CLOSED, good=not is_open)

    def _guard(self, input_: Input, *, good: bool) -> None:
        self.kernel.catch_up()
        real = self.pins.real
        supply = {Input.ESTOP_RELEASED, Input.HATCH_CLOSED}
        self.motors.supply(
            on=all(good if each is input_ else real[each] for each in supply),
        )
        self.pins.put(input_, good)
        self.judge.watch()
        self.kernel.rearm()

    # The books.

    @property
    def tiles_in(self) -> int:
        """Return how many tiles people have ever put into the drum."""
        return self.drum.fed_tiles

    @property
    def tiles_out(self) -> int:
        """Return how many tiles have ever risen on trays."""
        walls = sum(side.risen_tiles for side in self.sides)
        return walls + sum(hand.risen_tiles for hand in self.hands)

    def verify(self) -> None:
        """Compare the books with where the tiles really are.

        Raises:
            TileLost: they differ.
        """
        for lane, side, hand in zip(self.lanes, self.sides, self.hands, strict=True):
            number = lane.number
            row = [tile for stack in side.row for tile in stack if tile >= 0]
            tray = [tile for stack in side.tray for tile in stack if tile >= 0]
            for base, tiles in (
                (BELT, lane.belt), (HEAD, lane.stacker.head), (ROW, row), (TRAY, tray),
                (SLIDE, hand.slide), (HAND, hand.tray),
            ):  # fmt: skip
                self._verify_place(PLACES[base + number], tiles)
        self._verify_place(Place.DRUM, self.drum.tiles)

    def _verify_place(self, place: Place, tiles: list[int]) -> None:
        booked = self.books.at(place)
        if sorted(tiles) != booked or len(booked) != self.books.counts[place]:
            raise TileLost(
                f"{place.label} holds {sorted(tiles)}, the books say {booked} and count "
                f"{self.books.counts[place]}"
            )
