"""rc_keymaps TOML, the format of v4l-utils, with any names: in and out.

The table's own key maps have the same format, with commands as names; they are read, with more
care, by :mod:`ir_codes.keymap`. A file may also hold raw entries, a key name with its pulses; these
are decoded.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping

from ir_codes.errors import BadKeyMap
from ir_codes.named_codes import NamedCode, Remote
from ir_codes.pulses import LONGEST_US
from ir_codes.recorded import first_code
from ir_codes.scancodes import Code, Layout, default_variant, layout, layout_of

_HEX = frozenset("0123456789abcdefABCDEFx")


def parse_rc_keymaps(text: str) -> list[Remote]:
    """Return the remotes of a file, one a ``[[protocols]]`` block.

    Raises:
        BadKeyMap: no TOML, or no block. Blocks and keys that cannot be used become notes.
    """
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadKeyMap(f"no TOML: {error}") from None
    blocks = document.get("protocols")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise BadKeyMap("no [[protocols]] block: this is no rc_keymaps file")
    return [_remote(block, number) for number, block in enumerate(blocks, 1)]


def write_rc_keymaps(remotes: Iterable[Remote], hold: Iterable[str] = ()) -> str:
    """Return remotes as a file, keys of one layout in one block; ``hold`` goes into the first."""
    held = list(hold)
    blocks = []
    for remote in remotes:
        tables: dict[tuple[str, str], list[str]] = {}
        for name, code in remote.keys:
            form, number = layout_of(code)
            line = f'0x{number:0{form.digits}x} = "{_quoted(name)}"'
            tables.setdefault((form.protocol, form.variant), []).append(line)
        for (protocol, variant), lines in tables.items():
            block = [
                "[[protocols]]",
                f'name = "{_quoted(remote.name)}"',
                f'protocol = "{protocol}"',
                f'variant = "{variant}"',
            ]
            if held:
                names = ", ".join('"' + _quoted(name) + '"' for name in held)
                block.append(f"hold = [{names}]")
                held = []
            blocks.append("\n".join([*block, "[protocols.scancodes]", *lines, ""]))
    return "\n".join(blocks)


def _remote(block: Mapping[str, object], number: int) -> Remote:
    name = str(block.get("name", f"remote {number}"))
    protocol = block.get("protocol")
    if protocol == "raw" or "raw" in block:
        return _raw_remote(name, block)
    variant = block.get("variant", default_variant(protocol))
    form = layout(protocol, variant)
    scancodes = block.get("scancodes", {})
    if form is None or not isinstance(scancodes, dict):
        return Remote(name, (), (f"{name}: protocol {protocol} {variant or ''} is not known",))
    keys: list[NamedCode] = []
    notes: list[str] = []
    for scancode, key in scancodes.items():
        code = _code(scancode, form)
        if code is None or not isinstance(key, str):
            notes.append(f"{name}: {scancode} = {key!r} is no {form.written} code with a name")
        else:
            keys.append(NamedCode(key, code))
    return Remote(name, tuple(keys), tuple(notes))


def _code(scancode: str, form: Layout) -> Code | None:
    """Return a code; many files write 16-bit addresses although they say variant ``nec``."""
    if not scancode or not _HEX.issuperset(scancode) or len(scancode) > 10:
        return None
    try:
        number = int(scancode, 0)
    except ValueError:
        return None
    wide = layout("nec", "necx") if form.variant == "nec" and number >> form.bits else form
    return None if wide is None or number >> wide.bits else wide.unpack(number)


def _raw_remote(name: str, block: Mapping[str, object]) -> Remote:
    keys: list[NamedCode] = []
    notes: list[str] = []
    for key, durations in _raw_entries(block.get("raw")):
        code = first_code(durations)
        if code is None:
            notes.append(f"{name}: the pulses of {key} are no frame that is known")
        else:
            keys.append(NamedCode(key, code))
    return Remote(name, tuple(keys), tuple(notes))


def _raw_entries(entries: object) -> Iterator[tuple[str, list[int]]]:
    for entry in entries if isinstance(entries, list) else []:
        if not isinstance(entry, dict):
            continue
        durations = entry.get("raw")
        if isinstance(durations, list) and all(
            type(us) is int and abs(us) <= LONGEST_US for us in durations
        ):
            yield str(entry.get("keycode", "?")), [abs(us) for us in durations]


def _quoted(text: str) -> str:
    return "".join(
        c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}"
        for c in text
        if ord(c) < 1 << 16
    )
