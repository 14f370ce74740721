"""Follow the board's two rings, events and tile readings, without losing or repeating an entry.

The board keeps the newest entries; reading takes nothing away. What has been told is the host's own
tail. A reply is only taken if its entries carry the numbers that were asked for, so it needs no
nonce.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hal.events import (
    BoardEvent,
    DiceSettled,
    InputChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
    StackMade,
    TilePassed,
    TileRead,
)
from hal.ids import Actuator, Input
from hal.line import reasons
from hal.line import registers as reg
from hal.line.commands import WORD
from hal.motions import Motion

Entry = tuple[int, ...]

MOST_EVENTS = 8
MOST_TILES = 3
"""Entries of one read. No two reads of the rings have equal lengths, nor that of another block."""

OUTCOMES = {
    reg.Outcome.REACHED: Outcome.REACHED,
    reg.Outcome.STOPPED: Outcome.STOPPED,
    reg.Outcome.TIME_LIMIT: Outcome.TIME_LIMIT,
    reg.Outcome.STALLED: Outcome.STALLED,
    reg.Outcome.REFUSED: Outcome.REFUSED,
    reg.Outcome.JAMMED: Outcome.JAMMED,
}


@dataclass(frozen=True, slots=True)
class RingRead:
    """A read of ``count`` entries, of which the first has the number ``first``."""

    address: int
    words: int
    first: int
    entry_words: int

    def entries(self, words: tuple[int, ...]) -> list[Entry] | None:
        """Return the entries of a reply, or ``None`` if it is not the reply to this read."""
        size = self.entry_words
        if len(words) != self.words:
            return None
        found = [words[at : at + size] for at in range(0, len(words), size)]
        for number, entry in enumerate(found, self.first):
            if entry[0] != number & WORD:
                return None
        return found


class Ring:
    """One ring and the host's place in it."""

    __slots__ = ("_address", "_entries", "_entry_words", "_most", "head", "lost", "tail")

    def __init__(self, address: int, entries: int, entry_words: int, most: int) -> None:
        self._address, self._entries, self._entry_words = address, entries, entry_words
        self._most = most
        self.head = self.tail = 0
        self.lost = 0

    def start_at(self, head: int) -> None:
        """Begin behind everything that the ring holds."""
        self.head = self.tail = head

    @property
    def waiting(self) -> int:
        """Return how many entries are not yet read."""
        return self.head - self.tail & WORD

    def heard(self, head: int) -> None:
        """Take the newest number from a status; what was overwritten unread counts as lost."""
        self.head = head
        overrun = self.waiting - self._entries
        if overrun > 0:
            self.lost += overrun
            self.tail = self.tail + overrun & WORD

    def next_read(self) -> RingRead:
        """Return the read of the oldest entries that wait; they stand in one piece."""
        first = self.tail + 1 & WORD
        slot = first % self._entries
        count = min(self.waiting, self._most, self._entries - slot)
        address = self._address + slot * self._entry_words
        return RingRead(address, count * self._entry_words, first, self._entry_words)

    def took(self, entries: int) -> None:
        """Move on behind entries that were read."""
        self.tail = self.tail + entries & WORD


def event_ring() -> Ring:
    """Return the ring of events."""
    block = reg.Events
    return Ring(block.ADDRESS, block.ENTRIES, block.ENTRY_WORDS, MOST_EVENTS)


def tile_ring() -> Ring:
    """Return the ring of tile readings."""
    block = reg.Tiles
    return Ring(block.ADDRESS, block.ENTRIES, block.ENTRY_WORDS, MOST_TILES)


FindMotion = Callable[[int], tuple[int, Motion | None]]
"""Give the host's sequence number and motion for a number on the line."""


def read_event(entry: Entry, at: float, find: FindMotion) -> BoardEvent | None:
    """Return what an entry tells, or ``None`` for a kind that a newer board has."""
    kind, source = divmod(entry[reg.Events.KIND_SOURCE], 256)
    value, detail = entry[reg.Events.VALUE], entry[reg.Events.DETAIL]
    try:
        return _read_event(kind, source, value, detail, at, find)
    except (KeyError, ValueError):
        return None


def _read_event(
    kind: int, source: int, value: int, detail: int, at: float, find: FindMotion
) -> BoardEvent | None:
    match kind:
        case reg.EventKind.INPUT_CHANGED:
            return InputChanged(at, Input(source), bool(value))
        case reg.EventKind.TILE_PASSED:
            return TilePassed(at, source, value, detail)
        case reg.EventKind.STACK_MADE:
            return StackMade(at, source, value)
        case reg.EventKind.MOTION_ENDED:
            seq, motion = find(value)
            outcome = OUTCOMES[reg.Outcome(detail >> 13)]
            why = reasons.told(detail >> 8 & 0x1F, detail & 0xFF, motion)
            return MotionEnded(at, seq, Actuator(source), outcome, why)
        case reg.EventKind.DICE_SETTLED:
            return DiceSettled(at, (value >> 8, value & 0xFF) if value else None)
        case reg.EventKind.OUTPUTS_DROPPED:
            return OutputsDropped(at, reasons.told(source, 0))
    return None


def event_ms(entry: Entry) -> int:
    """Return the board's time of an event entry, 32 bits of ms."""
    return entry[reg.Events.MS] << 16 | entry[reg.Events.MS + 1]


def read_tile(entry: Entry, at: float) -> TileRead:
    """Return what a tile reading tells."""
    reading = entry[reg.Tiles.READING]
    flags = reg.TileFlag(reading & 0xF)
    tile_id = 0
    for word in entry[reg.Tiles.TILE_ID :]:
        tile_id = tile_id << 16 | word
    return TileRead(at, reading >> 4 & 0xF, None if flags else tile_id, reading >> 8)
