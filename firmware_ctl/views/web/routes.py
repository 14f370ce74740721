"""Every way into the web page, as data: what it serves, to whom, and what it does."""

from dataclasses import dataclass
from enum import Enum

from firmware_ctl.access.roles import Role
from firmware_ctl.core.commands import Word


class Serves(Enum):
    """What stands behind a route."""

    PAGE = "page"
    STATIC = "static"
    WORDS = "words"
    SNAPSHOT = "snapshot"
    EVENTS = "events"
    STOP = "stop"
    COMMAND = "command"
    ME = "me"
    SIGN_IN = "sign-in"
    SIGN_OUT = "sign-out"
    JOIN = "join"
    PIN = "pin"
    TOKEN = "token"  # noqa: S105 -- the name of a route
    TOKEN_PICTURE = "token.svg"  # noqa: S105
    JOG = "jog"
    DESK = "desk"  # what a part of the program brings along


@dataclass(frozen=True, slots=True)
class Route:
    """One route; ``word`` is the command that a post to it says, whatever its body.

    ``live`` answers go on until somebody leaves.
    """

    method: str
    path: str
    serves: Serves
    does: str
    role: Role = Role.ANYONE
    word: Word | None = None
    live: bool = False


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
    Route(
        "GET",
        "/api/events",
        Serves.EVENTS,
        "the table live: a snapshot, then what changes",
        live=True,
    ),
    Route(
        "POST",
        "/api/stop",
        Serves.STOP,
        "switch all motors off, at once; taken in every state, and again however often it comes",
        word=Word.STOP,
    ),
    Route(
        "POST",
        "/api/command",
        Serves.COMMAND,
        "say a command, in the state that was looked at; each word asks for its role",
    ),
    Route("GET", "/api/me", Serves.ME, "who asks, and what he may do"),
    Route("POST", "/api/sign-in", Serves.SIGN_IN, "come in as staff or technician, by a PIN"),
    Route("POST", "/api/sign-out", Serves.SIGN_OUT, "leave"),
    Route("POST", "/api/join", Serves.JOIN, "sit down at the table, by its token of tonight"),
    Route("POST", "/api/pin", Serves.PIN, "set a PIN, where that may be"),
    Route(
        "GET",
        "/api/token",
        Serves.TOKEN,
        "tonight's token as an address, to be shown at the table",
        Role.STAFF,
    ),
    Route("GET", "/api/token.svg", Serves.TOKEN_PICTURE, "the same as a QR code", Role.STAFF),
    Route(
        "GET",
        "/api/jog",
        Serves.JOG,
        "a WebSocket on which a motor runs while a button is held, in the test mode",
        Role.TECHNICIAN,
        live=True,
    ),
)
