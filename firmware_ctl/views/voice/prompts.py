"""Which event of the table is spoken, as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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


class Prompter:
    """Choose what to say; hears the table's events in their order."""

    def __init__(self, language: str, hushed: Callable[[], bool]) -> None:
        """``hushed`` tells whether nothing is to be said now."""
        self._language = language
        self._hushed = hushed
        self._last = ""
        self._times = 0

    def hear(self, event: Event) -> Prompt | None:
        """Return what is to be said about an event, or nothing."""
        prompt = self._prompt(event)
        if prompt is None:
            return None
        self._times = self._times + 1 if prompt.name == self._last else 1
        self._last = prompt.name
        if self._times > MOST_TIMES or self._hushed():
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
