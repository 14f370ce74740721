"""Find whole frames in a stream of bytes, whatever stands between them.

A frame's length follows from its first bytes, so nothing here waits for silence. At every byte a
frame may begin; the first that is complete and whose CRC fits is taken, and what lies before it is
thrown away. A frame that is never completed is passed over as soon as a later one is.
"""

from collections.abc import Callable

from hal.modbus.crc import is_sealed
from hal.modbus.messages import Function
from hal.modbus.wire import EXCEPTION

LONGEST_FRAME = 256
KEPT = 2 * LONGEST_FRAME
"""Bytes that are kept while they may still become a frame."""


UNKNOWN = -1
"""No frame begins here."""

MORE = 0
"""Too few bytes to tell."""


class FrameStream:
    """Split a stream by a rule that tells a frame's length from a place in the buffer."""

    __slots__ = ("_buffer", "_in_step", "_length", "_unit", "crc_errors", "dropped_bytes")

    def __init__(self, unit: int, length: Callable[[bytearray, int], int]) -> None:
        self._unit = unit
        self._length = length
        self._buffer = bytearray()
        self._in_step = True
        self.crc_errors = 0
        self.dropped_bytes = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes and return the frames for this unit that they complete, in order."""
        self._buffer += data
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    def _next(self) -> bytes | None:
        """Take the first frame out; with none, keep only what may still become one."""
        buffer = self._buffer
        unfinished = -1
        start = buffer.find(self._unit)
        while start >= 0:
            length = self._length(buffer, start)
            if length == MORE or (length > 0 and start + length > len(buffer)):
                unfinished = start if unfinished < 0 else unfinished
            elif length > 0:
                frame = bytes(buffer[start : start + length])
                if is_sealed(frame):
                    self._drop(start)
                    del buffer[:length]
                    self._in_step = True
                    return frame
                if unfinished < 0:
                    self._count_error()
            start = buffer.find(self._unit, start + 1)
        self._drop(len(buffer) if unfinished < 0 else unfinished)
        self._drop(max(0, len(buffer) - KEPT))
        return None

    def _count_error(self) -> None:
        """Count one error for a stretch without a frame, however often it looks like one."""
        self.crc_errors += self._in_step
        self._in_step = False

    def _drop(self, count: int) -> None:
        self.dropped_bytes += count
        del self._buffer[:count]

    def clear(self) -> bytes:
        """Throw away and return what is no whole frame: silence has ended it."""
        left = bytes(self._buffer)
        self._drop(len(left))
        self._in_step = True
        return left


_BIT_REPLIES = (Function.READ_COILS, Function.READ_INPUTS)
_SHORT_REPLIES = (Function.WRITE_COIL, Function.WRITE_ONE, Function.WRITE_MANY)
_COUNTED_REPLIES = (Function.READ_HOLDING, Function.READ_INPUT, Function.READ_WRITE)


def _reply_length(buffer: bytearray, start: int) -> int:
    left = len(buffer) - start
    if left < 3:
        return MORE
    function, count = buffer[start + 1], buffer[start + 2]
    if function in _COUNTED_REPLIES:
        return 5 + count if count and count % 2 == 0 and count <= 250 else UNKNOWN
    if function in _BIT_REPLIES:
        return 5 + count if 0 < count <= 250 else UNKNOWN
    if function in _SHORT_REPLIES:
        return 8
    if function == Function.ENCAPSULATED:
        return _identification_length(buffer, start)
    return 5 if function & EXCEPTION and count <= 11 else UNKNOWN


def _identification_length(buffer: bytearray, start: int) -> int:
    left = len(buffer) - start
    if left < 8:
        return MORE
    length = 8
    for _ in range(buffer[start + 7]):
        if left < length + 2:
            return MORE
        length += 2 + buffer[start + length + 1]
    return length + 2 if length + 2 <= LONGEST_FRAME else UNKNOWN


_FIXED_REQUESTS: dict[int, int] = {
    **dict.fromkeys((1, 2, 3, 4, 5, 6), 8),
    **dict.fromkeys((7, 11, 12, 17), 4),
    22: 10,
    Function.ENCAPSULATED: 7,
}
"""Frame lengths by function code, also of functions that are only answered with an exception."""

_COUNTED_REQUESTS: dict[int, int] = {15: 6, Function.WRITE_MANY: 6, Function.READ_WRITE: 10}
"""Where the byte count stands."""


def _request_length(buffer: bytearray, start: int) -> int:
    left = len(buffer) - start
    if left < 2:
        return MORE
    function = buffer[start + 1]
    if function in _FIXED_REQUESTS:
        return _FIXED_REQUESTS[function]
    place = _COUNTED_REQUESTS.get(function)
    if place is None or left <= place:
        return MORE  # a strange function's frame ends by silence
    return place + 3 + buffer[start + place]


class ReplyStream(FrameStream):
    """Replies from one unit, for a master."""

    __slots__ = ()

    def __init__(self, unit: int) -> None:
        super().__init__(unit, _reply_length)


class RequestStream(FrameStream):
    """Requests to one unit, for a server."""

    __slots__ = ()

    def __init__(self, unit: int) -> None:
        super().__init__(unit, _request_length)
