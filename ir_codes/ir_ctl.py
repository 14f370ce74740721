"""Files of ir-ctl and plain numbers: pulses and spaces by word, by sign, or in turn.

ir-ctl (v4l-utils) writes ``+9000 -4500 +560 ... # timeout 125000``, or ``pulse 9000`` and
``space 4500`` one a line; it sends files of such lines, with ``carrier 38000`` and
``scancode nec:0x0045``. Plain numbers alternate, a mark first, with spaces or commas between.
"""

import re
from collections.abc import Sequence

from ir_codes.encoder import encode_nec
from ir_codes.errors import BadPulses
from ir_codes.frames import Protocol
from ir_codes.lines import Capture
from ir_codes.pulses import LONGEST_US
from ir_codes.scancodes import layout

NEC_NAMES = {"nec": "nec", "necx": "necx"}
SEPARATION_US = 40_000
"""The silence put between two scancodes of a file."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,8}")


def parse_ir_ctl(text: str, name: str = "1") -> Capture:
    """Return the one signal that a file of ir-ctl holds.

    Raises:
        BadPulses: a line is none of ir-ctl's.
    """
    signal = _Signal()
    carrier: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        match words:
            case []:
                pass
            case ["pulse" | "space" | "timeout" as kind, us] if us.isdigit():
                signal.add(_checked(us, number), lit=kind == "pulse")
            case ["carrier", hertz] if hertz.isdigit():
                carrier = int(hertz[:9])
            case ["scancode", scancode]:
                signal.add_all(_scancode(scancode, number))
            case [first, *_] if first[0] in "+-":
                for word in words:
                    signal.add(_checked(word, number), lit=word[0] == "+")
            case _:
                raise BadPulses(
                    f"line {number}: {line[:40]!r} is not ir-ctl's; write 'pulse 9000' or '+9000'"
                )
    return Capture(name, signal.durations(), carrier)


def parse_raw(text: str, name: str = "1") -> Capture:
    """Return the signal of plain numbers, a mark first; signs, where there are any, must alternate.

    Raises:
        BadPulses: something is no number of µs.
    """
    signal = _Signal()
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.partition("#")[0].replace(",", " ").split():
            signed = word[0] in "+-"
            signal.add(_checked(word, number), lit=word[0] == "+" if signed else not signal.lit)
    return Capture(name, signal.durations())


def write_ir_ctl(durations_us: Sequence[int], carrier_hz: int) -> str:
    """Return a signal as a file that ``ir-ctl --send`` takes: it ends in a pulse."""
    kinds = ("pulse", "space")
    lines = [f"{kinds[place % 2]} {us}\n" for place, us in enumerate(durations_us)]
    return f"carrier {carrier_hz}\n" + "".join(lines)


def write_raw(durations_us: Sequence[int]) -> str:
    """Return a signal as ``ir-ctl --receive`` prints it: ``+9000 -4500 ...``, one line."""
    return " ".join(f"{'+-'[n % 2]}{us}" for n, us in enumerate(durations_us)) + "\n"


class _Signal:
    """Intervals put together so that marks and spaces alternate, a mark first."""

    def __init__(self) -> None:
        self._durations: list[int] = []
        self.lit = False

    def add(self, us: int, *, lit: bool) -> None:
        if not self._durations and not lit:
            return  # silence before the signal
        if self._durations and lit is self.lit:
            self._durations[-1] += us
            return
        self._durations.append(us)
        self.lit = lit

    def add_all(self, durations_us: Sequence[int]) -> None:
        self.add(SEPARATION_US, lit=False)
        for place, us in enumerate(durations_us):
            self.add(us, lit=place % 2 == 0)

    def durations(self) -> tuple[int, ...]:
        return tuple(self._durations)


def _checked(word: str, number: int) -> int:
    if not _NUMBER.fullmatch(word) or abs(int(word)) > LONGEST_US:
        raise BadPulses(
            f"line {number}: {word[:20]!r} is no duration: write whole µs up to {LONGEST_US}"
        )
    return abs(int(word))


def _scancode(text: str, number: int) -> Sequence[int]:
    protocol, _, scancode = text.partition(":")
    form = layout("nec", NEC_NAMES.get(protocol))
    try:
        value = int(scancode, 0) if len(scancode) <= 10 else -1
    except ValueError:
        value = -1
    if form is None or value < 0 or value >> form.bits:
        raise BadPulses(f"line {number}: {text[:30]!r}: write scancode nec:0xAACC or necx:0xAAaaCC")
    code = form.unpack(value)
    assert code.protocol is Protocol.NEC  # the two layouts above are NEC's
    return encode_nec(code.address, code.command, extended=code.extended)
