"""Name the registers of map 1.1.

Written by board/generate.py from board/register_map.toml.
"""

from enum import IntEnum, IntFlag
from typing import Final

MAP_MAJOR: Final = 1
MAP_MINOR: Final = 1
MAGIC: Final = 0x4D4A
UNIT: Final = 1


class BoardType(IntEnum):
    """What kind of board answers."""

    SIMULATED = 1
    MEGA2560 = 2


class Capability(IntFlag):
    """Bits of `identity.capabilities`; a missing bit means that the board cannot do it."""

    WATCHDOG = 1 << 0  # outputs drop when nobody keeps the board alive
    TILE_READER = 1 << 1  # a reader at each lane's eye
    EYE_LEVELS = 1 << 2  # the eyes block is measured
    DICE_READER = 1 << 3  # dice_settled carries faces
    MOTOR_CURRENT = 1 << 4  # stalls end motions
    DISPLAY = 1 << 5  # digits and buzzer
    STEPS = 1 << 6  # step motors; their verb and counts come with a later minor version
    DEALS = 1 << 7  # four hand trays; since 1.1


class State(IntEnum):
    """What the board is doing."""

    BOOT = 0
    IDLE = 1
    ARMED = 2
    STOPPING = 3
    FAULT = 4


class Fault(IntFlag):
    """Bits of `status.faults_latched` and `status.faults_live`."""

    WATCHDOG = 1 << 0  # nobody kept the armed board alive
    ESTOP = 1 << 1  # the red button is pressed
    HATCH = 1 << 2  # the service door is open
    TOP = 1 << 3  # the table top is open
    RESTART = 1 << 4  # the board has started; latched at every start
    HUNG = 1 << 5  # the start was forced by the hardware watchdog
    BROWN_OUT = 1 << 6  # the start was forced by low supply
    OVER_CURRENT = 1 << 7  # a motor drew more than its limit
    PARAMETERS = 1 << 8  # stored parameters were damaged: defaults are in force


class CycleFlag(IntFlag):
    """Bits of `cycle.flags`, done in the order stop, clear, arm."""

    ARM = 1 << 0  # motions are allowed; 0 disarms, which also stops
    STOP = 1 << 1  # switch every motor off now and end all motions; the board stays armed
    CLEAR = 1 << 2  # forget latched faults; one that is still live refuses motions by itself


class LevelOutput(IntFlag):
    """Bits of `cycle.outputs`: on while the bit is 1, off when the link is lost."""

    READY_LAMP = 1 << 0
    DEALER_0 = 1 << 1
    DEALER_1 = 1 << 2
    DEALER_2 = 1 << 3
    DEALER_3 = 1 << 4


class Verb(IntEnum):
    """What `mailbox` asks for."""

    STOP = 1  # switch one actuator off; on a lane that stacks, end the stacking
    FORWARD = 2  # turn until stop_on, an end stop, or the limit
    REVERSE = 3
    SPIN_DICE = 4  # spin the cup for limit_ms
    STACK = 5  # run the lane of this stacker until `amount` stacks are made
    # run the lane of this stacker until `amount` single tiles are pushed into its row; since 1.1
    SINGLES_TO_ROW = 6
    SINGLES_TO_HAND = 7  # the same, on to the slide of its hand tray; since 1.1


class Result(IntEnum):
    """High byte of `status.result`: what became of the newest mailbox command; low byte: Why."""

    NONE = 0
    TAKEN = 1
    REFUSED = 2


class EventKind(IntEnum):
    """High byte of `events.kind_source`; the low byte is the source."""

    INPUT_CHANGED = 1  # source: input; value: its level
    TILE_PASSED = 2  # source: lane; value: count since boot; detail: pulse before the eye, ms
    STACK_MADE = 3  # source: lane; value: stacks or single tiles made within the command
    # source: actuator; value: the command's seq; detail: Outcome << 13 | Why << 8 | argument
    MOTION_ENDED = 4
    DICE_SETTLED = 5  # value: first face << 8 | second face, 0 where no sensor reads them
    OUTPUTS_DROPPED = 6  # source: Why


class Outcome(IntEnum):
    """How a motion ended; bits 15..13 of a motion_ended event's detail (hal.events.Outcome)."""

    REACHED = 0
    STOPPED = 1
    TIME_LIMIT = 2
    STALLED = 3
    REFUSED = 4
    JAMMED = 5


