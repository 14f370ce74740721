"""Read a wiring from a TOML file, with every mistake told in one sentence.

``[inputs]`` and ``[outputs]`` name terminals as ``UNIT.CHANNEL``, channels from 0: ``"dome_up" =
"1.0"``, ``"dome forward" = "4.2"``; a ``!`` before an input's terminal inverts it.
"""

import tomllib
from pathlib import Path

from hal.ids import Actuator, Direction, Input
from hal.plain.wiring import BadWiring, Output, Terminal, Wiring

INPUTS = {input_.label: input_ for input_ in Input}
OUTPUTS: dict[str, Output] = {
    f"{actuator.label} {direction}": (actuator, direction)
    for actuator in Actuator
    for direction in Direction
}


def read_wiring(path: Path) -> Wiring:
    """Return the wiring that a file holds.

    Raises:
        BadWiring: it cannot be read, or a line of it makes no sense.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadWiring(f"{path}: {error}") from error
    try:
        return _wiring(data)
    except BadWiring as error:
        raise BadWiring(f"{path}: {error}") from error


def _wiring(data: dict[str, object]) -> Wiring:
    inputs: dict[Input, Terminal] = {}
    inverted = set()
    for name, place in _section(data, "inputs").items():
        if name not in INPUTS:
            raise BadWiring(f"[inputs] {name}: no such input; there are {', '.join(INPUTS)}")
        if place.startswith("!"):
            inverted.add(INPUTS[name])
        inputs[INPUTS[name]] = _terminal(name, place.removeprefix("!"))
    outputs: dict[Output, Terminal] = {}
    for name, place in _section(data, "outputs").items():
        if name not in OUTPUTS:
            raise BadWiring(f'[outputs] {name}: no such output; one is "dome forward"')
        outputs[OUTPUTS[name]] = _terminal(name, place)
    return Wiring(inputs, outputs, frozenset(inverted))


def _section(data: dict[str, object], name: str) -> dict[str, str]:
    section = data.get(name)
    if not isinstance(section, dict) or not all(isinstance(x, str) for x in section.values()):
        raise BadWiring(f'[{name}] is missing, or holds other than texts such as "1.0"')
    return section


def _terminal(name: str, place: str) -> Terminal:
    unit, dot, channel = place.partition(".")
    if not (dot and unit.isdecimal() and channel.isdecimal()):
        raise BadWiring(f'{name} = "{place}": a terminal is UNIT.CHANNEL, such as "1.0"')
    return int(unit), int(channel)
