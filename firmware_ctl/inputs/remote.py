"""The infrared remote: a receiver's bytes in, command words out. It translates and decides nothing.

Bytes → pulses → frames → presses → key map → guard. Whether a command is allowed now, and what a
hold means, is the core's business; here one press is one word, and repeats speak only for keys that
the key map lists as held. Pure: time is the sum of what the receiver reports.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from firmware_ctl.inputs.remote_guard import Guard
from firmware_ctl.inputs.remote_maps import SHIPPED_MAPS, load_key_map, shipped_map_text
from ir_codes.frames import Frame, Reason, Rejected
from ir_codes.keymap import Key, KeyMap
from ir_codes.presses import Event, Pressed, Released, Repeated
from ir_codes.pulses import AutoParser, PulseParser
from ir_codes.scancodes import code_of
from ir_codes.stream import paired_stream

__all__ = ["LONGEST_HOLD_S", "SHIPPED_MAPS", "RemoteInput", "load_key_map", "shipped_map_text"]

LONGEST_HOLD_S = 10.0
"""A key that stays down longer lies under a cushion; it says nothing more until released."""

Emit = Callable[[str, tuple[str, ...], float], None]
"""Takes a command word, its argument tokens, and for how many seconds the key has been held."""


class RemoteInput:
    """One receiver's bytes in, command words out to ``emit``."""

    def __init__(
        self,
        key_map: KeyMap,
        emit: Emit,
        on_released: Emit | None = None,
        parser: Callable[[], PulseParser] = AutoParser,
        guard: Guard | None = None,
    ) -> None:
        self._key_map = key_map
        self._emit = emit
        self._on_released = on_released
        self._new_parser = parser
        self._guard = guard or Guard()
        self._parser = parser()
        self._stream = paired_stream(key_map)
        self._began_s = 0.0  # of this stream, on the guard's clock
        self._last_s = 0.0
        self._living: Key | None = None  # of the press under way, if it was admitted
        self._counts: Counter[Reason] = Counter()

    @property
    def refused(self) -> Mapping[Reason, int]:
        """Return how many signals gave no word, by reason; many ``unpaired`` are an alarm."""
        return self._counts

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the receiver, in chunks of any size; never raises."""
        self._say(self._stream.feed(self._parser.feed(data)))

    def idle(self, us: int) -> None:
        """Judge as if the receiver had been silent for ``us`` since its last byte.

        A kernel that reports no timeout leaves a frame or a release hanging until the next light;
        whoever has a clock calls this. It moves no time: the silence may still be reported.
        """
        self._say(self._stream.idle(us))

    def reset(self) -> None:
        """Forget what was half received: the receiver was lost or found again."""
        self._say(self._stream.close())
        self._parser = self._new_parser()
        self._stream = paired_stream(self._key_map)
        self._began_s = self._last_s

    def _say(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Rejected(reason=reason, at_us=at_us):
                    self._counts[reason] += 1
                    self._guard.log("no frame", reason, self._time(at_us))
                case Pressed(frame=frame):
                    self._press(frame)
                case Repeated(held_us=held_us):
                    self._hold(held_us / 1e6)
                case Released(held_us=held_us):
                    self._release(held_us / 1e6)

    def _press(self, frame: Frame) -> None:
        key = self._key_map.find(frame)
        at_s = self._time(frame.at_us)
        what = str(code_of(frame))
        self._living = None
        if key is None:
            self._counts[Reason.UNPAIRED] += 1
            self._guard.stranger(what, at_s)
        elif self._guard.admit(f"{what} {key.text}", key.word, at_s):
            self._living = key
            self._emit(key.word, key.arguments, 0.0)

    def _hold(self, held_s: float) -> None:
        key = self._living
        if key is not None and key.may_hold and held_s <= LONGEST_HOLD_S:
            self._emit(key.word, key.arguments, held_s)

    def _release(self, held_s: float) -> None:
        key, self._living = self._living, None
        if key is not None and self._on_released is not None:
            self._on_released(key.word, key.arguments, held_s)

    def _time(self, at_us: int) -> float:
        self._last_s = self._began_s + at_us / 1e6
        return self._last_s
