"""A board process in front of a plant with a set of tiles, and a master that examines it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hal.ids import PUSHERS, PUSHERS_HOME, Actuator
from hal.line import registers as reg
from hal.sim import People, SimSettings
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant
from tests.support.board_bridge import STEP_US, Bridge
from tests.support.board_master import Event, Examiner
from tests.support.board_process import BoardProcess, Drives

START_MS = 60
FEED = (Actuator.DRUM, Actuator.RING)
FEED_MS = 100_000
LOOK_MS = 100


@dataclass(frozen=True, slots=True)
class Reading:
    """An entry of the tile ring."""

    seq: int
    lane: int
    reads: int
    flags: int
    tile_id: int


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
        self.tiles: list[Reading] = []
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
            self.collect()
            high, low = self.status()[reg.Status.BUSY :][:2]
            if not (high << 16 | low) & mask:
                return
            assert self.drives.now_us < end_us, f"{actuators} still busy after {at_most_ms} ms"
            self.wait(LOOK_MS)

    def watch(self, ms: int) -> None:
        """Let time pass and keep all events, before the rings come round."""
        for _ in range(0, ms, LOOK_MS):
            self.wait(LOOK_MS)
            self.collect()

    def collect(self) -> None:
        """Keep the events and the tile readings since the last call."""
        self.log += self.events()
        self._collect_tiles()

    def _collect_tiles(self) -> None:
        head = self.status()[reg.Status.TILE_HEAD]
        first = self.tiles[-1].seq + 1 if self.tiles else 1
        for seq in range(first, head + 1):
            address = reg.Tiles.ADDRESS + seq % reg.Tiles.ENTRIES * reg.Tiles.ENTRY_WORDS
            found, _, reading, *id_words = self.read(address, reg.Tiles.ENTRY_WORDS)
            assert found == seq
            tile_id = 0
            for word in id_words:
                tile_id = tile_id << 16 | word
            lane, flags = reading >> 4 & 0xF, reading & 0xF
            self.tiles.append(Reading(seq, lane, reading >> 8, flags, tile_id))

    def restart(self) -> None:
        """Let the board start anew in the midst of it, and arm it again."""
        self.board.reset()
        self.armed = False
        self.seq = self.nonce = self._tail = 0
        self.run(START_MS)
        self.arm()
        assert self.armed

    def move_aside(self) -> None:
        """Bring all pushers home: a stacker pushes into a free row only."""
        for pusher, home in zip(PUSHERS, PUSHERS_HOME, strict=True):
            self.motion(pusher, reg.Verb.REVERSE, 5_000, until=home)
        self.wait_until_idle(PUSHERS, 6_000)
