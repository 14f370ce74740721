"""Which event of the table is worth a notice, and its words; never a word about tiles; pure."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from firmware_ctl.texts import say

if TYPE_CHECKING:
    from firmware_ctl.core.listeners import Event

AGAIN_S = 600.0
"""The same notice is not sent again within this time: a fault may come and go all evening."""

TOLD_VERDICTS = ("red", "block")
"""Verdicts of the wall check that somebody should come for."""


class About(StrEnum):
    """What a notice is about; the owner chooses among these."""

    FAULT = "fault"
    FAILED = "failed"
    VERDICT = "verdict"
    SESSION = "session"
    TRIAL = "trial"


@dataclass(frozen=True, slots=True)
class Notice:
    """One message: what it is about, a title and one or two sentences."""

    about: About
    title: str
    body: str


class Notices:
    """Chooses what to tell of one table; hears the table's events in their order.

    ``now`` tells a clock's seconds; ``fault_words`` returns name and remedy of a standing fault.
    """

    def __init__(
        self,
        table: str,
        language: str,
        wanted: Collection[str],
        now: Callable[[], float],
        fault_words: Callable[[str], tuple[str, str]],
    ) -> None:
        self._table = table
        self._language = language
        self._wanted = wanted
        self._now = now
        self._fault_words = fault_words
        self._told: dict[str, float] = {}

    def hear(self, event: "Event") -> Notice | None:
        """Return the notice about an event, or nothing."""
        match event["event"]:
            case "fault":
                code = str(event["code"])
                name, remedy = self._fault_words(code)
                return self._notice(About.FAULT, code, code=code, name=name, do=remedy)
            case "verdict" if event["level"] in TOLD_VERDICTS:
                return self._notice(About.VERDICT, str(event["level"]))
            case "session" if event.get("safe_to_cut"):
                return self._notice(About.SESSION, "safe")
            case _:
                return None

    def _notice(self, about: About, what: str, **values: object) -> Notice | None:
        if about.value not in self._wanted:
            return None
        key, now = f"{about.value} {what}", self._now()
        if now - self._told.get(key, -AGAIN_S) < AGAIN_S:
            return None
        self._told[key] = now
        return worded(about, self._table, self._language, **values)


def worded(about: About, table: str, language: str, **values: object) -> Notice:
    """Return a notice in a language."""
    return Notice(
        about,
        say(f"notice.{about.value}.title", language, table=table, **values),
        say(f"notice.{about.value}.body", language, **values),
    )
