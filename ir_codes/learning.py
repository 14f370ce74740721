"""Pair a remote: one key after the other is asked for, and what it sends is taken down. Pure.

The first press tells the remote; from then on only that remote counts. Every function gets a key of
its own, or none. What was learnt becomes a key map.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ir_codes.keymap import KeyMap, parse_key_map
from ir_codes.named_codes import NamedCode, Remote
from ir_codes.presses import Event, Pressed
from ir_codes.rc_keymaps import write_rc_keymaps
from ir_codes.scancodes import Code, code_of

FUNCTIONS = (
    "lift",
    "open-loading",
    "stop",
    "pause",
    "dice",
    "dice 0",
    "dice 1",
    "dice 2",
    "dice 3",
    "dealer roulette",
    "dealer 0",
    "dealer 1",
    "dealer 2",
    "dealer 3",
    "deal",
    "program next",
    "program previous",
    "program confirm",
    "lock",
    "mute",
    "lamp",
)
"""What is asked for, in this order."""

HOLD = ("lift", "open-loading")
"""Commands whose keys may be held, where they are learnt."""


class Answer(StrEnum):
    """What became of a press."""

    TAKEN = "taken"
    USED = "used"  # another function has this key
    STRANGER = "stranger"  # another remote, or another protocol
    DONE = "done"  # nothing is asked for any more


@dataclass(frozen=True, slots=True)
class Learnt:
    """A press that was understood: its code, what became of it, and with which function."""

    code: Code
    answer: Answer
    function: str


class Learner:
    """Events in, a key map out."""

    def __init__(self, functions: Sequence[str] = FUNCTIONS) -> None:
        self._functions = functions
        self._place = 0
        self._keys: dict[Code, str] = {}
        self._remote: Code | None = None

    @property
    def asked(self) -> str | None:
        """Return the function whose key is wanted now, or ``None`` at the end."""
        return self._functions[self._place] if self._place < len(self._functions) else None

    @property
    def remote(self) -> Code | None:
        """Return the first code that was taken: it tells the remote."""
        return self._remote

    def skip(self) -> None:
        """Leave out the function that is asked for."""
        self._place += 1

    def feed(self, event: Event) -> Learnt | None:
        """Take an event; return what a press did. Repeats and refused light do nothing."""
        if not isinstance(event, Pressed):
            return None
        code = code_of(event.frame)
        function = self.asked
        if function is None:
            return Learnt(code, Answer.DONE, "")
        if self._remote is not None and _remote_of(code) != _remote_of(self._remote):
            return Learnt(code, Answer.STRANGER, function)
        if code in self._keys:
            return Learnt(code, Answer.USED, self._keys[code])
        self._remote = self._remote or code
        self._keys[code] = function
        self._place += 1
        return Learnt(code, Answer.TAKEN, function)

    def key_map_text(self, name: str) -> str:
        """Return what was learnt as a key map file; empty where nothing was."""
        if not self._keys:
            return ""
        keys = tuple(NamedCode(function, code) for code, function in self._keys.items())
        hold = [function for function in HOLD if function in self._keys.values()]
        return write_rc_keymaps([Remote(name, keys)], hold)

    def key_map(self, name: str) -> KeyMap:
        """Return what was learnt.

        Raises:
            BadKeyMap: nothing was learnt.
        """
        return parse_key_map(self.key_map_text(name))


def warnings(code: Code, common: Iterable[KeyMap]) -> list[str]:
    """Return what people should know of a remote, by its first key.

    Args:
        code: the first key that was pressed.
        common: maps of remotes that many households have.
    """
    told = []
    if code.address == 0:
        told.append(
            "address 0x00 is the most common of all: remotes of lamps, fans and heaters will work "
            "the table too; take a remote with another address if you can"
        )
    same = [
        key_map.name
        for key_map in common
        if any(_remote_of(known) == _remote_of(code) for known in key_map.keys)
    ]
    if same:
        told.append(f"common remotes have the same address: {', '.join(same)}")
    return told


def _remote_of(code: Code) -> tuple[object, ...]:
    return code.protocol, code.address, code.extended
