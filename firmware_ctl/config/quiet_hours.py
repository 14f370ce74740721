"""The part of the day in which a table is quiet (静音时段); the time of the day is given."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time


class BadQuietHours(ValueError):
    """Quiet hours that cannot be understood; the text says what to write."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``begin`` until before ``end``; it may lie over midnight."""

    begin: time
    end: time

    @classmethod
    def parse(cls, text: str) -> "QuietHours | None":
        """Take ``22:00-08:00`` apart; an empty text means none.

        Raises:
            BadQuietHours: it has another form.
        """
        if not text:
            return None
        begin, dash, end = text.partition("-")
        try:
            return cls(_minute(begin), _minute(end)) if dash else _refuse(text)
        except ValueError:
            return _refuse(text)

    def has(self, now: time) -> bool:
        """Tell whether it is quiet now: from the first minute on, until before the last."""
        if self.begin <= self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end


def hushed(text: str, clock: Callable[[], time]) -> Callable[[], bool]:
    """Return what tells whether it is quiet, by a clock of the local time of the day.

    Raises:
        BadQuietHours: the text is no quiet hours.
    """
    hours = QuietHours.parse(text)
    return lambda: hours is not None and hours.has(clock())


def _minute(text: str) -> time:
    hour, minute = text.strip().split(":")
    return time(int(hour), int(minute))


def _refuse(text: str) -> "QuietHours":
    raise BadQuietHours(
        f"voice.quiet is {text!r}; write two times of the day, such as 22:00-08:00, or leave it "
        "empty"
    )
