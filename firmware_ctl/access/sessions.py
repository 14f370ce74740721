"""Who is signed in. A session's name is known to its browser only; here lies its hash."""

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass

from firmware_ctl.access.roles import Role

MOST_SESSIONS = 128
IDLE_S = {Role.TOKEN: 12 * 3600.0, Role.STAFF: 12 * 3600.0, Role.TECHNICIAN: 1800.0}
"""A session that is not used for so long ends."""

LONGEST_S = 24 * 3600.0


@dataclass(slots=True)
class _Session:
    role: Role
    evening: str
    begun: float
    used: float


class Sessions:
    """All sessions; the least recently used makes room for a new one."""

    def __init__(self) -> None:
        self._open: OrderedDict[bytes, _Session] = OrderedDict()

    def begin(self, role: Role, now: float, evening: str = "") -> str:
        """Return the name of a new session; one of the table's token ends with its evening."""
        name = secrets.token_urlsafe(24)
        self._open[_hash(name)] = _Session(role, evening, now, now)
        if len(self._open) > MOST_SESSIONS:
            self._open.popitem(last=False)
        return name

    def role(self, name: str | None, now: float, evening: str = "") -> Role:
        """Return the role of a session, and note that it is used."""
        key = _hash(name or "")
        session = self._open.get(key)
        if session is None:
            return Role.ANYONE
        worn = now - session.used > IDLE_S[session.role] or now - session.begun > LONGEST_S
        if worn or (session.role is Role.TOKEN and session.evening != evening):
            del self._open[key]
            return Role.ANYONE
        session.used = now
        self._open.move_to_end(key)
        return session.role

    def end(self, name: str | None) -> None:
        """End a session; harmless when there is none."""
        self._open.pop(_hash(name or ""), None)

    def end_all(self, role: Role) -> None:
        """End every session of a role: its PIN was changed."""
        for key in [key for key, session in self._open.items() if session.role is role]:
            del self._open[key]


def _hash(name: str) -> bytes:
    return hashlib.sha256(name.encode("utf-8", "replace")).digest()
