"""Read identity and status: words in, plain values out."""

from dataclasses import dataclass

from hal.board import Capabilities
from hal.line.registers import MAGIC, MAP_MAJOR, BoardType, Capability, Fault, State, Status, Why
from hal.line.registers import Identity as Block

Words = tuple[int, ...]

HEAD_WORDS = Status.INPUTS
"""The status up to the result: enough for the answer to a mailbox command."""


class NotOurBoard(ValueError):
    """What answers is no motor board of ours, or speaks another map; the text says what to do."""


@dataclass(frozen=True, slots=True)
class BoardIdentity:
    """Who answers, from the identity block."""

    map_major: int
    map_minor: int
    firmware: str
    board_type: int
    capabilities: Capability
    inputs: int
    actuators: int
    lanes: int
    build_hash: int
    board_id: int

    @property
    def board(self) -> str:
        """Return the kind of board in words."""
        names = {BoardType.SIMULATED: "simulated four-port table", BoardType.MEGA2560: "Mega 2560"}
        try:
            return names[BoardType(self.board_type)]
        except ValueError:
            return f"board type {self.board_type}"

    @property
    def simulated(self) -> bool:
        """Tell whether it is a simulation."""
        return self.board_type == BoardType.SIMULATED

    def abilities(self) -> Capabilities:
        """Return what the board can do, as the controller knows it."""
        has = self.capabilities
        return Capabilities(
            watchdog=Capability.WATCHDOG in has,
            tile_reader=Capability.TILE_READER in has,
            eye_levels=Capability.EYE_LEVELS in has,
            dice_reader=Capability.DICE_READER in has,
            motor_current=Capability.MOTOR_CURRENT in has,
            display=Capability.DISPLAY in has,
            deals=Capability.DEALS in has,
        )


def read_identity(words: Words) -> BoardIdentity:
    """Take the identity block apart.

    Raises:
        NotOurBoard: the magic word is missing, or the map's major version is another.
    """
    if words[Block.MAGIC] != MAGIC:
        raise NotOurBoard(
            f"the device answers, but it is no mjtable board (magic {words[Block.MAGIC]:#06x}); "
            "check which port the board is on"
        )
    major, minor = divmod(words[Block.MAP_VERSION], 256)
    if major != MAP_MAJOR:
        older = "board" if major < MAP_MAJOR else "program"
        raise NotOurBoard(
            f"the board speaks register map {major}.{minor}, this program {MAP_MAJOR}; "
            f"update the {older}"
        )
    high, low = divmod(words[Block.FIRMWARE_VERSION], 256)
    inputs, actuators = divmod(words[Block.INPUTS_ACTUATORS], 256)
    return BoardIdentity(
        major, minor, f"{high}.{low}", words[Block.BOARD_TYPE],
        Capability(words[Block.CAPABILITIES]), inputs, actuators, words[Block.LANES_LEDS] >> 8,
        long(words, Block.BUILD_HASH), long(words, Block.BOARD_ID),
    )  # fmt: skip


def long(words: Words, at: int) -> int:
    """Return the 32-bit value at an offset, high word first."""
    return words[at] << 16 | words[at + 1]


@dataclass(frozen=True, slots=True)
class Head:
    """The first part of the status, which answers a mailbox command."""

    nonce: int
    boot_id: int
    uptime_ms: int
    state: int
    faults_latched: Fault
    faults_live: Fault
    last_seq: int
    result: int
    why: int

    @property
    def armed(self) -> bool:
        """Tell whether the board allows motions."""
        return self.state == State.ARMED


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """The whole status; masks have bit n for input or actuator n."""

    head: Head
    inputs: int
    driven: int
    lane_counts: tuple[int, int, int, int]
    event_head: int
    watchdog_left_ms: int
    tile_head: int
    busy: int
    worst_current_ma: int
    crc_errors: int
    parameters_crc: int


def read_head(words: Words) -> Head:
    """Take the first words of the status apart."""
    return Head(
        words[Status.NONCE], words[Status.BOOT_ID], long(words, Status.UPTIME_MS),
        words[Status.STATE], Fault(words[Status.FAULTS_LATCHED]), Fault(words[Status.FAULTS_LIVE]),
        words[Status.LAST_SEQ], *divmod(words[Status.RESULT], 256),
    )  # fmt: skip


def read_status(words: Words) -> BoardStatus:
    """Take the whole status apart."""
    inputs = words[Status.INPUTS] << 32 | long(words, Status.INPUTS + 1)
    first, second, third, fourth = words[Status.LANE_COUNTS : Status.LANE_COUNTS + 4]
    return BoardStatus(
        read_head(words), inputs, long(words, Status.DRIVEN), (first, second, third, fourth),
        words[Status.EVENT_HEAD], words[Status.WATCHDOG_LEFT], words[Status.TILE_HEAD],
        long(words, Status.BUSY), words[Status.WORST_CURRENT], words[Status.CRC_ERRORS],
        words[Status.PARAMETERS_CRC],
    )  # fmt: skip


FAULT_REASONS = {
    Fault.WATCHDOG: Why.WATCHDOG,
    Fault.ESTOP: Why.ESTOP_PRESSED,
    Fault.HATCH: Why.HATCH_OPEN,
    Fault.TOP: Why.TOP_OPEN,
}
"""The reason behind a latched fault, where one is known."""
