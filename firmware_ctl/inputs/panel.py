"""The keys on the table's frame: what the board tells of them becomes commands.

A lift key is one press, one ``lift``; on a table that deals, where the hands are still below, one
``deal``. Only when that was refused do the two signs for "open while
loading" count: the second lift key pressed while the first is down, or one held for two seconds.
So a press that did something never does a second thing. Where opening is refused too, since the
table stands unhomed after power-on, both keys mean the number test mode (测试档).
"""

from collections.abc import Callable
from typing import Protocol

from firmware_ctl.core.commands import Argument, Command, Origin, Reply, Word
from hal.events import InputChanged
from hal.ids import KEYS_DICE, KEYS_LIFT, Input

HOLD_S = 2.0

ANSWERS = {0: "yes", 2: "no"}
"""What the dice keys of these sides say to a question (东 = 是, 西 = 否)."""


class Timer(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Let it never come."""


class Panel:
    """Translates the keys (升降, 骰子, 复位) of one table.

    ``submit`` carries a command; ``call_later`` is the event loop's; ``deals`` tells of a table
    that brings hands up.
    """

    def __init__(
        self,
        submit: Callable[[Command], Reply],
        call_later: Callable[[float, Callable[[], None]], Timer],
        *,
        deals: bool = False,
    ) -> None:
        self._submit = submit
        self._call_later = call_later
        self._deals = deals
        self._lift_down: set[Input] = set()
        self._refused = False
        self._hold: Timer | None = None

    def feed(self, event: InputChanged) -> None:
        """Take one change of an input; those that are no keys pass without effect."""
        key, down = event.input, event.level
        if key in KEYS_LIFT:
            self._press_lift(key) if down else self._release_lift(key)
        elif key in KEYS_DICE and down:
            self._press_dice(KEYS_DICE.index(key))
        elif key is Input.KEY_RESET:
            self._say(Word.STOP if down else Word.HOME)

    def forget(self) -> None:
        """Take no key for held: the link was lost, and a press must be seen to count."""
        self._lift_down.clear()
        self._end_hold()

    def _press_dice(self, side: int) -> None:
        """Throw; where no throw is due the keys of East and West answer a fault's question."""
        if not self._say(Word.DICE, side=side).ok and side in ANSWERS:
            self._say(Word.ANSWER, answer=ANSWERS[side])

    def _press_lift(self, key: Input) -> None:
        self._lift_down.add(key)
        if len(self._lift_down) > 1:
            self._both_keys()
        else:
            self._end_hold()
            taken = self._say(Word.LIFT).ok or (self._deals and self._say(Word.DEAL).ok)
            self._refused = not taken
            self._hold = self._call_later(HOLD_S, self._hold_is_long)

    def _release_lift(self, key: Input) -> None:
        self._lift_down.discard(key)
        if not self._lift_down:
            self._end_hold()

    def _both_keys(self) -> None:
        opened = self._open_loading()
        if opened is not None and not opened.ok:
            self._say(Word.SERVICE)

    def _open_loading(self) -> Reply | None:
        self._end_hold()
        if not self._refused:
            return None
        self._refused = False
        return self._say(Word.OPEN_LOADING, held=True)

    def _hold_is_long(self) -> None:
        self._open_loading()

    def _end_hold(self) -> None:
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None

    def _say(self, word: Word, *, held: bool = False, **args: Argument) -> Reply:
        return self._submit(Command(word, args, Origin.PANEL, held))
