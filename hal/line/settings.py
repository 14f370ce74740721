"""A board's parameters and limits by name: words in, plain values out, and the way back.

Names are those of the register map. What a motor is ended by and must see safe is shown but cannot
be changed by name: that is the table's mechanics, not a setting of taste.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hal.ids import Actuator, Input
from hal.line.registers import LIMITS_AS_DELIVERED, Baud, Limits, Parameters

Words = tuple[int, ...]
Value = int | str | list[str]

PARAMETERS = tuple(
    (name.lower(), offset)
    for name, offset in vars(Parameters).items()
    if isinstance(offset, int) and offset in Parameters.RANGES
)
"""Name and offset of each parameter, in the order of the block."""

INVERT_WORDS = Parameters.WORDS - Parameters.INVERT
LONGEST_RUN_MS = 100
"""Unit of ``longest_run``."""

LIMIT_RANGES = {
    "longest_run_ms": (Limits.LONGEST_RUN, LONGEST_RUN_MS, 1, 1_200),
    "current_ma": (Limits.CURRENT, 1, 0, 20_000),
}
"""What may be changed of a motor: offset, unit, lowest and highest in that unit."""

MOTORS = {motor.label: motor for motor in tuple(Actuator)[: Limits.ENTRIES]}
INPUTS = {input_.label: input_ for input_ in Input}


class BadSetting(ValueError):
    """A change that names no setting, or a value that it cannot have; the text says what can."""


@dataclass(frozen=True, slots=True)
class Change:
    """Words for the settings of a board."""

    address: int
    words: Words


def parameters_told(block: Words) -> dict[str, Value]:
    """Return every parameter by name, from the whole block."""
    told: dict[str, Value] = {name: block[offset] for name, offset in PARAMETERS}
    told["baud"] = _baud_told(block[Parameters.BAUD])
    told["invert"] = _invert_told(block[Parameters.INVERT :])
    return told


def limits_told(block: Words) -> dict[str, dict[str, Value]]:
    """Return what may be changed of every motor by name, from the whole block."""
    return {
        label: {
            name: block[_place(motor, offset)] * unit
            for name, (offset, unit, _, _) in LIMIT_RANGES.items()
        }
        for label, motor in MOTORS.items()
    }


def read_change(text: str) -> Change:
    """Return what ``NAME=VALUE`` writes, such as ``watchdog=400`` or ``dome.longest_run_ms=9000``.

    Raises:
        BadSetting: there is no such name, or the value is out of its range.
    """
    name, is_there, value = (part.strip() for part in text.partition("="))
    if not is_there:
        raise BadSetting(f"{text!r} has the form NAME=VALUE, such as watchdog=400")
    motor, _, limit = name.rpartition(".")
    if motor in MOTORS and limit in LIMIT_RANGES:
        return _limit_change(MOTORS[motor], limit, value)
    offset = dict(PARAMETERS).get(name)
    if offset is None:
        names = ", ".join(each for each, _ in PARAMETERS)
        raise BadSetting(
            f"no setting {name!r}; there are {names}, and MOTOR.{' and MOTOR.'.join(LIMIT_RANGES)}"
        )
    low, high, _ = Parameters.RANGES[offset]
    spell = _SPELLED.get(name)
    words = spell(value) if spell is not None else (_number(name, value, low, high),)
    return Change(Parameters.ADDRESS + offset, words)


def _limit_change(motor: Actuator, limit: str, value: str) -> Change:
    offset, unit, low, high = LIMIT_RANGES[limit]
    number = _number(f"{motor.label}.{limit}", value, low * unit, high * unit)
    if number % unit:
        raise BadSetting(f"{motor.label}.{limit} goes in steps of {unit}, not to {number}")
    return Change(Limits.ADDRESS + _place(motor, offset), (number // unit,))


def _place(motor: Actuator, offset: int) -> int:
    return Limits.HEAD + motor * Limits.ENTRY_WORDS + offset


def _number(name: str, text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise BadSetting(f"{name} is a whole number in {low}..{high}, not {text!r}")
    return int(text)


def _baud_told(word: int) -> int:
    return int(Baud(word).name.removeprefix("B"))


def _baud_words(text: str) -> Words:
    for each in Baud:
        if text == each.name.removeprefix("B"):
            return (each.value,)
    speeds = ", ".join(each.name.removeprefix("B") for each in Baud)
    raise BadSetting(f"baud is one of {speeds}, not {text!r}")


def _invert_told(words: Words) -> list[str]:
    mask = 0
    for word in words:
        mask = mask << 16 | word
    return [input_.label for input_ in Input if mask >> input_ & 1]


def _invert_words(text: str) -> Words:
    mask = 0
    for label in filter(None, text.split(",")):
        if label not in INPUTS:
            raise BadSetting(f"invert takes inputs such as dome_up,eye.0 or nothing, not {label!r}")
        mask |= 1 << INPUTS[label]
    return tuple(mask >> 16 * place & 0xFFFF for place in reversed(range(INVERT_WORDS)))


_SPELLED: dict[str, Callable[[str], Words]] = {"baud": _baud_words, "invert": _invert_words}
"""Parameters that are not written as a number."""

PARAMETERS_DELIVERED = parameters_told(
    (0, 0, *(default for _, _, default in Parameters.RANGES.values()))
)
LIMITS_DELIVERED = limits_told((0, *(word for row in LIMITS_AS_DELIVERED for word in row)))
