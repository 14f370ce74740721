"""The master's side of the line: one request under way, fresh nonces, one deadline. No I/O.

Modbus RTU has no transaction number. So every command carries a nonce that the reply echoes; a
reply with another nonce is dropped and the wait goes on. Emptying buffers or retrying at once would
instead keep the replies one behind. A request that is not answered in time is chosen anew: what has
become more urgent goes first, the rest is said again with the same sequence number.
"""

from collections.abc import Callable

from hal.line.commands import WORD
from hal.line.exchanges import Exchange
from hal.modbus import ExceptionReply, ModbusError, ReplyStream, decode_reply, encode_request

RESEND_S = 0.05
"""A request is said again after so long without its reply."""

LONGEST_RESEND_S = 0.25
"""On a line that is slower than that, the wait grows up to this."""

LOST_AFTER_S = 0.5
"""No valid reply for so long, while one is waited for, means that the link is lost."""

NONCE_LEAP = 0x0100
"""A new connection leaves so many nonces out, so that no reply to an earlier one fits."""

Choose = Callable[[float], Exchange | None]
Send = Callable[[bytes], None]


class Counters:
    """What the line has been like since it was opened."""

    __slots__ = ("dropped", "exceptions", "exchanges", "heard_bytes", "resends", "sent")

    def __init__(self) -> None:
        self.sent = self.exchanges = self.resends = self.dropped = self.exceptions = 0
        self.heard_bytes = 0


class Master:
    """Say one thing after the other; ``choose`` is asked for the next whenever the line is free."""

    def __init__(self, unit: int, choose: Choose, send: Send) -> None:
        self._unit = unit
        self._choose = choose
        self._send = send
        self._stream = ReplyStream(unit)
        self._nonce = 0
        self._current: Exchange | None = None
        self._sent_at: dict[int, float] = {}
        self._resend_at = self._silent_since = 0.0
        self._patience_s = RESEND_S
        self.counters = Counters()
        self.last_exception = 0

    @property
    def crc_errors(self) -> int:
        """Return how many replies have not fitted their CRC."""
        return self._stream.crc_errors

    @property
    def busy(self) -> bool:
        """Tell whether a reply is waited for."""
        return self._current is not None

    @property
    def deadline(self) -> float | None:
        """Return when ``due`` must be called next, or ``None`` while nothing is waited for."""
        return self._resend_at if self.busy else None

    def start(self, nonce: int) -> None:
        """Begin anew behind a nonce that the board has echoed; forget what was under way."""
        self._stream.clear()
        self._nonce = nonce + NONCE_LEAP & WORD
        self._current = None
        self._sent_at.clear()
        self._patience_s = RESEND_S

    def kick(self, now: float) -> None:
        """Say the next thing now, if the line is free."""
        if self._current is None:
            self._next(now)

    def preempt(self, now: float) -> None:
        """Say the most urgent thing now, whatever is under way; its reply will be dropped."""
        self._next(now)

    def due(self, now: float) -> bool:
        """Do what is due by now; tell whether the board still counts as answering."""
        if self._current is None or now < self._resend_at:
            return True
        overslept = now - self._resend_at
        if overslept > RESEND_S:
            # This host was busy elsewhere, and a reply may wait unread: no silence of the board.
            self._silent_since += overslept
        if now >= self._silent_since + LOST_AFTER_S:
            self._current = None
            return False
        self.counters.resends += 1
        self._next(now)
        return True

    def _next(self, now: float) -> None:
        """Ask for what is most urgent and say it; without a reply in between the silence lasts."""
        if self._current is None:
            self._silent_since = now
        self._current = exchange = self._choose(now)
        if exchange is None:
            return
        self._nonce = nonce = self._nonce + 1 & WORD
        self._note(nonce, now)
        self._resend_at = min(now + self._patience_s, self._silent_since + LOST_AFTER_S)
        self.counters.sent += 1
        self._send(encode_request(self._unit, exchange.request(nonce)))

    def _note(self, nonce: int, now: float) -> None:
        sent_at = self._sent_at
        sent_at[nonce] = now
        while len(sent_at) > 1 and now - next(iter(sent_at.values())) > LOST_AFTER_S:
            del sent_at[next(iter(sent_at))]

    def received(self, data: bytes, now: float) -> None:
        """Take bytes from the line, and go on when they hold the reply that is waited for."""
        self.counters.heard_bytes += len(data)
        for frame in self._stream.feed(data):
            self._reply(frame, now)

    def _reply(self, frame: bytes, now: float) -> None:
        try:
            reply = decode_reply(frame)
        except ModbusError:
            self.counters.dropped += 1
            return
        if isinstance(reply, ExceptionReply):
            # It carries no nonce: nobody knows which request it answers.
            self.counters.exceptions += 1
            self.last_exception = reply.code
            return
        exchange, sent = self._current, self._sent_at.get(self._nonce, now)
        self._current = None
        if exchange is None or not exchange.take(reply, self._nonce, sent, now):
            self._current = exchange
            self.counters.dropped += 1
            self._learn(getattr(reply, "words", ()), now)
            return
        self.counters.exchanges += 1
        self._patience_s = max(RESEND_S, self._patience_s * 0.75)
        if self._current is None:
            self._next(now)

    def _learn(self, words: tuple[int, ...], now: float) -> None:
        """Be as patient as a late reply was late: it was good, only its request was given up."""
        sent = self._sent_at.get(words[0]) if words else None
        if sent is not None:
            self._patience_s = min(LONGEST_RESEND_S, max(self._patience_s, 1.25 * (now - sent)))
