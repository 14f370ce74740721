"""The infrared remote: a receiver's bytes in, command words out. It translates and decides nothing.

Bytes → pulses → frames → presses → key map. Whether a command is allowed now, and what a hold
means, is the core's business; here one press is one word, and repeats speak only for keys that the
key map lists as held. Pure: time is the sum of what the receiver reports.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from ir_codes.errors import BadKeyMap
from ir_codes.frames import Reason, Rejected
from ir_codes.keymap import Key, KeyMap, parse_key_map
from ir_codes.presses import Event, Pressed, Released, Repeated
from ir_codes.pulses import AutoParser, PulseParser
from ir_codes.stream import PressStream

LONGEST_HOLD_S = 10.0
"""A key that stays down longer lies under a cushion; it says nothing more until released."""

Emit = Callable[[str, tuple[str, ...], float], None]
"""Takes a command word, its argument tokens, and for how many seconds the key has been held."""

SHIPPED_MAPS = ("21-key", "44-key")


class RemoteInput:
    """One receiver's bytes in, command words out to ``emit``."""

    def __init__(
        self,
        key_map: KeyMap,
        emit: Emit,
        on_released: Callable[[str, tuple[str, ...], float], None] | None = None,
        parser: Callable[[], PulseParser] = AutoParser,
    ) -> None:
        self._key_map = key_map
        self._emit = emit
        self._on_released = on_released
        self._new_parser = parser
        self._parser = parser()
        self._stream = PressStream()
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
        self._stream = PressStream()

    def _say(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Rejected(reason=reason):
                    self._counts[reason] += 1
                case Pressed(frame=frame):
                    key = self._key_map.find(frame)
                    if key is None:
                        self._counts[Reason.UNPAIRED] += 1
                    else:
                        self._emit(key.word, key.arguments, 0.0)
                case Repeated(frame=frame, held_us=held_us):
                    self._hold(self._key_map.find(frame), held_us / 1e6)
                case Released(frame=frame, held_us=held_us):
                    key = self._key_map.find(frame)
                    if key is not None and self._on_released is not None:
                        self._on_released(key.word, key.arguments, held_us / 1e6)

    def _hold(self, key: Key | None, held_s: float) -> None:
        if key is not None and key.may_hold and held_s <= LONGEST_HOLD_S:
            self._emit(key.word, key.arguments, held_s)


def shipped_map_text(name: str) -> str:
    """Return the text of a key map that comes with the program: one of ``SHIPPED_MAPS``."""
    return (files("ir_codes") / "maps" / f"{name}.toml").read_text(encoding="utf-8")


def load_key_map(name_or_path: str) -> KeyMap:
    """Return a shipped key map by its name, or one from a file.

    Raises:
        BadKeyMap: it cannot be read or used; the text names the file and the line.
    """
    if name_or_path in SHIPPED_MAPS:
        return parse_key_map(shipped_map_text(name_or_path))
    try:
        return parse_key_map(Path(name_or_path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadKeyMap(f"key map {name_or_path}: no UTF-8 text") from None
    except OSError as error:
        shipped = " or ".join(SHIPPED_MAPS)
        raise BadKeyMap(
            f"key map {name_or_path}: {error.strerror}; give a file, or a shipped map: {shipped}"
        ) from None
    except BadKeyMap as error:
        raise BadKeyMap(f"key map {name_or_path}: {error}") from None
