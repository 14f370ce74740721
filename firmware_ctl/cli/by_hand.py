"""What to do at each sensor by hand, and what must then be read."""

from hal.ids import (
    BELTS_FULL,
    CAMS_HOME,
    EYES,
    HANDS_FLUSH,
    HANDS_FULL,
    KEYS_DICE,
    KEYS_LIFT,
    PUSHERS_HOME,
    PUSHERS_OUT,
    TRAYS_DOWN,
    TRAYS_UP,
    Input,
)

BY_HAND: dict[Input, str] = {
    **dict.fromkeys(EYES, "hold a tile before the lane's eye: on; take it away: off, one count"),
    **dict.fromkeys(CAMS_HOME, "turn the cam by hand with the supply off: on only at home"),
    **dict.fromkeys(BELTS_FULL, "hold a tile at the belt's mouth: on"),
    **dict.fromkeys(PUSHERS_HOME, "press the switch behind the push plate: on"),
    **dict.fromkeys(PUSHERS_OUT, "press the switch at the push plate's far end: on"),
    **dict.fromkeys(TRAYS_UP, "press the tray's upper switch: on"),
    **dict.fromkeys(TRAYS_DOWN, "press the tray's lower switch: on"),
    **dict.fromkeys(KEYS_LIFT, "press the lift key: on while it is held"),
    **dict.fromkeys(KEYS_DICE, "press the seat's dice key: on while it is held"),
    **dict.fromkeys(HANDS_FLUSH, "press the hand tray's switch: on"),
    **dict.fromkeys(HANDS_FULL, "lay thirteen tiles on the hand's slide: on; take one away: off"),
    Input.DOME_UP: "press the dome's upper switch: on",
    Input.DOME_DOWN: "press the dome's lower switch: on",
    Input.TOP_CLOSED: "lift the table top: off",
    Input.HATCH_CLOSED: "open the service door: off",
    Input.ESTOP_RELEASED: "press the red button: off; a cut wire reads off too",
    Input.KEY_RESET: "press the reset key inside: on while it is held",
}

OFF_BY_HAND = frozenset((Input.TOP_CLOSED, Input.HATCH_CLOSED, Input.ESTOP_RELEASED))
"""Inputs that a hand switches off; all others it switches on."""
