"""Somebody who has never seen the table and follows the words of its faults, nothing else.

What is shown of a fault is read as it stands in any snapshot: its question and the texts of its
steps. The acts are done in the plant, the commands said at whatever the walker stands before.
"""

import asyncio
from typing import Any, Protocol

from firmware_ctl.core.commands import Origin, Word, parse_words
from firmware_ctl.core.states import MOVING
from hal.sim import SimTable
from tests.support.bench import Bench
from tests.support.reading import act_of, command_of, seen

STEPS_MOST = 40
LOOKS_MOST = 200
"""So often a walker looks whether a sensor has seen what he has done."""

MOVES = frozenset(state.value for state in MOVING)

Shown = dict[str, Any]
"""A fault in a snapshot's JSON form."""


class Place(Protocol):
    """Where a walker stands: a table, what is shown of it, and a way to say something."""

    @property
    def table(self) -> SimTable:
        """Return the table that his hands can touch."""

    async def shown(self) -> dict[str, Any]:
        """Return the snapshot that is shown now, in its JSON form."""

    async def say(self, word: Word, *args: str | int) -> None:
        """Say a command that must be taken."""

    async def wait(self) -> None:
        """Let a moment pass."""


class AtThePanel:
    """A walker's place beside a table in virtual time, at its panel."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    @property
    def table(self) -> SimTable:
        return self._bench.table

    async def shown(self) -> dict[str, Any]:
        return self._bench.controller.snapshot().as_json()

    async def say(self, word: Word, *args: str | int) -> None:
        command = parse_words([word.value, *map(str, args)], Origin.PANEL)
        reply = self._bench.controller.submit(command)
        assert reply.ok, (command, reply)

    async def wait(self) -> None:
        await asyncio.sleep(1.0)


def waiting(fault: Shown) -> Shown | None:
    """Return the step that is to be done now."""
    return next((step for step in fault["steps"] if step["state"] == "waiting"), None)


class Walker:
    """Clears faults; ``codes`` are those that were shown, ``acts`` what was done."""

    def __init__(self, place: Place) -> None:
        self._at = place
        self.codes: list[str] = []
        self.acts: list[str] = []

    async def clear(self) -> None:
        """Follow the first fault's steps until no fault stands."""
        for _ in range(STEPS_MOST):
            faults = (await self._at.shown())["faults"]
            if not faults:
                return
            await self._follow(faults[0])
        raise AssertionError(f"still {self.codes[-1]} after {self.acts}")

    async def _follow(self, fault: Shown) -> None:
        if fault["code"] not in self.codes:
            self.codes.append(fault["code"])
        step = waiting(fault)
        assert step is not None, f"{fault['code']}: all steps done and it still stands"
        if step["check"] == "command":
            await self._command(fault, step)
        else:
            await self._act(fault, step)

    async def _command(self, fault: Shown, step: Shown) -> None:
        match command_of(step["text"]):
            case Word.ANSWER:
                yes = seen(fault["question"], self._at.table)
                await self._at.say(Word.ANSWER, fault["id"], "yes" if yes else "no")
            case Word.ACK:
                after = [command_of(later["text"]) for later in _commands_after(fault, step)]
                await self._at.say(Word.ACK, fault["id"])
                for word in after:
                    await self._go_on(word)
            case word:
                await self._go_on(word)

    async def _go_on(self, word: Word) -> None:
        surface = (await self._at.shown())["surface"]
        if word is Word.LIFT and surface == "open":
            self._at.table.people.push_in()
        if word.value not in (await self._at.shown())["allowed"]:
            return  # something else holds the machine by now, and says what to do
        await self._at.say(word)
        for _ in range(LOOKS_MOST):
            await self._at.wait()
            if (await self._at.shown())["surface"] not in MOVES:
                return

    async def _act(self, fault: Shown, step: Shown) -> None:
        todo = act_of(step["text"])
        if todo is not None:
            self.acts.append(f"{todo.act} {todo.place}".strip())
            self._at.table.people.mend(todo.act, todo.place)
            await self._at.wait()
        if step["check"] == "person":
            await self._at.say(Word.CONFIRM, fault["id"], step["n"])
            return
        for _ in range(LOOKS_MOST):
            if await self._is_past(fault["id"], step["n"]):
                return
            await self._at.wait()
        raise AssertionError(f"no sensor sees that this was done: {step['text']}")

    async def _is_past(self, number: int, step: int) -> bool:
        faults = (await self._at.shown())["faults"]
        fault = next((fault for fault in faults if fault["id"] == number), None)
        now = None if fault is None else waiting(fault)
        return now is None or now["n"] > step


def _commands_after(fault: Shown, step: Shown) -> list[Shown]:
    return [later for later in fault["steps"][step["n"] :] if later["check"] == "command"]
