"""What lamps, digits and buzzer of the panel show."""

from dataclasses import dataclass

from firmware_ctl.core.snapshot import FaultView, Snapshot
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.core.trials import lamps_of_number
from hal.board import BuzzerPattern, Indicators
from hal.ids import LANES

DIGITS = 4
"""Seven-segment digits of the panel."""


@dataclass(slots=True)
class Switches:
    """What people switch on and off: the lock, the buzzer, the lamps."""

    locked: bool = False
    muted: bool = False
    lamps: bool = True

    def lock(self, *, locked: bool) -> None:
        """Lock or unlock the table."""
        self.locked = locked

    def turn_mute(self) -> None:
        """Silence the buzzer, or let it sound again."""
        self.muted = not self.muted

    def turn_lamps(self) -> None:
        """Switch the lamps off, or on again."""
        self.lamps = not self.lamps


@dataclass(frozen=True, slots=True)
class Code:
    """One thing that the digits can show: an example, and the key of what it means."""

    example: str
    key: str


CODES = (
    Code("E301", "code.fault"),
    Code("t 7", "code.test"),
    Code("----", "code.roulette"),
    Code("P108", "code.waiting"),
    Code("3-4", "code.dice"),
    Code("LOC", "code.locked"),
    Code("OPEN", "code.open"),
    Code("CLOS", "code.stowed"),
    Code("136", "code.program"),
)
"""Every code, the most urgent first: the first that applies is shown."""


SOUNDS = {
    BuzzerPattern.SILENT: "sound.silent",
    BuzzerPattern.KEY: "sound.key",
    BuzzerPattern.READY: "sound.ready",
    BuzzerPattern.WARNING: "sound.warning",
    BuzzerPattern.FAULT: "sound.fault",
}
"""The key of what each sound means."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What the panel shows beyond the snapshot.

    ``waiting`` are the tiles of a program that waits to be confirmed, ``seen`` is what a watched
    sensor reads, ``testing`` tells that a test runs.
    """

    waiting: int | None = None
    seen: str = ""
    testing: bool = False
    sound: BuzzerPattern = BuzzerPattern.SILENT


def indicators(table: Snapshot, extras: Extras) -> Indicators:
    """Return the panel's picture.

    The ready lamp (复位灯) is lit when the set inside is complete or none is due, nothing moves and
    no fault stands; in the test mode while a test runs. The dealer lamps show the dealer, the
    running roulette, or a test's number in binary.
    """
    return Indicators(
        ready_lamp=table.lamps and (extras.testing or _is_ready(table)),
        dealer_lamps=_dealer_lamps(table) if table.lamps else _seats(None),
        display=display(table, extras),
        buzzer=BuzzerPattern.SILENT if table.muted else extras.sound,
    )


def display(table: Snapshot, extras: Extras) -> str:
    """Return what the digits show: the most urgent of ``CODES``."""
    if table.faults:
        return _fault_code(table.faults[0])
    if table.test is not None:
        return f"t {table.test}" if not extras.seen else f"{table.test} {extras.seen}"
    if table.roulette is not None:
        return "-" * DIGITS
    if extras.waiting is not None:
        return f"P{extras.waiting}"
    if table.hand.state == "running" and table.dice.faces is not None:
        return "-".join(map(str, table.dice.faces))
    if table.locked:
        return "LOC"
    if table.surface == Surface.OPEN.value:
        return "OPEN"
    return "CLOS" if table.stowed else str(table.program.next)


def _fault_code(fault: FaultView) -> str:
    """Return a fault's code, and the number of the step to be done from the second one on."""
    step = next((step.n for step in fault.steps if step.state == "waiting"), 1)
    return fault.code if step == 1 else f"{fault.code} {step}"


def _is_ready(table: Snapshot) -> bool:
    still = table.surface in (Surface.READY.value, Surface.WALLS_UP.value, Surface.PLAY.value)
    loaded = table.load in (Load.EMPTY.value, Load.COMPLETE.value)
    return still and loaded and not table.faults and not table.rest_s


def _dealer_lamps(table: Snapshot) -> tuple[bool, bool, bool, bool]:
    if table.test is not None:
        return lamps_of_number(table.test)
    return _seats(table.dealer if table.roulette is None else table.roulette)


def _seats(lit: int | None) -> tuple[bool, bool, bool, bool]:
    east, south, west, north = (side == lit for side in LANES)
    return east, south, west, north
