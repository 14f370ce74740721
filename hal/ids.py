"""Name every actuator, input and lane of a table, once, for every backend.

The numbers are the bit and actuator numbers of the register map: a board with
40 inputs and 20 motor outputs serves a table that raises walls, one with 48 and 24 a table that
deals hands too. A *lane* (牌道) and the *side* it feeds share one
number, 0..3 counter-clockwise seen from above; side 0 is marked East on the cabinet.
"""

from enum import IntEnum, StrEnum

LANES = (0, 1, 2, 3)
"""The four lanes, which are also the four sides of the machine."""


class Actuator(IntEnum):
    """A motor that the board can drive. Direction is given with each command."""

    DRUM = 0
    RING = 1
    DOME = 2
    DICE_CUP = 3
    BELT_0 = 4
    BELT_1 = 5
    BELT_2 = 6
    BELT_3 = 7
    STACKER_0 = 8
    STACKER_1 = 9
    STACKER_2 = 10
    STACKER_3 = 11
    PUSHER_0 = 12
    PUSHER_1 = 13
    PUSHER_2 = 14
    PUSHER_3 = 15
    TRAY_0 = 16
    TRAY_1 = 17
    TRAY_2 = 18
    TRAY_3 = 19
    DEAL_0 = 20  # turns a hand tray once round: down, under the waiting hand, up with it
    DEAL_1 = 21
    DEAL_2 = 22
    DEAL_3 = 23

    @property
    def label(self) -> str:
        """Return the name used in configuration, logs and views: ``drum``, ``belt.2``."""
        return _label(self.name)


class Input(IntEnum):
    """A binary input of the board; ``True`` means what the name says.

    Safety inputs are named by their safe state, because a cut wire reads ``False``.
    """

    EYE_0 = 0  # S1: a tile stands before the lane's eye, at the stacker's entry
    EYE_1 = 1
    EYE_2 = 2
    EYE_3 = 3
    CAM_HOME_0 = 4  # S2+S3: the stacker's cam is at home
    CAM_HOME_1 = 5
    CAM_HOME_2 = 6
    CAM_HOME_3 = 7
    BELT_FULL_0 = 8  # S6: tiles wait on the lane's belt back to its mouth
    BELT_FULL_1 = 9
    BELT_FULL_2 = 10
    BELT_FULL_3 = 11
    PUSHER_HOME_0 = 12
    PUSHER_HOME_1 = 13
    PUSHER_HOME_2 = 14
    PUSHER_HOME_3 = 15
    PUSHER_OUT_0 = 16
    PUSHER_OUT_1 = 17
    PUSHER_OUT_2 = 18
    PUSHER_OUT_3 = 19
    TRAY_UP_0 = 20  # the tray is flush with the table top
    TRAY_UP_1 = 21
    TRAY_UP_2 = 22
    TRAY_UP_3 = 23
    TRAY_DOWN_0 = 24
    TRAY_DOWN_1 = 25
    TRAY_DOWN_2 = 26
    TRAY_DOWN_3 = 27
    DOME_UP = 28  # HL: the well is open
    DOME_DOWN = 29
    TOP_CLOSED = 30  # the table top lies on its frame
    HATCH_CLOSED = 31  # the service door; open cuts the motors' supply in hardware
    ESTOP_RELEASED = 32  # the red button is out; pressed cuts the motors' supply in hardware
    KEY_LIFT_0 = 33  # 升降, at two corners
    KEY_LIFT_1 = 34
    KEY_DICE_0 = 35  # 骰子, one a seat
    KEY_DICE_1 = 36
    KEY_DICE_2 = 37
    KEY_DICE_3 = 38
    KEY_RESET = 39  # inside the cabinet: stops at once, homes on release
    HAND_FLUSH_0 = 40  # the hand tray is flush with the table top
    HAND_FLUSH_1 = 41
    HAND_FLUSH_2 = 42
    HAND_FLUSH_3 = 43
    HAND_FULL_0 = 44  # a whole hand lies on the slide behind the hand tray
    HAND_FULL_1 = 45
    HAND_FULL_2 = 46
    HAND_FULL_3 = 47

    @property
    def label(self) -> str:
        """Return the name used in configuration, logs and views: ``dome_up``, ``eye.2``."""
        return _label(self.name)


def _label(name: str) -> str:
    stem, _, last = name.rpartition("_")
    return f"{stem.lower()}.{last}" if last.isdigit() else name.lower()


BELTS = (Actuator.BELT_0, Actuator.BELT_1, Actuator.BELT_2, Actuator.BELT_3)
STACKERS = (Actuator.STACKER_0, Actuator.STACKER_1, Actuator.STACKER_2, Actuator.STACKER_3)
PUSHERS = (Actuator.PUSHER_0, Actuator.PUSHER_1, Actuator.PUSHER_2, Actuator.PUSHER_3)
TRAYS = (Actuator.TRAY_0, Actuator.TRAY_1, Actuator.TRAY_2, Actuator.TRAY_3)
DEALERS = (Actuator.DEAL_0, Actuator.DEAL_1, Actuator.DEAL_2, Actuator.DEAL_3)

EYES = (Input.EYE_0, Input.EYE_1, Input.EYE_2, Input.EYE_3)
CAMS_HOME = (Input.CAM_HOME_0, Input.CAM_HOME_1, Input.CAM_HOME_2, Input.CAM_HOME_3)
BELTS_FULL = (Input.BELT_FULL_0, Input.BELT_FULL_1, Input.BELT_FULL_2, Input.BELT_FULL_3)
PUSHERS_HOME = (Input.PUSHER_HOME_0, Input.PUSHER_HOME_1, Input.PUSHER_HOME_2, Input.PUSHER_HOME_3)
PUSHERS_OUT = (Input.PUSHER_OUT_0, Input.PUSHER_OUT_1, Input.PUSHER_OUT_2, Input.PUSHER_OUT_3)
TRAYS_UP = (Input.TRAY_UP_0, Input.TRAY_UP_1, Input.TRAY_UP_2, Input.TRAY_UP_3)
TRAYS_DOWN = (Input.TRAY_DOWN_0, Input.TRAY_DOWN_1, Input.TRAY_DOWN_2, Input.TRAY_DOWN_3)
KEYS_LIFT = (Input.KEY_LIFT_0, Input.KEY_LIFT_1)
KEYS_DICE = (Input.KEY_DICE_0, Input.KEY_DICE_1, Input.KEY_DICE_2, Input.KEY_DICE_3)
HANDS_FLUSH = (Input.HAND_FLUSH_0, Input.HAND_FLUSH_1, Input.HAND_FLUSH_2, Input.HAND_FLUSH_3)
HANDS_FULL = (Input.HAND_FULL_0, Input.HAND_FULL_1, Input.HAND_FULL_2, Input.HAND_FULL_3)

FOUR_PORT_ACTUATORS: tuple[Actuator, ...] = tuple(a for a in Actuator if a not in DEALERS)
FOUR_PORT_INPUTS: tuple[Input, ...] = tuple(
    i for i in Input if i not in (*HANDS_FLUSH, *HANDS_FULL)
)
"""What a table has that raises walls and deals no hands."""


class Direction(StrEnum):
    """Which way a motor turns.

    Forward is what the mechanism is for: drum and belt feed, dome and tray rise, pusher goes out.
    """

    FORWARD = "forward"
    REVERSE = "reverse"


class Quality(StrEnum):
    """How far a measured value can be trusted."""

    OK = "ok"
    STALE = "stale"
    UNKNOWN = "unknown"
