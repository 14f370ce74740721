"""The press that lets somebody set a PIN from afar: one that play never makes.

A hand is played with one dice key at a time, and lift keys move the machine. So the dice keys of
South and North, opposite each other, held together while the table rests, mean: who stands here
may set a PIN from a phone. To a question they say nothing, and at rest they throw nothing.
"""

import asyncio
from collections.abc import Callable

from firmware_ctl.core.commands import Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.listeners import Event
from firmware_ctl.inputs.panel import Timer
from hal.events import InputChanged
from hal.ids import KEYS_DICE, Input

DOOR_HOLD_S = 5.0
"""Both keys are held for so long; a key that is held much longer is taken for one that hangs."""

DOOR_KEYS = (KEYS_DICE[1], KEYS_DICE[3])


class DoorKeys:
    """Hears the two keys (骰子键) of one table.

    ``opened`` is told once for each time that both were held long enough; ``rests`` tells whether
    no hand runs and no throw is due; ``call_later`` is the event loop's.
    """

    def __init__(
        self,
        opened: Callable[[], None],
        rests: Callable[[], bool],
        call_later: Callable[[float, Callable[[], None]], Timer],
    ) -> None:
        self._opened = opened
        self._rests = rests
        self._call_later = call_later
        self._down: frozenset[Input] = frozenset()
        self._hold: Timer | None = None

    def feed(self, event: InputChanged) -> None:
        """Take one change of an input; any other key that is pressed meanwhile ends the hold."""
        key, down = event.input, event.level
        if key in DOOR_KEYS:
            self._end_hold()
            self._down = self._down | {key} if down else self._down - {key}
            if len(self._down) == len(DOOR_KEYS) and self._rests():
                self._hold = self._call_later(DOOR_HOLD_S, self._held)
        elif down and key.name.startswith("KEY_"):
            self._end_hold()

    def forget(self) -> None:
        """Take no key for held: the link was lost, and a press must be seen to count."""
        self._down = frozenset()
        self._end_hold()

    def _held(self) -> None:
        self._hold = None
        if self._rests():
            self._opened()

    def _end_hold(self) -> None:
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None


def listen_at_the_door(controller: Controller, opened: Callable[[], None]) -> None:
    """Let ``opened`` be told of each deliberate press at a table, by the running event loop."""

    def rests() -> bool:
        shown = controller.snapshot()
        return shown.hand.state != "running" and Word.DICE not in shown.allowed

    def hear(event: Event) -> None:
        if event["event"] == "link":
            keys.forget()

    keys = DoorKeys(opened, rests, asyncio.get_running_loop().call_later)
    controller.listen_inputs(keys.feed)
    controller.subscribe(hear)
