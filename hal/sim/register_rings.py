"""The board's event and tile rings, written as things happen."""

from collections.abc import Callable

from hal.events import (
    BoardEvent,
    DiceSettled,
    InputChanged,
    LinkChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
    StackMade,
    TilePassed,
    TileRead,
)
from hal.ids import EYES, LANES
from hal.line import registers as reg
from hal.line.commands import WORD
from hal.line.reasons import Reason

Words = tuple[int, ...]
OUTCOMES = {outcome: reg.Outcome[outcome.name] for outcome in Outcome}


class RingMemory:
    """A ring of entries of which each begins with its number."""

    __slots__ = ("_entries", "head")

    def __init__(self, entries: int, entry_words: int) -> None:
        self._entries: list[Words] = [(0,) * entry_words] * entries
        self.head = 0

    def put(self, *rest: int) -> None:
        """Write the next entry over the oldest."""
        self.head = self.head + 1 & WORD
        self._entries[self.head % len(self._entries)] = (self.head, *rest)

    def words(self) -> Words:
        """Return all entries in their places."""
        return tuple(word for entry in self._entries for word in entry)


class EventRecorder:
    """Write events into the rings, with the board's time."""

    __slots__ = ("_refusal", "_uptime_ms", "edges", "events", "tiles")

    def __init__(self, uptime_ms: Callable[[], int]) -> None:
        self._uptime_ms = uptime_ms
        self.events = RingMemory(reg.Events.ENTRIES, reg.Events.ENTRY_WORDS)
        self.tiles = RingMemory(reg.Tiles.ENTRIES, reg.Tiles.ENTRY_WORDS)
        self.edges = [0] * len(LANES)
        self._refusal: reg.Why | None = None

    def record(self, event: BoardEvent, line_seq: Callable[[int], int]) -> reg.Why | None:
        """Write an event; return why all outputs were dropped, if that is what it tells."""
        match event:
            case InputChanged(_, input_, level):
                if input_ in EYES:
                    self.edges[input_ - EYES[0]] += 1
                self._put(reg.EventKind.INPUT_CHANGED, input_, int(level))
            case TilePassed(_, lane, count, pulse_ms):
                self._put(reg.EventKind.TILE_PASSED, lane, count, min(pulse_ms, WORD))
            case StackMade(_, lane, made):
                self._put(reg.EventKind.STACK_MADE, lane, made)
            case MotionEnded(_, seq, actuator, outcome, why):
                self._put_end(line_seq(seq), actuator, outcome, why)
            case DiceSettled(_, faces):
                first, second = faces or (0, 0)
                self._put(reg.EventKind.DICE_SETTLED, 0, first << 8 | second)
            case OutputsDropped(_, why):
                code = _code(why)[0]
                self._put(reg.EventKind.OUTPUTS_DROPPED, code, 0)
                return code
            case TileRead():
                self._put_tile(event)
            case LinkChanged():
                raise TypeError("a board does not tell of its own link")
        return None

    def take_refusal(self) -> reg.Why | None:
        """Return why a motion has been refused since this was last asked."""
        refusal, self._refusal = self._refusal, None
        return refusal

    def _put(self, kind: int, source: int, value: int, detail: int = 0) -> None:
        ms = self._uptime_ms()
        self.events.put(ms >> 16 & WORD, ms & WORD, kind << 8 | source, value, detail)

    def _put_end(self, seq: int, actuator: int, outcome: Outcome, why: str) -> None:
        code, argument = _code(why)
        if outcome is Outcome.REFUSED:
            self._refusal = code
        detail = OUTCOMES[outcome] << 13 | code << 8 | argument
        self._put(reg.EventKind.MOTION_ENDED, actuator, seq, detail)

    def _put_tile(self, event: TileRead) -> None:
        flags = reg.TileFlag.NO_READ if event.tile_id is None else 0
        tile_id = event.tile_id or 0
        self.tiles.put(
            self._uptime_ms() & WORD,
            min(event.reads, 0xFF) << 8 | event.lane << 4 | flags,
            *(tile_id >> shift & WORD for shift in (48, 32, 16, 0)),
        )


def _code(why: str) -> tuple[reg.Why, int]:
    return (why.code, why.argument) if isinstance(why, Reason) else (reg.Why.NONE, 0)