class Why(IntEnum):
    """Why something ended or was refused; bits 12..8 of a motion_ended event's detail.

    Bits 7..0 are its argument, 0 where none is named here.
    """

    NONE = 0
    STOP = 1  # by a stop or by disarming
    REPLACED = 2  # by a newer command for the same actuator
    END_STOP = 3  # argument: the end stop's input
    INPUT_LATE = 4  # argument: the input that did not reach its level
    STACKS_LATE = 5  # argument: StackPhase << 5 | stacks made
    STALL = 6  # argument: the actuator whose motor drew stall current
    WATCHDOG = 7
    ESTOP_PRESSED = 8
    HATCH_OPEN = 9
    TOP_OPEN = 10
    NOT_ARMED = 11
    LANE_STACKING = 12  # argument: the belt that the stacking of its lane uses
    LONGEST_RUN = 13  # the actuator's own longest run came before the command's limit
    UNSUPPORTED = 14  # this board cannot do that
    SUPPLY = 15  # the motors' supply is missing
    CAM_STUCK = 16  # argument: the stacker whose cam did not come home


class StackPhase(IntEnum):
    """What a stacking lane waits for."""

    IDLE = 0
    HOMING = 1  # the cam to be at home
    FIRST = 2  # a lower tile
    DROPPING = 3  # the cam to stand one tile down
    SECOND = 4  # an upper tile
    PUSHING = 5  # the cam to be home again after a push
    CLEARING = 6  # the belt to be empty


class TileFlag(IntFlag):
    """Bits of `tiles.flags`."""

    NO_READ = 1 << 0
    BAD_CRC = 1 << 1


class Buzzer(IntEnum):
    """A sound that the board makes by itself (hal.board.BuzzerPattern)."""

    SILENT = 0
    KEY = 1
    READY = 2
    WARNING = 3
    FAULT = 4


class Baud(IntEnum):
    """Line speeds."""

    B115200 = 0
    B250000 = 1
    B500000 = 2
    B9600 = 3


class Keep(IntEnum):
    """Values of `parameters.keep`."""

    SAVE = 0x5AFE  # keep all parameters and limits over a power cut
    DEFAULTS = 0xDEFA  # put the defaults in force; not kept until saved


class Guard(IntFlag):
    """Bits of `limits.must_be_safe`."""

    ESTOP_RELEASED = 1 << 0
    HATCH_CLOSED = 1 << 1
    TOP_CLOSED = 1 << 2


class Identity:
    """Who answers.

    Never moves, in any version.
    """

    ADDRESS: Final = 0x0000
    WORDS: Final = 16
    MAGIC: Final = 0
    MAP_VERSION: Final = 1
    FIRMWARE_VERSION: Final = 2
    BOARD_TYPE: Final = 3
    CAPABILITIES: Final = 4
    INPUTS_ACTUATORS: Final = 5
    LANES_LEDS: Final = 6
    RINGS: Final = 7
    BUILD_HASH: Final = 8
    BOARD_ID: Final = 10
    RESERVED: Final = 12


class Status:
    """What is polled: all of it in one request."""

    ADDRESS: Final = 0x0010
    WORDS: Final = 26
    NONCE: Final = 0
    BOOT_ID: Final = 1
    UPTIME_MS: Final = 2
    STATE: Final = 4
    FAULTS_LATCHED: Final = 5
    FAULTS_LIVE: Final = 6
    LAST_SEQ: Final = 7
    RESULT: Final = 8
    INPUTS: Final = 9
    DRIVEN: Final = 12
    LANE_COUNTS: Final = 14
    EVENT_HEAD: Final = 18
    WATCHDOG_LEFT: Final = 19
    TILE_HEAD: Final = 20
    BUSY: Final = 21
    WORST_CURRENT: Final = 23
    CRC_ERRORS: Final = 24
    PARAMETERS_CRC: Final = 25


class Events:
    """What happened, newest over oldest: the event with number `seq` stands in entry seq mod 32.

    Reading takes nothing away; the host keeps its own tail and asks for the entries between it and
    `status.event_head`. An entry whose seq is not the one asked for belongs to another request or
    was overwritten. An entry that is not yet written reads 0.
    """

    ADDRESS: Final = 0x0040
    WORDS: Final = 192
    HEAD: Final = 0
    ENTRIES: Final = 32
    ENTRY_WORDS: Final = 6
    SEQ: Final = 0
    MS: Final = 1
    KIND_SOURCE: Final = 3
    VALUE: Final = 4
    DETAIL: Final = 5


