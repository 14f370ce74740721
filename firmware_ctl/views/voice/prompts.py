"""Which event of the table is spoken, as data, and when the voice keeps quiet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import time

from firmware_ctl.core.listeners import Event
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.texts import say

MOST_TIMES = 2
"""The same prompt is said no more than so often before another one."""

ESTOP_CODE = "E501"

SURFACES: Mapping[str, str] = {
    Surface.OPEN.value: "push-in",
    Surface.WALLS_UP.value: "walls-up",
    Surface.SERVICE.value: "service",
}
"""The states of the surface whose coming is spoken."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One sentence; ``name`` is also the name of its clip, without an ending."""

    name: str
    words: str


class BadQuietHours(ValueError):
    """Quiet hours that cannot be understood; the text says what to write."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The part of the day in which nothing is spoken; it may lie over midnight."""

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


def _minute(text: str) -> time:
    hour, minute = text.strip().split(":")
    return time(int(hour), int(minute))


def _refuse(text: str) -> "QuietHours":
    raise BadQuietHours(
        f"voice.quiet is {text!r}; write two times of the day, such as 22:00-08:00, or leave it "
        "empty"
    )


class Prompter:
    """Choose what to say; hears the table's events in their order."""

    def __init__(self, language: str, quiet: QuietHours | None, clock: Callable[[], time]) -> None:
        """``clock`` tells the local time of the day."""
        self._language = language
        self._quiet = quiet
        self._clock = clock
        self._last = ""
        self._times = 0

    def hear(self, event: Event) -> Prompt | None:
        """Return what is to be said about an event, or nothing."""
        prompt = self._prompt(event)
        if prompt is None:
            return None
        self._times = self._times + 1 if prompt.name == self._last else 1
        self._last = prompt.name
        if self._times > MOST_TIMES or (self._quiet is not None and self._quiet.has(self._clock())):
            return None
        return prompt

    def _prompt(self, event: Event) -> Prompt | None:
        match event["event"]:
            case "surface":
                name = SURFACES.get(str(event["new"]))
                return None if name is None else self._named(name)
            case "load" if event["new"] == Load.COMPLETE.value:
                return self._named("next-ready")
            case "hand-ended":
                return self._named("hand-ended")
            case "fault":
                code = str(event["code"])
                if code == ESTOP_CODE:
                    return self._named("estop")
                return Prompt(f"fault-{code}", say("voice.fault", self._language, code=code))
            case _:
                return None

    def _named(self, name: str) -> Prompt:
        return Prompt(name, say(f"voice.{name}", self._language))


NAMES = (*SURFACES.values(), "next-ready", "hand-ended", "estop")
"""The prompts without a number in them."""
