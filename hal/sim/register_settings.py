"""The simulated board's parameters and limits: kept, checked, summed up."""

from dataclasses import replace

from hal.ids import STACKERS, Actuator
from hal.line import registers as reg
from hal.modbus import ExceptionCode, ModbusError, crc16
from hal.motions import Motion, Run, Singles, SpinDice, Stack, Stop

Words = tuple[int, ...]
FIRST = reg.Parameters.KEEP + 1
"""Offset of the first parameter: nonce and keep stand before it."""

LIMIT_RANGES = ((1, 1200), (0, 20_000), (0, 0xFFFF), (0, 7))


class Settings:
    """Parameters and limits as words; what ``keep`` has saved outlasts a restart of the board."""

    __slots__ = ("_kept", "_limits", "_parameters")

    def __init__(self) -> None:
        self._parameters: list[int] = []
        self._limits: list[int] = []
        self._restore()
        self._kept: tuple[Words, Words] = tuple(self._parameters), tuple(self._limits)

    def start(self) -> None:
        """Put in force what was kept."""
        parameters, limits = self._kept
        self._parameters, self._limits = [*parameters], [*limits]

    def _save(self) -> None:
        self._kept = tuple(self._parameters), tuple(self._limits)

    def _restore(self) -> None:
        self._parameters = [default for _, _, default in reg.Parameters.RANGES.values()]
        self._limits = [word for row in reg.LIMITS_AS_DELIVERED for word in row]

    @property
    def parameters(self) -> Words:
        """Return the words behind the nonce."""
        return 0, *self._parameters

    @property
    def limits(self) -> Words:
        """Return the words behind the nonce."""
        return tuple(self._limits)

    @property
    def watchdog_ms(self) -> int:
        """Return how long an armed board runs without being kept alive."""
        return self._parameters[reg.Parameters.WATCHDOG - FIRST]

    def crc(self) -> int:
        """Return the sum over limits, then parameters, that the status shows."""
        words = (*self._limits, *self._parameters)
        return crc16(b"".join(word.to_bytes(2, "big") for word in words))

    def limited(self, motion: Motion) -> Motion:
        """Return the motion with the actuator's own longest run, where that is shorter."""
        match motion:
            case Run(actuator, _, limit_ms):
                return replace(motion, limit_ms=self._least(actuator, limit_ms))
            case Stack(lane, _, limit_ms) | Singles(lane, _, _, limit_ms):
                return replace(motion, limit_ms=self._least(STACKERS[lane], limit_ms))
            case SpinDice(limit_ms):
                return replace(motion, limit_ms=self._least(Actuator.DICE_CUP, limit_ms))
            case Stop():
                return motion

    def _least(self, actuator: int, limit_ms: int) -> int:
        where = actuator * reg.Limits.ENTRY_WORDS
        return min(limit_ms, self._limits[where] * 100) if where < len(self._limits) else limit_ms

    def write(self, address: int, words: Words) -> None:
        """Take settings, all or none.

        Raises:
            ModbusError: no setting stands there, or a value is out of range.
        """
        if (address, len(words)) == (reg.Parameters.ADDRESS + reg.Parameters.KEEP, 1):
            self._keep(words[0])
            return
        first = address - reg.Parameters.ADDRESS - FIRST
        if first >= 0:
            ranges = [(low, high) for low, high, _ in reg.Parameters.RANGES.values()]
            self._put(self._parameters, ranges, first, words)
            return
        first = address - reg.Limits.ADDRESS - reg.Limits.HEAD
        if first < 0:
            raise ModbusError(ExceptionCode.ADDRESS)
        rows = len(self._limits) // len(LIMIT_RANGES)
        self._put(self._limits, list(LIMIT_RANGES) * rows, first, words)

    def _put(
        self, target: list[int], ranges: list[tuple[int, int]], first: int, words: Words
    ) -> None:
        if first + len(words) > len(target):
            raise ModbusError(ExceptionCode.ADDRESS)
        for word, (low, high) in zip(words, ranges[first:], strict=False):
            if not low <= word <= high:
                raise ModbusError(ExceptionCode.VALUE)
        target[first : first + len(words)] = words

    def _keep(self, value: int) -> None:
        if value == reg.Keep.DEFAULTS:
            self._restore()
        elif value == reg.Keep.SAVE:
            self._save()
        else:
            raise ModbusError(ExceptionCode.VALUE)
