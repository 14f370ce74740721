"""Who may do what from afar: roles, PINs, sessions, the table's token, and limits on trying.

The parts are pure, time is handed in; ``file`` keeps what must outlive a restart, ``desk`` joins
everything to the few questions that a server asks.
"""

from firmware_ctl.access.roles import Role

__all__ = ["Role"]
