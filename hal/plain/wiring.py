"""Which module's terminal is which input, and which motor's direction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hal.errors import HalError
from hal.ids import Actuator, Direction, Input

CHANNELS = 8
MOST_UNIT = 247

Terminal = tuple[int, int]
"""A module's unit number and a channel, 0..7."""

Output = tuple[Actuator, Direction]


class BadWiring(HalError, ValueError):
    """A wiring that cannot be; the text says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """All terminals of a table; ``inverted`` inputs read the other way round."""

    inputs: Mapping[Input, Terminal]
    outputs: Mapping[Output, Terminal]
    inverted: frozenset[Input] = frozenset()

    def __post_init__(self) -> None:
        for what, terminals in (("input", self.inputs), ("output", self.outputs)):
            _check(what, terminals.values())
        for input_ in (Input.ESTOP_RELEASED, Input.TOP_CLOSED, Input.HATCH_CLOSED):
            if input_ not in self.inputs:
                raise BadWiring(
                    f"{input_.label} is not wired; without it no motor may turn, so give it a "
                    "terminal"
                )

    @property
    def input_units(self) -> tuple[int, ...]:
        """Return the modules whose inputs are read, in order."""
        return tuple(sorted({unit for unit, _ in self.inputs.values()}))

    @property
    def output_units(self) -> tuple[int, ...]:
        """Return the modules whose outputs are driven, in order."""
        return tuple(sorted({unit for unit, _ in self.outputs.values()}))


def _check(what: str, terminals: Iterable[Terminal]) -> None:
    used: set[Terminal] = set()
    for unit, channel in terminals:
        if not 1 <= unit <= MOST_UNIT or not 0 <= channel < CHANNELS:
            raise BadWiring(
                f"{what} terminal {unit}.{channel}: a unit is 1..{MOST_UNIT}, a channel 0..7"
            )
        if (unit, channel) in used:
            raise BadWiring(f"{what} terminal {unit}.{channel} is used twice; wire each once")
        used.add((unit, channel))
