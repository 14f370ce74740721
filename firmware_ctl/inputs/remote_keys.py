"""Presses that another program has decoded: the kernel's scancodes and lircd's buttons.

The same rules as for light that is decoded here: one press is one word, a repeat never starts one,
holds speak only where the key map allows it, only keys of the key map count. These sources have no
stream of their own to take the time from, so a clock is given.
"""

from collections.abc import Callable

from firmware_ctl.inputs.remote import LONGEST_HOLD_S, Emit
from firmware_ctl.inputs.remote_guard import Guard
from ir_codes.keymap import Key, KeyMap
from ir_codes.named_codes import with_spaces
from ir_codes.scancodes import Code

LIFE_S = 0.25
"""A press lives so long after its last repeat: these come every 110 ms, and wait in queues."""


class KeyInput:
    """Codes or names in, command words out to ``emit``."""

    def __init__(
        self,
        key_map: KeyMap,
        emit: Emit,
        clock: Callable[[], float],
        on_released: Emit | None = None,
        guard: Guard | None = None,
    ) -> None:
        self._key_map = key_map
        self._by_text = {key.text: key for key in key_map.keys.values()}
        self._emit = emit
        self._clock = clock
        self._on_released = on_released
        self._guard = guard or Guard()
        self._what: str | None = None  # of the living press, admitted or not
        self._living: Key | None = None  # its key, if it was admitted
        self._began_s = 0.0
        self._last_s = 0.0

    def code(self, code: Code, *, repeat: bool) -> None:
        """Take a decoded frame; ``repeat`` says that the key was down before."""
        self._take(str(code), self._key_map.keys.get(code), repeat=repeat)

    def button(self, name: str, *, repeat: bool) -> None:
        """Take a button by its name, underscores for spaces."""
        self._take(f"button {name}", self._by_text.get(with_spaces(name)), repeat=repeat)

    def idle(self) -> None:
        """Let time pass: a press that was not repeated is over."""
        if self._what is not None and self._clock() - self._last_s > LIFE_S:
            self._end()

    def reset(self) -> None:
        """Forget the press under way: the source was lost or found again."""
        self._end()

    def _take(self, what: str, key: Key | None, *, repeat: bool) -> None:
        self.idle()
        now = self._clock()
        if not repeat:
            self._end()
            self._what, self._began_s, self._last_s = what, now, now
            if key is None:
                self._guard.stranger(what, now)
            elif self._guard.admit(f"{what} {key.text}", key.word, now):
                self._living = key
                self._emit(key.word, key.arguments, 0.0)
            return
        if what != self._what:  # a repeat of a press that was missed
            self._guard.log(what, "orphan repeat", now)
            return
        self._last_s = now
        held_s = now - self._began_s
        if self._living is not None and self._living.may_hold and 0 < held_s <= LONGEST_HOLD_S:
            self._emit(self._living.word, self._living.arguments, held_s)

    def _end(self) -> None:
        key, self._living = self._living, None
        if key is not None and self._on_released is not None:
            self._on_released(key.word, key.arguments, self._last_s - self._began_s)
        self._what = None
