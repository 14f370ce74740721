"""A Modbus master that knows the board only by the register map's page, in the board's own time."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from hal.ids import CAMS_HOME, PUSHERS_HOME, TRAYS_DOWN, Input
from hal.line import registers as reg
from tests.support.board_process import BoardProcess, Drives

STEP_US = 1000
PATIENCE_US = 100_000
NO_INPUT = 0x00FF
HEARTBEAT_US = 100_000

CAMS_DOWN = (40, 41, 42, 43)
HEADS = (44, 45, 46, 47)
"""Inputs that only the board has: a cam between one tile's thickness down and its push, tiles in a
lane's head."""

AT_REST = (
    Input.TOP_CLOSED, Input.HATCH_CLOSED, Input.ESTOP_RELEASED, Input.DOME_DOWN,
    *CAMS_HOME, *PUSHERS_HOME, *TRAYS_DOWN,
)  # fmt: skip
"""Inputs that are on at a table that stands still and is safe."""


def crc16(data: bytes) -> bytes:
    """Return the two bytes that end a frame."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return struct.pack("<H", crc)


def framed(data: bytes) -> bytes:
    """Return a frame with its CRC."""
    return data + crc16(data)


def guarded(nonce: int, words: Sequence[int]) -> list[int]:
    """Return a command block: nonce, guard, contents."""
    total = 0
    for word in words:
        total = (((total << 1) | (total >> 15)) + word) % 0x10000
    return [nonce, (nonce ^ total) ^ 0xFFFF, *words]


class ModbusException(Exception):
    """The board refused a request."""

    def __init__(self, code: int) -> None:
        super().__init__(f"exception {code}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of the event ring."""

    seq: int
    ms: int
    kind: int
    source: int
    value: int
    detail: int

    @property
    def outcome(self) -> int:
        return self.detail >> 13

    @property
    def why(self) -> int:
        return self.detail >> 8 & 0x1F

    @property
    def argument(self) -> int:
        return self.detail & 0xFF


def _whole(reply: bytes) -> int:
    """Return how long a reply is that begins so."""
    match reply[1]:
        case function if function & 0x80:
            return 5
        case 3 | 4 | 23:
            return 5 + reply[2]
        case 6 | 16:
            return 8
        case _:
            at = 8
            for _ in range(reply[7] if len(reply) > 7 else 0):
                at += 2 + (reply[at + 1] if len(reply) > at + 1 else 0)
            return at + 2


