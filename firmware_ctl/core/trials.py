"""What is tried of each motor, and the numbers of the test mode (测试档).

Short motions that end by themselves, watched by a person.
"""

from dataclasses import dataclass

from hal.ids import (
    BELTS,
    BELTS_FULL,
    CAMS_HOME,
    DEALERS,
    EYES,
    HANDS_FLUSH,
    HANDS_FULL,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    PUSHERS_OUT,
    STACKERS,
    TRAYS,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Direction,
    Input,
)
from hal.motions import Run, SpinDice

SHORT_MS = 500
TRAVEL_MS = 8_000
CAM_MS = 2_000
SPIN_MS = 1_500

FORWARD, REVERSE = Direction.FORWARD, Direction.REVERSE
Motion = Run | SpinDice


@dataclass(frozen=True, slots=True)
class Trial:
    """One motion, and what is to be seen of it."""

    motion: Motion
    looks: str


def _trials() -> dict[Actuator, tuple[Trial, ...]]:
    trials = {
        Actuator.DRUM: (Trial(Run(Actuator.DRUM, FORWARD, SHORT_MS), "the drum turns a little"),),
        Actuator.RING: (Trial(Run(Actuator.RING, FORWARD, SHORT_MS), "the ring turns a little"),),
        Actuator.DOME: _there_and_back(Actuator.DOME, Input.DOME_UP, Input.DOME_DOWN, "the dome"),
        Actuator.DICE_CUP: (Trial(SpinDice(SPIN_MS), "the dice spin and come to rest"),),
    }
    for lane in LANES:
        belt, stacker = BELTS[lane], STACKERS[lane]
        trials[belt] = (
            Trial(Run(belt, FORWARD, SHORT_MS), f"belt {lane} runs towards its stacker"),
            Trial(Run(belt, REVERSE, SHORT_MS), f"belt {lane} runs back"),
        )
        trials[stacker] = (
            Trial(
                Run(stacker, FORWARD, CAM_MS, CAMS_HOME[lane], level=False),
                f"cam {lane} leaves its home",
            ),
            Trial(Run(stacker, REVERSE, CAM_MS, CAMS_HOME[lane]), f"cam {lane} comes home"),
        )
        trials[TRAYS[lane]] = _there_and_back(
            TRAYS[lane], TRAYS_UP[lane], TRAYS_DOWN[lane], f"tray {lane}"
        )
        trials[PUSHERS[lane]] = _there_and_back(
            PUSHERS[lane], PUSHERS_OUT[lane], PUSHERS_HOME[lane], f"push plate {lane}"
        )
        deal, flush = DEALERS[lane], HANDS_FLUSH[lane]
        trials[deal] = (
            Trial(Run(deal, FORWARD, SHORT_MS, flush, level=False), f"hand tray {lane} goes down"),
            Trial(Run(deal, FORWARD, TRAVEL_MS, flush), f"hand tray {lane} comes up flush"),
        )
    return trials


def _there_and_back(motor: Actuator, high: Input, low: Input, name: str) -> tuple[Trial, ...]:
    return (
        Trial(Run(motor, FORWARD, TRAVEL_MS, high), f"{name} goes to its far end"),
        Trial(Run(motor, REVERSE, TRAVEL_MS, low), f"{name} goes back"),
    )


TRIALS = _trials()
"""What is tried of each motor."""


@dataclass(frozen=True, slots=True)
class NumberTest:
    """What a number tries: motors, one after the other and again, or sensors, watched together."""

    name: str
    motors: tuple[Actuator, ...] = ()
    sensors: tuple[Input, ...] = ()


NUMBER_TESTS: dict[int, NumberTest] = {
    1: NumberTest("dome", motors=(Actuator.DOME,)),
    2: NumberTest("drum and ring", motors=(Actuator.DRUM, Actuator.RING)),
    3: NumberTest("belts", motors=BELTS),
    4: NumberTest("stackers", motors=STACKERS),
    5: NumberTest("trays", motors=TRAYS),
    6: NumberTest("push plates", motors=PUSHERS),
    7: NumberTest("jam sensors: eyes and full belts", sensors=(*EYES, *BELTS_FULL)),
    8: NumberTest("dice cup", motors=(Actuator.DICE_CUP,)),
    9: NumberTest("cams at home", sensors=CAMS_HOME),
    10: NumberTest("tray switches", sensors=(*TRAYS_UP, *TRAYS_DOWN)),
    11: NumberTest("push plate switches", sensors=(*PUSHERS_HOME, *PUSHERS_OUT)),
    12: NumberTest("dome switches", sensors=(Input.DOME_UP, Input.DOME_DOWN)),
    13: NumberTest(
        "top, service door, red button",
        sensors=(Input.TOP_CLOSED, Input.HATCH_CLOSED, Input.ESTOP_RELEASED),
    ),
    14: NumberTest("hand trays", motors=DEALERS),
    15: NumberTest("hand tray sensors", sensors=(*HANDS_FLUSH, *HANDS_FULL)),
}
"""The jam sensor keeps the number 7 (0111) that technicians know."""


SELF_CHECK = max(NUMBER_TESTS) + 1
"""The number of the self-check, which comes after all tests; its lamps are dark."""


def next_number(number: int, last: int = max(NUMBER_TESTS)) -> int:
    """Return the number after this one; after the last comes the first."""
    return number % last + 1


def lamps_of_number(number: int) -> tuple[bool, bool, bool, bool]:
    """Return the dealer lamps that show a number in binary, east first, lit = 1."""
    return bool(number & 8), bool(number & 4), bool(number & 2), bool(number & 1)
