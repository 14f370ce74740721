"""From pulses to presses in one step: a decoder and its presses, on one time line."""

from collections.abc import Iterable

from ir_codes.frames import Decoder
from ir_codes.keymap import KeyMap
from ir_codes.nec import NecDecoder
from ir_codes.presses import Event, Presses
from ir_codes.pulses import Kind, Pulse
from ir_codes.readers import readers_for

ENDLESS_US = 1 << 40
"""More silence than any press outlives."""


class PressStream:
    """Pulses in, presses out; constant memory."""

    __slots__ = ("_decoder", "_presses")

    def __init__(self, decoder: Decoder | None = None) -> None:
        self._decoder: Decoder = decoder or NecDecoder()
        self._presses = Presses()

    def feed(self, pulses: Iterable[Pulse]) -> list[Event]:
        """Take pulses; return what they settle, in order. Lost words end the press."""
        events: list[Event] = []
        for kind, us in pulses:
            for result in self._decoder.feed(kind, us):
                events += self._presses.feed(result)
            if kind is Kind.OVERFLOW:
                events += self._presses.end(self._decoder.known_until_us)
        return events + self._presses.advance(self._decoder.known_until_us)

    def idle(self, us: int) -> list[Event]:
        """Judge as if ``us`` of silence followed now; return what that settles.

        The stream's own time does not move: a space that tells of the same silence may follow.
        """
        events: list[Event] = []
        for result in self._decoder.idle(us):
            events += self._presses.feed(result)
        return events + self._presses.advance(self._decoder.known_until_us + us)

    def close(self) -> list[Event]:
        """Take the end of the stream, which is silence for good."""
        return self.idle(ENDLESS_US)


def paired_stream(key_map: KeyMap) -> PressStream:
    """Return a stream that reads the protocols of a key map, and damaged frames as its keys."""
    return PressStream(NecDecoder(key_map.frames(), readers_for(key_map.protocols())))
