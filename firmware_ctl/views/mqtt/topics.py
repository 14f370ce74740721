"""The topics of one table, and what its name in them may be; pure."""

import re
from dataclasses import dataclass

ONLINE, OFFLINE = "online", "offline"

_UNFIT = re.compile(r"[^a-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table."""

    root: str
    table: str

    @property
    def availability(self) -> str:
        """Return where ``online`` or ``offline`` stands; the latter is the last will."""
        return f"{self.root}/{self.table}/availability"

    @property
    def state(self) -> str:
        """Return where the table stands in a few flat words: for dashboards."""
        return f"{self.root}/{self.table}/state"

    @property
    def snapshot(self) -> str:
        """Return where the whole snapshot stands, as on the local socket."""
        return f"{self.root}/{self.table}/snapshot"

    @property
    def command(self) -> str:
        """Return where commands are taken from."""
        return f"{self.root}/{self.table}/command"

    @property
    def reply(self) -> str:
        """Return where commands are answered."""
        return f"{self.root}/{self.table}/reply"


def table_id(configured: str, machine: str) -> str:
    """Return a name that fits a topic: the configured one, else the machine's."""
    return _UNFIT.sub("-", (configured or machine).lower()).strip("-") or "table"
