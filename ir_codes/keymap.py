"""Key maps: which code of which remote means which command. rc_keymaps TOML, our words as names.

A file holds ``[[protocols]]`` blocks with ``name``, ``protocol``, ``variant`` (``nec``: scancode
0xAACC; ``necx``: 0xAAaaCC, the address byte sent first on the left; others as
:mod:`ir_codes.scancodes` lists them) and the table ``[protocols.scancodes]``. ``hold = [..]``, in
a block or above the first, lists the commands whose keys may be held.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from ir_codes.encoder import pack_nec
from ir_codes.errors import BadKeyMap
from ir_codes.frames import Frame, Protocol
from ir_codes.scancodes import DEFAULT_VARIANTS, LAYOUTS, Code, Layout, code_of, layout
from ir_codes.words import REMOTE_WORDS, RemoteWord, complaint


@dataclass(frozen=True, slots=True)
class Key:
    """A key's meaning: the command as written, taken apart, and whether holding it says more."""

    text: str
    word: str
    arguments: tuple[str, ...]
    may_hold: bool


@dataclass(frozen=True, slots=True)
class KeyMap:
    """The keys of one or more remotes; ``name`` is the first block's."""

    name: str
    keys: Mapping[Code, Key] = field(default_factory=dict)

    def find(self, frame: Frame) -> Key | None:
        """Return what a frame means, or ``None`` for a remote or key that is not paired."""
        return self.keys.get(code_of(frame))

    def frames(self) -> tuple[int, ...]:
        """Return all 32 bits of every NEC key, for a decoder that is to look for these alone."""
        return tuple(
            pack_nec(code.address, code.command, extended=code.extended)
            for code in self.keys
            if code.protocol is Protocol.NEC
        )

    def protocols(self) -> frozenset[Protocol]:
        """Return the protocols that its remotes speak."""
        return frozenset(code.protocol for code in self.keys)

    def code_of(self, text: str) -> Code | None:
        """Return the code of the first key that says ``text``, or ``None``."""
        wanted = " ".join(text.split())
        return next((code for code, key in self.keys.items() if key.text == wanted), None)


