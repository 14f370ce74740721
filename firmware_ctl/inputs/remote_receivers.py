"""Receivers put together: where the remote's presses come from, by name, and one path to the table.

A receiver is named ``KIND:PLACE``; a place alone is a LIRC node or FIFO in mode2:

    /dev/lirc-rx                       light as pulses, decoded here: the best, and the default
    scancode:/dev/lirc-rx              decoded by the kernel
    lircd:/var/run/lirc/lircd          decoded by lircd
    input:/dev/input/by-path/X-event   decoded by the kernel, taken from the input layer
    auto                               the first LIRC node that receives
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from firmware_ctl.inputs.remote import Emit, RemoteInput
from firmware_ctl.inputs.remote_guard import Guard, Record
from firmware_ctl.inputs.remote_keys import KeyInput
from firmware_ctl.inputs.remote_paths import OnePath
from hal.receivers.find import NAMED, find_receiver
from hal.receivers.input_device import InputParser, InputReader, Scan
from hal.receivers.lircd import Button, LircdParser, LircdReader
from hal.receivers.mode2 import Mode2Reader
from hal.receivers.reader import Reader, ReceiverChanged
from hal.receivers.scancode import Scancode, ScancodeParser, ScancodeReader
from ir_codes.keymap import KeyMap
from ir_codes.scancodes import layout

SILENCE_S = 0.15
"""A kernel that reports no timeouts leaves the last frame hanging; so long without a byte is
silence, for it is longer than the kernel's own timeout."""

AUTO = "auto"
_Seen = TypeVar("_Seen")

KINDS = ("mode2", "scancode", "lircd", "input")


class RemoteReceivers:
    """All receivers of one remote; words go to ``emit``, what people should know to ``note``."""

    def __init__(
        self,
        names: Sequence[str],
        key_map: KeyMap,
        emit: Emit,
        note: Callable[[str], None],
        record: Callable[[Record], None] | None = None,
    ) -> None:
        """Set them up; nothing is opened before ``start``.

        Raises:
            ValueError: a name has a kind that is not known.
        """
        self._key_map = key_map
        self._note = note
        self._record = record
        self._paths = OnePath(emit, self._now)
        self.guards: dict[str, Guard] = {}
        self._silences: dict[str, asyncio.TimerHandle] = {}
        self._readers = [self._reader(name) for name in names]

    def start(self) -> None:
        """Open all receivers, and keep trying those that are not there."""
        for reader in self._readers:
            reader.start()

    def close(self) -> None:
        """Stop reading; harmless when closed."""
        for reader in self._readers:
            reader.close()
        for silence in self._silences.values():
            silence.cancel()
        self._silences.clear()

    def switch(self, *, on: bool) -> None:
        """Turn the master switch: off, the remote is heard for stop alone."""
        for guard in self.guards.values():
            guard.enabled = on

    def _reader(self, name: str) -> Reader:
        kind, place = _taken_apart(name)
        guard = self.guards[name] = Guard(self._note, self._record)
        emit = self._paths.path(name)
        if kind == "mode2":
            return self._light(name, place, emit, guard)
        keys = KeyInput(self._key_map, emit, self._now, guard=guard)
        changed = partial(self._changed, keys.reset)
        match kind:
            case "lircd":
                return LircdReader(place, _taker(LircdParser(), keys, _button), changed)
            case "input":
                return InputReader(place, _taker(InputParser(), keys, _scan), changed)
            case _:
                return ScancodeReader(place, _taker(ScancodeParser(), keys, _scancode), changed)

    def _light(self, name: str, place: str, emit: Emit, guard: Guard) -> Reader:
        remote = RemoteInput(self._key_map, emit, guard=guard)

        def take(data: bytes) -> None:
            before = self._silences.pop(name, None)
            if before is not None:
                before.cancel()
            remote.feed(data)
            self._silences[name] = asyncio.get_running_loop().call_later(
                SILENCE_S, remote.idle, round(SILENCE_S * 1e6)
            )

        return Mode2Reader(place, take, partial(self._changed, remote.reset))

    def _changed(self, reset: Callable[[], None], change: ReceiverChanged) -> None:
        reset()
        self._note(change.text)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


class _Parser(Protocol[_Seen]):
    """Bytes of a receiver in, what it saw out."""

    def feed(self, data: bytes) -> list[_Seen]:
        """Take the next bytes."""


def _taker(
    parser: _Parser[_Seen], keys: KeyInput, tell: Callable[[KeyInput, _Seen], None]
) -> Callable[[bytes], None]:
    """Return what takes a receiver's bytes and tells the keys that they hold."""

    def take(data: bytes) -> None:
        for seen in parser.feed(data):
            tell(keys, seen)

    return take


def _button(keys: KeyInput, button: Button) -> None:
    keys.button(button.name, repeat=button.repeat > 0)


def _scancode(keys: KeyInput, seen: Scancode) -> None:
    form = layout(seen.protocol, seen.variant)
    if form is not None and not seen.scancode >> form.bits:
        keys.code(form.unpack(seen.scancode), repeat=seen.repeat)


def _scan(keys: KeyInput, seen: Scan) -> None:
    """Tell a scancode of the input layer, which names no protocol: by its length it is NEC's."""
    form = layout("nec", "necx" if seen.scancode >> 16 else "nec")
    if form is not None and not seen.scancode >> form.bits:
        keys.code(form.unpack(seen.scancode), repeat=seen.repeat)


def _taken_apart(name: str) -> tuple[str, str]:
    """Return the kind and the place of a receiver.

    Raises:
        ValueError: the kind is not known.
    """
    kind, colon, place = name.partition(":")
    if not colon or "/" in kind:
        kind, place = "mode2", name
    if kind not in KINDS:
        raise ValueError(f"receiver {name!r}: write one of {', '.join(KINDS)}, a colon, a place")
    if kind in ("mode2", "scancode") and place in (AUTO, ""):
        place = find_receiver() or str(NAMED)
    return kind, place