class Examiner:
    """A board under test and its master. ``wait`` passes time and keeps an armed board alive."""

    def __init__(self, board: BoardProcess) -> None:
        self.board = board
        self.drives: Drives
        self.nonce = self.seq = self.heartbeat = 0
        self.inputs = 0
        self.armed = False
        self._tail = self._alive_us = 0

    # Inputs and time.

    def on(self, *inputs: int) -> None:
        """Switch inputs on."""
        for input_ in inputs:
            self.inputs |= 1 << input_
        self.board.set_inputs(self.inputs)

    def off(self, *inputs: int) -> None:
        """Switch inputs off."""
        for input_ in inputs:
            self.inputs &= ~(1 << input_)
        self.board.set_inputs(self.inputs)

    def run(self, ms: int) -> Drives:
        """Let time pass without a word on the line."""
        return self._pass(ms * STEP_US)

    def _pass(self, us: int) -> Drives:
        self.drives = self.board.run(us)
        return self.drives

    def wait(self, ms: int) -> Drives:
        """Let time pass; an armed board is kept alive."""
        end_us = self.drives.now_us + ms * STEP_US
        while self.drives.now_us < end_us:
            if self.armed and self.drives.now_us >= self._alive_us + HEARTBEAT_US:
                self.keep_alive()
            self._pass(max(1, min(end_us - self.drives.now_us, HEARTBEAT_US)))
        return self.drives

    # Frames.

    def exchange(self, request: bytes) -> bytes:
        """Send a request and return the reply without address and CRC.

        Raises:
            ModbusException: the board refused it.
            TimeoutError: there is no whole reply.
        """
        self.board.say(framed(request))
        reply = b""
        for _ in range(0, PATIENCE_US, STEP_US):
            reply += self.run(1).sent
            if len(reply) > 3 and len(reply) >= _whole(reply):
                assert reply.endswith(crc16(reply[:-2])), f"a broken reply: {reply.hex()}"
                if reply[1] & 0x80:
                    raise ModbusException(reply[2])
                return reply[1:-2]
        raise TimeoutError(f"no reply to {request.hex()}, only {reply.hex()!r}")

    def read(self, address: int, count: int, function: int = 4) -> list[int]:
        """Read words."""
        body = self.exchange(struct.pack(">BBHH", reg.UNIT, function, address, count))[2:]
        return list(struct.unpack(f">{count}H", body))

    def write(self, address: int, words: Sequence[int]) -> None:
        """Write words with FC 16."""
        head = struct.pack(">BBHHB", reg.UNIT, 16, address, len(words), 2 * len(words))
        self.exchange(head + struct.pack(f">{len(words)}H", *words))

    def write_and_read(self, address: int, words: Sequence[int]) -> list[int]:
        """Write words and read the whole status, with FC 23."""
        head = struct.pack(
            ">BBHHHHB", reg.UNIT, 23, reg.Status.ADDRESS, reg.Status.WORDS,
            address, len(words), 2 * len(words),
        )  # fmt: skip
        body = self.exchange(head + struct.pack(f">{len(words)}H", *words))[2:]
        return list(struct.unpack(f">{reg.Status.WORDS}H", body))

    # The map.

    def command(self, address: int, words: Sequence[int]) -> list[int]:
        """Write a command block with the next nonce; return the status."""
        self.nonce = self.nonce % 0xFFFF + 1
        return self.write_and_read(address, guarded(self.nonce, words))

    def cycle(self, flags: int, outputs: int = 0) -> list[int]:
        """Write the cycle command; return the status."""
        words = (flags, outputs >> 16, outputs & 0xFFFF, self.heartbeat)
        return self.command(reg.Cycle.ADDRESS, words)

    def keep_alive(self) -> list[int]:
        """Say that the host is alive; return the status."""
        self._live()
        return self.cycle(reg.CycleFlag.ARM)

    def _live(self) -> None:
        self.heartbeat = (self.heartbeat + 1) % 0x10000
        self._alive_us = self.drives.now_us

    def arm(self) -> list[int]:
        """Clear latched faults and arm; return the status."""
        self._live()
        status = self.cycle(reg.CycleFlag.ARM | reg.CycleFlag.CLEAR)
        self.armed = status[reg.Status.STATE] == reg.State.ARMED
        return status

    def motion(
        self,
        actuator: int,
        verb: int,
        limit_ms: int = 0,
        *,
        until: int | None = None,
        level: bool = True,
        amount: int = 0,
        seq: int | None = None,
    ) -> list[int]:
        """Send a motion, with a new number unless one is given; return the status."""
        if seq is None:
            self.seq = seq = self.seq + 1
        stop_on = NO_INPUT if until is None else int(level) << 8 | until
        words = (seq, actuator, verb, 1000, 0, amount, stop_on, limit_ms >> 16, limit_ms & 0xFFFF)
        return self.command(reg.Mailbox.ADDRESS, words)

    def status(self) -> list[int]:
        """Read the status block."""
        return self.read(reg.Status.ADDRESS, reg.Status.WORDS)

    def events(self) -> list[Event]:
        """Return the events since the last call."""
        head = self.status()[reg.Status.EVENT_HEAD]
        events = [self._event(seq) for seq in range(self._tail + 1, head + 1)]
        self._tail = head
        return events

    def _event(self, seq: int) -> Event:
        address = reg.Events.ADDRESS + seq % reg.Events.ENTRIES * reg.Events.ENTRY_WORDS
        words = self.read(address, reg.Events.ENTRY_WORDS)
        high, low, kind_source, value, detail = words[1:]
        return Event(
            words[0], high << 16 | low, kind_source >> 8, kind_source & 0xFF, value, detail
        )

    def ends(self) -> list[tuple[int, int, int]]:
        """Return seq, outcome and reason of the motions that ended since the last call."""
        return [
            (event.value, event.outcome, event.why)
            for event in self.events()
            if event.kind == reg.EventKind.MOTION_ENDED
        ]
