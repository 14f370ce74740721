"""Every way into the web page, as data: what it serves, to whom, and what it does."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from firmware_ctl.core.commands import Word


class Role(StrEnum):
    """Who somebody is to the table, from the least trusted on.

    Nobody can prove to be more than ``anyone`` yet, so a route for others is closed to all.
    """

    ANYONE = "anyone"
    TOKEN = "token"  # noqa: S105 -- the role of whoever holds the table's token
    STAFF = "staff"
    TECHNICIAN = "technician"


class Serves(Enum):
    """What stands behind a route."""

    PAGE = "page"
    STATIC = "static"
    WORDS = "words"
    SNAPSHOT = "snapshot"
    EVENTS = "events"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Route:
    """One route; ``word`` is the command that a post to it says."""

    method: str
    path: str
    serves: Serves
    does: str
    role: Role = Role.ANYONE
    word: Word | None = None


ROUTES = (
    Route("GET", "/", Serves.PAGE, "the page"),
    Route(
        "GET",
        "/static/{version}/{name}",
        Serves.STATIC,
        "its scripts, styles and pictures; kept by the browser until another version is installed",
    ),
    Route(
        "GET",
        "/api/words",
        Serves.WORDS,
        "the table's name and every word of the page, in one language",
    ),
    Route("GET", "/api/snapshot", Serves.SNAPSHOT, "the table as it is"),
    Route("GET", "/api/events", Serves.EVENTS, "the table live: a snapshot, then what changes"),
    Route(
        "POST",
        "/api/stop",
        Serves.COMMAND,
        "switch all motors off, at once; taken in every state, and again however often it comes",
        word=Word.STOP,
    ),
)
