"""A request and its answer as the page's desks see them: plain values, no server's own types."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from firmware_ctl.access.desk import Client
from firmware_ctl.access.roles import Role
from firmware_ctl.texts import say
from firmware_ctl.views.web.routes import Route
from rules.languages import Language


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asks for, already let in: his role suffices for the route."""

    client: Client
    role: Role
    language: Language
    session: str | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    host: str = ""

    def say(self, key: str, **values: object) -> str:
        """Return a text in the asker's language."""
        return say(key, self.language.value, **values)

    @property
    def by(self) -> str:
        """Return whose taps these are: a session's, else an address's."""
        return self.session or self.client.address


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: JSON data, or bytes of another type.

    ``session`` is a new session for the browser to keep, empty text to forget the one it has;
    ``policy`` stands for the page's own where what is sent is a page by itself.
    """

    data: Mapping[str, object] | bytes
    status: int = 200
    media_type: str = "application/json"
    session: str | None = None
    file_name: str = ""
    policy: str = ""


Desk = Callable[[Asked], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Mounted:
    """A route that a part of the program brings along, and who answers there."""

    route: Route
    desk: Desk


def no(status: int, code: str, why: str, **more: object) -> Answer:
    """Return a refusal, in the form that every command's refusal has."""
    return Answer({"ok": False, "code": code, "why": why, "allowed": [], **more}, status)