class Tiles:
    """Tile readings, as the event ring: number `seq` stands in entry seq mod 16."""

    ADDRESS: Final = 0x0100
    WORDS: Final = 112
    HEAD: Final = 0
    ENTRIES: Final = 16
    ENTRY_WORDS: Final = 7
    SEQ: Final = 0
    MS_LOW: Final = 1
    READING: Final = 2
    TILE_ID: Final = 3


class Eyes:
    """Health of the four lane eyes, where the board can measure it; 0xFFFF = not measured.

    Levels are 0..1000: 0 is darkness, 1000 the end of the measuring range.
    """

    ADDRESS: Final = 0x0180
    WORDS: Final = 17
    NONCE: Final = 0
    IDLE: Final = 1
    NOW: Final = 5
    NOISE: Final = 9
    EDGES: Final = 13


class Cycle:
    """The cycle command: absolute states, repeated freely.

    The watchdog is put off by a heartbeat that differs from the last one taken, and by nothing
    else.
    """

    ADDRESS: Final = 0x0200
    WORDS: Final = 6
    NONCE: Final = 0
    GUARD: Final = 1
    FLAGS: Final = 2
    OUTPUTS: Final = 3
    HEARTBEAT: Final = 5


class Mailbox:
    """One motion command.

    A seq that is not newer than status.last_seq is acknowledged and not done (after a start every
    seq but 0 is newer). Every command that is taken or refused ends with exactly one motion_ended
    event.
    """

    ADDRESS: Final = 0x0210
    WORDS: Final = 11
    NONCE: Final = 0
    GUARD: Final = 1
    SEQ: Final = 2
    ACTUATOR: Final = 3
    VERB: Final = 4
    SPEED: Final = 5
    AMOUNT: Final = 6
    STOP_ON: Final = 8
    LIMIT_MS: Final = 9


class Limits:
    """Per actuator, in the order of their numbers; the block's first word is the nonce echo.

    Written with FC 06 or 16 while disarmed. Deal motors have none that can be set.
    """

    ADDRESS: Final = 0x0240
    WORDS: Final = 81
    HEAD: Final = 1
    ENTRIES: Final = 20
    ENTRY_WORDS: Final = 4
    LONGEST_RUN: Final = 0
    CURRENT: Final = 1
    END_STOPS: Final = 2
    MUST_BE_SAFE: Final = 3


class Parameters:
    """The board's settings: in force at once, unless a line says otherwise.

    They outlast a power cut when `keep` was told to save them. Written with FC 06 or 16 while
    disarmed.
    """

    ADDRESS: Final = 0x0300
    WORDS: Final = 17
    NONCE: Final = 0
    KEEP: Final = 1
    WATCHDOG: Final = 2
    FRAME_SILENCE: Final = 3
    REPLY_DELAY: Final = 4
    BAUD: Final = 5
    UNIT_ID: Final = 6
    DEBOUNCE: Final = 7
    EYE_DEBOUNCE: Final = 8
    CURRENT_SCALE: Final = 9
    STALL_TIME: Final = 10
    TURN_ROUND: Final = 11
    CAM_DROP: Final = 12
    BELT_CLEAR: Final = 13
    INVERT: Final = 14
    RANGES: Final = {
        2: (100, 2000, 500),
        3: (2, 100, 20),
        4: (0, 20, 0),
        5: (0, 3, 0),
        6: (1, 247, 1),
        7: (1, 50, 5),
        8: (1, 50, 2),
        9: (1, 1000, 20),
        10: (20, 2000, 300),
        11: (0, 500, 60),
        12: (10, 2000, 120),
        13: (100, 10000, 1500),
        14: (0, 65535, 0),
        15: (0, 65535, 0),
        16: (0, 65535, 0),
    }
    """Lowest, highest and delivered value by offset."""


class Display:
    """Digits and buzzer, as a whole."""

    ADDRESS: Final = 0x0400
    WORDS: Final = 7
    NONCE: Final = 0
    GUARD: Final = 1
    TEXT: Final = 2
    BUZZER: Final = 6


LIMITS_AS_DELIVERED: Final = (
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (300, 4000, 0x1C1D, 7),
    (100, 1000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (1200, 3000, 0xFFFF, 7),
    (300, 3000, 0x100C, 7),
    (300, 3000, 0x110D, 7),
    (300, 3000, 0x120E, 7),
    (300, 3000, 0x130F, 7),
    (300, 4000, 0x1418, 7),
    (300, 4000, 0x1519, 7),
    (300, 4000, 0x161A, 7),
    (300, 4000, 0x171B, 7),
)
"""Per actuator: the words of its entry in the limits block."""
