"""The questions that a server asks about people, answered: who is this, may he come in."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from firmware_ctl.access.file import AccessFile, AccessFileError, Kept
from firmware_ctl.access.guesses import Guesses
from firmware_ctl.access.pins import BadPin, check_new, seal
from firmware_ctl.access.roles import Role
from firmware_ctl.access.sessions import Sessions
from firmware_ctl.access.table_token import TableToken, evening_of, new_token

DOOR_OPENS_S = 600.0
"""So long after the door was opened at the panel one PIN may be set from afar."""

PIN_ROLES = (Role.STAFF, Role.TECHNICIAN)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Client:
    """Where a request comes from; ``local`` is the machine itself, with nobody in between."""

    address: str
    local: bool


@dataclass(frozen=True, slots=True)
class No:
    """Why not: the machine-readable code, the key of the words, and what they are filled with."""

    code: str
    key: str
    wait_s: int = 0
    why: str = ""


def _here_and_now() -> datetime:
    return datetime.now().astimezone()


class AccessDesk:
    """Who is who at one table."""

    def __init__(
        self,
        file: AccessFile,
        clock: Callable[[], float] = time.monotonic,
        local_time: Callable[[], datetime] = _here_and_now,
    ) -> None:
        """Read what is kept. A file that cannot be understood locks everything."""
        self._file = file
        self._clock = clock
        self._local_time = local_time
        self._guesses = Guesses()
        self._sessions = Sessions()
        self._door_at = float("-inf")
        self._setting = asyncio.Lock()
        self.broken = ""
        try:
            self._kept = file.read()
        except AccessFileError as error:
            self._kept = Kept()
            self.broken = str(error)

    # Who is this ----------------------------------------------------------------------------------

    def role(self, client: Client, session: str | None) -> Role:
        """Return the role of whoever asks.

        Until the first PIN is set whoever sits at the machine itself may do everything.
        """
        role = self._sessions.role(session, self._clock(), self._evening())
        if role is Role.ANYONE and client.local and self.is_new:
            return Role.TECHNICIAN
        return role

    def knows(self, session: str | None) -> bool:
        """Tell whether this is a session that was begun here and lasts."""
        role = self._sessions.role(session, self._clock(), self._evening())
        return role is not Role.ANYONE

    @property
    def is_new(self) -> bool:
        """Tell whether no PIN was ever set."""
        return not self._kept.pins and not self.broken

    def has_pin(self, role: Role) -> bool:
        """Tell whether a role has its PIN."""
        return role in self._kept.pins

    def open_door(self) -> None:
        """Hear of the deliberate press on the panel: who stands at the table wants to set a PIN."""
        self._door_at = self._clock()

    def may_set(self, client: Client, role: Role, asked_by: Role) -> bool:
        """Tell whether a role's PIN may be set by this client.

        The first from the machine itself or soon after the door was opened at the panel; the
        technician's likewise, by staff where there is staff; any later one by the technician.
        """
        if self.broken:
            return False
        near = client.local or self._clock() - self._door_at <= DOOR_OPENS_S
        if self.is_new:
            return near
        if self.has_pin(Role.TECHNICIAN):
            return asked_by is Role.TECHNICIAN
        if self.has_pin(Role.STAFF) and not asked_by.may(Role.STAFF):
            return False
        return near or role is Role.STAFF

    # Coming in ------------------------------------------------------------------------------------

    async def sign_in(self, client: Client, pin: str) -> tuple[str, Role] | No:
        """Return a new session and its role for a PIN, else why not."""
        if self.broken:
            return No("locked", "access.broken", why=self.broken)
        now = self._clock()
        wait_s = self._guesses.wait_s(client.address, now)
        if wait_s > 0:
            return No("slow-down", "access.wait", wait_s=int(wait_s) + 1)
        if not self._kept.pins:
            return No("no-pin", "access.no-pin")
        self._guesses.take(client.address, now)
        role = await asyncio.to_thread(self._role_of, pin)
        if role is None:
            return No("wrong-pin", "access.wrong-pin")
        self._guesses.right(client.address)
        return self._sessions.begin(role, self._clock()), role

    def join(self, client: Client, token: str) -> str | No:
        """Return a new session for the table's token, else why not."""
        now = self._clock()
        if (wait_s := self._guesses.wait_s(client.address, now)) > 0:
            return No("slow-down", "access.wait", wait_s=int(wait_s) + 1)
        self._guesses.take(client.address, now)
        if self.broken or not self.table_token().matches(token):
            return No("old-token", "access.old-token")
        self._guesses.right(client.address)
        return self._sessions.begin(Role.TOKEN, now, self._evening())

    def sign_out(self, session: str | None) -> None:
        """End a session."""
        self._sessions.end(session)

    async def set_pin(self, client: Client, asked_by: Role, role: Role, pin: str) -> str | No:
        """Set a role's PIN and return a session of it; all older ones of that role end.

        A PIN that was set closes the door: each press on the panel lets one be set.
        """
        async with self._setting:  # of two first PINs at once, one is the first
            if not self.may_set(client, role, asked_by):
                return No("not-allowed", "access.not-near")
            try:
                check_new(pin, role)
            except BadPin:
                return No("bad-pin", f"access.bad-{role.value}-pin")
            if await asyncio.to_thread(self._clashes, role, pin):
                return No("bad-pin", "access.same-pin")
            sealed = await asyncio.to_thread(seal, pin)
            kept = replace(self._kept, pins={**self._kept.pins, role: sealed})
            try:
                await asyncio.to_thread(self._file.write, kept)
            except AccessFileError as error:
                return No("not-kept", "access.broken", why=str(error))
            self._kept = kept
            self._door_at = float("-inf")
        self._sessions.end_all(role)
        return self._sessions.begin(role, self._clock())

    def table_token(self) -> TableToken:
        """Return tonight's token; the first question of an evening makes it."""
        evening = self._evening()
        token = self._kept.token
        if token is None or token.evening != evening:
            token = new_token(evening)
            self._kept = replace(self._kept, token=token)
            try:
                self._file.write(self._kept)
            except AccessFileError as error:
                _log.warning("tonight's token is forgotten at a restart: %s", error)
        return token

    def _evening(self) -> str:
        return evening_of(self._local_time())

    def _role_of(self, pin: str) -> Role | None:
        """Return whose PIN it is; every PIN is tried, so that the time tells nothing."""
        found = [role for role, sealed in self._kept.pins.items() if sealed.matches(pin)]
        return max(found, key=list(Role).index) if found else None

    def _clashes(self, role: Role, pin: str) -> bool:
        return any(kept.matches(pin) for other, kept in self._kept.pins.items() if other != role)
