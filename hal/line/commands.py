"""Write the command blocks: nonce, guard, contents (docs/reference/register-map.md, Commands)."""

from collections.abc import Sequence
from dataclasses import dataclass

from hal.board import BuzzerPattern, Indicators
from hal.ids import STACKERS, Actuator, Direction
from hal.line.registers import Buzzer, Cycle, CycleFlag, Display, LevelOutput, Mailbox, Verb
from hal.motions import Into, Motion, Run, Singles, SpinDice, Stack, Stop

WORD = 0xFFFF
HALF = 1 << 15
FULL_SPEED = 1000
NO_INPUT = 0x00FF
DISPLAY_CHARACTERS = 8

_DEALER_LAMPS = (
    LevelOutput.DEALER_0, LevelOutput.DEALER_1, LevelOutput.DEALER_2, LevelOutput.DEALER_3,
)  # fmt: skip

Write = tuple[int, tuple[int, ...]]
"""An address and the words that belong there."""


def guard_of(nonce: int, contents: Sequence[int]) -> int:
    """Return a command block's guard, which also sees words that moved."""
    total = 0
    for word in contents:
        total = ((total << 1 | total >> 15) + word) & WORD
    return ~(nonce ^ total) & WORD


def is_newer(number: int, than: int) -> bool:
    """Tell whether a wrapping 16-bit number comes after another (RFC 1982)."""
    return 0 < (number - than & WORD) < HALF


def _guarded(address: int, nonce: int, contents: tuple[int, ...]) -> Write:
    return address, (nonce, guard_of(nonce, contents), *contents)


def _long(value: int) -> tuple[int, int]:
    return value >> 16 & WORD, value & WORD


@dataclass(frozen=True, slots=True)
class CycleState:
    """The absolute state that a cycle command carries."""

    flags: CycleFlag
    outputs: LevelOutput
    heartbeat: int

    def write(self, nonce: int) -> Write:
        """Return the block."""
        return _guarded(Cycle.ADDRESS, nonce, (self.flags, *_long(self.outputs), self.heartbeat))


@dataclass(frozen=True, slots=True)
class MailboxCommand:
    """A motion with its number on the line."""

    seq: int
    motion: Motion

    def write(self, nonce: int) -> Write:
        """Return the block."""
        return _guarded(Mailbox.ADDRESS, nonce, (self.seq, *_motion_words(self.motion)))


def occupied(motion: Motion) -> Actuator:
    """Return the actuator that a motion occupies, and by which its end is told."""
    if isinstance(motion, Stack | Singles):
        return STACKERS[motion.lane]
    return Actuator.DICE_CUP if isinstance(motion, SpinDice) else motion.actuator


def _motion_words(motion: Motion) -> tuple[int, ...]:
    amount, stop_on, limit_ms = 0, NO_INPUT, 0
    match motion:
        case Stop():
            verb = Verb.STOP
        case Run(_, direction, limit_ms, until, level):
            verb = Verb.FORWARD if direction is Direction.FORWARD else Verb.REVERSE
            stop_on = NO_INPUT if until is None else int(level) << 8 | until
        case SpinDice(limit_ms):
            verb = Verb.SPIN_DICE
        case Stack(_, amount, limit_ms):
            verb = Verb.STACK
        case Singles(_, amount, into, limit_ms):
            verb = Verb.SINGLES_TO_HAND if into is Into.HAND else Verb.SINGLES_TO_ROW
    head = (occupied(motion), verb, FULL_SPEED)
    return (*head, *_long(amount), stop_on, *_long(limit_ms))


def lamps_of(indicators: Indicators) -> LevelOutput:
    """Return the level outputs that show a panel's lamps."""
    outputs = LevelOutput.READY_LAMP if indicators.ready_lamp else LevelOutput(0)
    for lit, lamp in zip(indicators.dealer_lamps, _DEALER_LAMPS, strict=True):
        outputs |= lamp if lit else 0
    return outputs


@dataclass(frozen=True, slots=True)
class DisplayState:
    """What digits and buzzer show; what does not fit or is no ASCII is left out."""

    text: str
    buzzer: BuzzerPattern

    def write(self, nonce: int) -> Write:
        """Return the block."""
        shown = self.text.encode("ascii", "replace")[:DISPLAY_CHARACTERS]
        shown = shown.ljust(DISPLAY_CHARACTERS, b"\0")
        words = tuple(shown[at] << 8 | shown[at + 1] for at in range(0, DISPLAY_CHARACTERS, 2))
        return _guarded(Display.ADDRESS, nonce, (*words, Buzzer[self.buzzer.name]))
