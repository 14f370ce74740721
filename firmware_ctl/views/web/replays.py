"""Remember what was answered to each tap, so that one tap is one command however often it comes."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

MOST_TAPS = 512


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap: its key, by whose session or address it came, and what it said."""

    key: str
    by: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Told:
    """What was answered."""

    data: Mapping[str, object]
    status: int


class Replays:
    """The answers to the newest taps."""

    def __init__(self) -> None:
        self._taps: OrderedDict[str, tuple[Tap, Told]] = OrderedDict()

    def told(self, tap: Tap) -> Told | None:
        """Return what was answered to this very tap before, ``None`` when it is new.

        Raises:
            ValueError: its key was used for something else, or by somebody else.
        """
        had = self._taps.get(tap.key)
        if had is None:
            return None
        if had[0] != tap:
            raise ValueError(tap.key)
        return had[1]

    def remember(self, tap: Tap, told: Told) -> None:
        """Note an answer; the oldest is forgotten."""
        self._taps[tap.key] = (tap, told)
        if len(self._taps) > MOST_TAPS:
            self._taps.popitem(last=False)