def parse_key_map(text: str, words: Mapping[str, RemoteWord] = REMOTE_WORDS) -> KeyMap:
    """Return the key map that a TOML text describes.

    Args:
        text: the file's content.
        words: what a key may say.

    Raises:
        BadKeyMap: no TOML, an unknown field or protocol, a code that does not fit or comes twice,
            a command that a remote may not give; with the line where it stands.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadKeyMap(f"no TOML: {error}") from None
    except RecursionError:
        raise BadKeyMap("no TOML: brackets are nested too deep") from None
    return _Reader(text, words).read(document)


_TOP_FIELDS = ("protocols", "hold")
_BLOCK_FIELDS = ("name", "protocol", "variant", "hold", "scancodes")
_BLOCK = re.compile(r"^\s*\[\[\s*protocols\s*\]\]")
_SCANCODE = re.compile(r"0x[0-9a-f]{1,6}|[0-9]{1,8}", re.IGNORECASE)


class _Reader:
    """One parse: the document, and the text to find lines in."""

    def __init__(self, text: str, words: Mapping[str, RemoteWord]) -> None:
        self._lines = text.splitlines()
        self._words = words
        self._keys: dict[Code, Key] = {}
        self._hold: list[tuple[int, str]] = []

    def read(self, document: Mapping[str, object]) -> KeyMap:
        self._check_fields(document, _TOP_FIELDS, -1)
        blocks = document.get("protocols")
        if not isinstance(blocks, list) or not blocks:
            raise BadKeyMap("no [[protocols]] block: begin one with its name, protocol and variant")
        self._read_hold(document, -1)
        tables: list[tuple[int, Mapping[str, object]]] = []
        for place, block in enumerate(blocks):
            if not isinstance(block, dict):
                self._fail(place, "protocols", "a block is a table: write [[protocols]]")
            self._check_fields(block, _BLOCK_FIELDS, place)
            self._read_hold(block, place)
            tables.append((place, block))
        for place, block in tables:
            self._read_block(block, place)
        self._check_hold()
        name = tables[0][1].get("name")
        return KeyMap(name if isinstance(name, str) else "unnamed", self._keys)

    def _read_block(self, block: Mapping[str, object], place: int) -> None:
        name = block.get("name", "")
        if not isinstance(name, str):
            self._fail(place, "name", "a name is a text")
        form = self._layout(block, place)
        scancodes = block.get("scancodes")
        if not isinstance(scancodes, dict) or not scancodes:
            self._fail(place, "protocols", "no [protocols.scancodes] table with keys")
        for scancode, meaning in scancodes.items():
            code = self._code(scancode, place, form)
            if code in self._keys:
                said = self._keys[code].text
                self._fail(place, scancode, f"this code already says {said!r}")
            self._keys[code] = self._key(meaning, scancode, place)

    def _layout(self, block: Mapping[str, object], place: int) -> Layout:
        protocol = block.get("protocol")
        if not isinstance(protocol, str) or protocol not in DEFAULT_VARIANTS:
            known = ", ".join(f'"{name}"' for name in DEFAULT_VARIANTS)
            self._fail(place, "protocol", f"{protocol!r} is not known; write one of {known}")
        variant = block.get("variant", DEFAULT_VARIANTS[protocol])
        form = layout(protocol, variant)
        if form is None:
            known = ", ".join(f'"{row.variant}"' for row in LAYOUTS if row.protocol == protocol)
            self._fail(place, "variant", f"{variant!r} is not known; write one of {known}")
        return form

    def _code(self, scancode: str, place: int, form: Layout) -> Code:
        if not _SCANCODE.fullmatch(scancode):
            self._fail(place, scancode, "a scancode is a number such as 0x0045")
        number = int(scancode, 0 if scancode[:2].lower() == "0x" else 10)
        if number >> form.bits:
            wide = '; 16-bit addresses need variant = "necx"' if form.variant == "nec" else ""
            self._fail(place, scancode, f"the code is too long: write {form.written}{wide}")
        return form.unpack(number)

    def _key(self, meaning: object, scancode: str, place: int) -> Key:
        if not isinstance(meaning, str):
            self._fail(place, scancode, 'a meaning is a text such as "dice"')
        wrong = complaint(meaning, self._words)
        if wrong is not None:
            self._fail(place, scancode, wrong)
        word, *arguments = meaning.split()
        text = " ".join((word, *arguments))
        held = any(text == said for _, said in self._hold)
        if self._words[word].only_held and not held:
            self._fail(place, scancode, f"{word!r} is started by holding its key: add it to hold")
        return Key(text, word, tuple(arguments), held)

    def _read_hold(self, table: Mapping[str, object], place: int) -> None:
        hold = table.get("hold", [])
        if not isinstance(hold, list) or not all(isinstance(said, str) for said in hold):
            self._fail(place, "hold", 'hold is a list of commands such as ["lift"]')
        self._hold += [(place, " ".join(said.split())) for said in hold]

    def _check_hold(self) -> None:
        meanings = {key.text for key in self._keys.values()}
        for place, said in self._hold:
            if said not in meanings:
                self._fail(place, "hold", f"no key says {said[:40]!r}")

    def _check_fields(
        self, table: Mapping[str, object], known: tuple[str, ...], place: int
    ) -> None:
        for name in table:
            if name not in known:
                self._fail(place, name, f"unknown field; known are {', '.join(known)}")

    def _fail(self, place: int, name: str, wrong: str) -> NoReturn:
        line = next(self._lines_of(place, name), None)
        where = f"line {line}, " if line is not None else ""
        raise BadKeyMap(f"{where}{name[:40]!r}: {wrong}")

    def _lines_of(self, place: int, name: str) -> Iterator[int]:
        """Yield the lines of block ``place`` (-1: above the first) where a name is set."""
        setting = re.compile(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=")
        block = -1
        for number, line in enumerate(self._lines, 1):
            if _BLOCK.match(line):
                block += 1
                if block == place and name == "protocols":
                    yield number
            if block == place and setting.match(line):
                yield number
