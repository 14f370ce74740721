"""Wires between a simulated board's pins and the plant's mechanics.

The board runs a millisecond, the plant's motors get what it drives, then the plant's time passes up
to there. The plant's cams stand at a mark only if they are stopped in the very instant (its marks
have no width), while the board samples once a millisecond and debounces. So at a cam's mark the
plant waits until the board, ahead of it by some milliseconds, has made up its mind.
"""

from collections.abc import Callable

from hal.board import Indicators
from hal.ids import EYES, STACKERS, Input
from hal.sim.kernel import Kernel
from hal.sim.pins import Level
from hal.sim.plant import Plant
from hal.sim.stacker import DROPPED, PUSHED
from tests.support.board_master import CAMS_DOWN, HEADS
from tests.support.board_process import BoardProcess, Drives

STEP_US = 1000
MAKES_UP_ITS_MIND_STEPS = 12
READY_LAMP = 0x01
DEALER_LAMPS = (0x02, 0x04, 0x08, 0x10)
CAMS_HOME = {Input.CAM_HOME_0: 0, Input.CAM_HOME_1: 1, Input.CAM_HOME_2: 2, Input.CAM_HOME_3: 3}


class Bridge:
    """A plant whose board is a process."""

    def __init__(self, board: BoardProcess, kernel: Kernel, plant: Plant) -> None:
        self.board = board
        self.kernel, self.plant = kernel, plant
        self.indicators = Indicators()
        self.onlookers: list[Callable[[Indicators], None]] = []
        self.drives: Drives
        self._mask = 0
        self._sent = b""
        self._driven = [0] * len(plant.motors.drive)
        for input_, level in enumerate(plant.pins.seen):
            self._put(input_, level)
        for lane in plant.lanes:
            stands_down = DROPPED <= lane.stacker.angle < PUSHED
            self._put(CAMS_DOWN[lane.number], stands_down)
            board.set_eye(lane.number, lane.eye_idle_level)
            board.fit_reader(lane.number, fitted=plant.settings.reader.fitted)
        plant.pins.board = self
        self._look_into_heads()
        board.set_inputs(self._mask)
        self.drives = board.run(0)
        self._started_us = self.drives.now_us - kernel.now

    # Time.

    def step(self) -> bytes:
        """Let a millisecond pass for board and plant; return what the board said."""
        self.pass_to(self.kernel.now + STEP_US)
        self.kernel.advance(STEP_US / 1_000_000)
        return self.take_sent()

    def pass_to(self, plant_us: int) -> None:
        """Let the board run up to a moment of the plant's, unless it has been there already."""
        behind_us = plant_us + self._started_us - self.drives.now_us
        if behind_us > 0:
            self._look_into_heads()
            self._exchange(behind_us)

    def take_sent(self) -> bytes:
        """Return what the board said since the last call."""
        said, self._sent = self._sent, b""
        return said

    def _exchange(self, us: int) -> None:
        self.drives = self.board.run(us)
        self._sent += self.drives.sent
        self._light(self.drives.lamps)
        for actuator, before in enumerate(self._driven):
            direction = self.drives.direction(actuator)
            if direction != before:
                self._driven[actuator] = direction
                self.plant.motors.command(actuator, direction)

    def _wait_for_the_board(self, lane: int) -> None:
        """Let the board run ahead of the plant until it has acted on what a cam shows."""
        turned = self._driven[STACKERS[lane]]
        for _ in range(MAKES_UP_ITS_MIND_STEPS):
            self._exchange(STEP_US)
            if self._driven[STACKERS[lane]] != turned:
                return

    # From the plant to the board.

    def _put(self, input_: int, level: Level) -> None:
        mask = self._mask & ~(1 << input_) | int(level) << input_
        if mask != self._mask:
            self._mask = mask
            self.board.set_inputs(mask)

    def _look_into_heads(self) -> None:
        for lane in self.plant.lanes:
            self._put(HEADS[lane.number], bool(lane.stacker.head))

    def on_input(self, input_: int, level: Level) -> None:
        """Hear that an input changed."""
        if input_ in EYES:
            self._show_tile(input_, level)
        self._put(input_, level)
        if level and input_ in CAMS_HOME:
            lane = CAMS_HOME[Input(input_)]
            self._put(CAMS_DOWN[lane], level=False)
            self._wait_for_the_board(lane)

    def _show_tile(self, lane: int, level: Level) -> None:
        belt = self.plant.lanes[lane].belt
        seen = level and belt
        self.board.put_tag(lane, self.plant.books.ids[belt[0]] if seen else None)

    def on_dropped(self, lane: int) -> None:
        """Hear that a stacker's cam stands one tile's thickness down."""
        self._put(CAMS_DOWN[lane], level=True)
        self._wait_for_the_board(lane)

    def on_pushed(self, lane: int, tiles: int) -> None:
        """Hear that a stacker's cam has pushed."""
        del tiles
        self._put(CAMS_DOWN[lane], level=False)

    def on_read(self, lane: int, tile_id: int | None, reads: int) -> None:
        """Take no notice: the board reads the tags itself."""

    def on_dice(self, faces: tuple[int, int]) -> None:
        """Take no notice: this board has no eye for dice."""

    def on_stall(self, actuator: int) -> None:
        """Take no notice: this board measures no current."""

    # From the board to the people.

    def _light(self, lamps: int) -> None:
        south, east, north, west = (bool(lamps & lamp) for lamp in DEALER_LAMPS)
        indicators = Indicators(bool(lamps & READY_LAMP), (south, east, north, west))
        if indicators != self.indicators:
            self.indicators = indicators
            for onlooker in self.onlookers:
                onlooker(indicators)
