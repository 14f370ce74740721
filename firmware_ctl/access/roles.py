"""The roles, and which one each command asks for."""

from enum import StrEnum

from firmware_ctl.core.commands import Word


class Role(StrEnum):
    """Who somebody is to the table, from the least trusted on."""

    ANYONE = "anyone"
    TOKEN = "token"  # noqa: S105 -- the role of whoever holds the table's token
    STAFF = "staff"
    TECHNICIAN = "technician"

    def may(self, needed: "Role") -> bool:
        """Tell whether this role can do what needs another one."""
        return _RANK[self] >= _RANK[needed]


_RANK = {role: rank for rank, role in enumerate(Role)}

_ANYBODY = frozenset({"stop"})

_AT_THE_TABLE = frozenset(
    ("dice", "mute", "lamp", "claim", "kong", "draw", "declare", "chicken", "penalty", "undo")
)

_TECHNICAL = frozenset((
    "service", "test", "self-check", "jog", "calibrate", "learn-remote", "sim-fault", "sim-mend",
))  # fmt: skip


def role_for(word: Word) -> Role:
    """Return the least role that may say a command from afar."""
    if word in _ANYBODY:
        return Role.ANYONE
    if word in _AT_THE_TABLE:
        return Role.TOKEN
    return Role.TECHNICIAN if word in _TECHNICAL else Role.STAFF
