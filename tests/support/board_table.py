"""A board process in front of a plant with a set of tiles, and a master that examines it."""

from collections.abc import Iterable
from dataclasses import replace

from hal.ids import Actuator
from hal.line import registers as reg
from hal.sim import People, SimSettings
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant
from tests.support.board_bridge import STEP_US, Bridge
from tests.support.board_master import Examiner, Event
from tests.support.board_process import BoardProcess, Drives

START_MS = 60
FEED = (Actuator.DRUM, Actuator.RING)
FEED_MS = 100_000


class TableExaminer(Examiner):
    """An examiner whose time is also the plant's; all tiles lie in the drum."""

    def __init__(
        self, board: BoardProcess, *, tiles: int, settings: SimSettings | None = None, seed: int = 1
    ) -> None:
        super().__init__(board)
        self.plant = Plant(Kernel(), settings or SimSettings(), seed)
        people = People(self.plant, [self.plant.books.add_set(range(tiles), 0)])
        people.put_set_on_table(0)
        people.drop_in()
        self.bridge = Bridge(board, self.plant.kernel, self.plant)
        self.log: list[Event] = []
        self.run(START_MS)
        self.arm()

    def _pass(self, us: int) -> Drives:
        sent = b""
        for _ in range(-(-us // STEP_US)):
            sent += self.bridge.step()
        self.drives = replace(self.bridge.drives, sent=sent)
        return self.drives

    def feed(self) -> None:
        """Let drum and ring turn."""
        for actuator in FEED:
            self.motion(actuator, reg.Verb.FORWARD, FEED_MS)

    def stop_feed(self) -> None:
        """Let drum and ring stand."""
        for actuator in FEED:
            self.motion(actuator, reg.Verb.STOP)

    def wait_until_idle(self, actuators: Iterable[Actuator], at_most_ms: int) -> None:
        """Wait until none of these has a motion any more."""
        mask = sum(1 << actuator for actuator in actuators)
        end_us = self.drives.now_us + at_most_ms * STEP_US
        while True:
            self.log += self.events()
            high, low = self.status()[reg.Status.BUSY :][:2]
            if not (high << 16 | low) & mask:
                return
            assert self.drives.now_us < end_us, f"{actuators} still busy after {at_most_ms} ms"
            self.wait(100)
