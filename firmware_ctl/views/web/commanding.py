"""The desk that takes commands from the page: role, pace, replay and state are looked at here.

Whether the table takes a command is the controller's business, as for every other way in.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from firmware_ctl.access.pace import Pace
from firmware_ctl.access.roles import role_for
from firmware_ctl.core.commands import Command, Word
from firmware_ctl.views.web.asked import Answer, Asked, no
from firmware_ctl.views.web.posts import BadPost, parse_command
from firmware_ctl.views.web.replays import Replays, Tap, Told
from firmware_ctl.views.web.states import States
from firmware_ctl.views.web.table import Table

HELD = frozenset({Word.RESUME, Word.HOME, Word.OPEN_LOADING, Word.SELF_CHECK})
"""What sets a table in motion that stood still for a reason is held, not tapped."""

BURST = 20
PER_S = 4.0


class Commanding:
    """Takes commands for one table."""

    def __init__(
        self,
        table: Table,
        states: States,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._states = states
        self._clock = clock
        self._replays = Replays()
        self._pace = Pace(burst=BURST, per_s=PER_S, all_burst=4 * BURST, all_per_s=4 * PER_S)

    async def command(self, asked: Asked) -> Answer:
        """Carry a command out, or say why not."""
        try:
            said = parse_command(asked.body)
        except BadPost as error:
            return no(400, "bad-request", str(error))
        stops = said.command.word is Word.STOP
        if not stops and not self._pace.take(asked.by, self._clock()):
            return no(429, "slow-down", asked.say("web.slow-down"))
        key = said.post.key
        who = f"{asked.role.value} {asked.client.address}"
        command = replace(said.command, language=asked.language, by=who)
        needed = role_for(command.word)
        if not asked.role.may(needed):
            self._table.turned_away(command)
            why = asked.say("web.needs-role", role=asked.say(f"role.{needed.value}"))
            return no(403, "not-allowed", why, key=key, needs=needed.value)
        tap = Tap(key, asked.by, asked.body)
        try:
            told = self._replays.told(tap)
        except ValueError:
            self._table.turned_away(command)
            return no(409, "replayed", asked.say("web.replayed"), key=key)
        if told is None:
            told = self._carry_out(asked, command, said.post.seen, key)
            self._replays.remember(tap, told)
        return Answer(told.data, told.status)

    def _carry_out(self, asked: Asked, command: Command, seen: str | None, key: str) -> Told:
        if command.word is not Word.STOP:
            refused = self._unfit(asked, command, seen)
            if refused is not None:
                code, text = refused
                self._table.turned_away(command)
                data = {"ok": False, "code": code, "why": asked.say(text), "allowed": []}
                return Told({"key": key, **data}, 409)
        reply = self._table.submit(command)
        return Told({"key": key, **reply.as_json()}, 200 if reply.ok else 409)

    def _unfit(self, asked: Asked, command: Command, seen: str | None) -> tuple[str, str] | None:
        if command.word in HELD and not command.held:
            return "hold", "web.hold-it"
        now = self._states.name(self._table.snapshot(asked.language).as_json())
        return ("outdated", "web.outdated") if seen != now else None
