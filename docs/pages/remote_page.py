"""Render the reference page of the infrared remote from the shipped key maps and word table."""

from collections.abc import Iterable, Sequence

from firmware_ctl.inputs.remote import SHIPPED_MAPS, load_key_map, shipped_map_text
from ir_codes.frames import Reason
from ir_codes.keymap import KeyMap
from ir_codes.scancodes import Code
from ir_codes.words import REMOTE_WORDS, RemoteWord

_INTRO = """# The infrared remote

This page is written by `make docs` from the data in `ir_codes/`; change the data, not the page.

Any remote of the NEC kind (38 kHz, 8- or 16-bit address) works the table. One press is one
command; what a held key repeats is heard only for the keys that the map lists under `hold`. A
remote has no secret: whoever can see the receiver can send any code. So it may start a throw of
the dice and never shape it, it may stop and never start again, and it reaches no rule, score or
setting.
"""

_OWN_MAP = """## A key map of your own

The format is that of rc_keymaps, with commands in place of key names. `variant = "nec"` takes
scancodes `0xAACC` (address, command), `variant = "necx"` takes `0xAAaaCC` for 16-bit addresses,
the byte sent first on the left. Several `[[protocols]]` blocks may stand in one file. Find the
codes of a remote with `mjtable ir decode`.

Address 0x00 is by far the most common of all: lamps, fans and heaters use it, and their remotes
will work the table too. Where that matters take a remote with another address.
"""

_REASONS = {
    Reason.LEADER: "data without a leader, or with another protocol's",
    Reason.LENGTH: "an interval that is neither a zero nor a one",
    Reason.BIT_COUNT: "more than 32 bits: another protocol, whatever the first 32 say",
    Reason.INVERSE: "the command and its inverse disagree",
    Reason.TRUNCATED: "fewer than 32 bits",
    Reason.OVERLAP: "two remotes at once",
    Reason.NOISE: "a few pulses that are nothing",
    Reason.UNPAIRED: "a good frame of a key that the key map does not know",
}


def render() -> str:
    """Return the page as Markdown."""
    maps = [_map(name, load_key_map(name)) for name in SHIPPED_MAPS]
    return "\n".join((_INTRO, _words(), *maps, _OWN_MAP, _example(), _reasons()))


def _words() -> str:
    rows = [
        (f"`{name}`", _arguments(word), "only when held" if word.only_held else "")
        for name, word in REMOTE_WORDS.items()
    ]
    return "## What a key may say\n\n" + _table(("command", "followed by", ""), rows)


def _arguments(word: RemoteWord) -> str:
    takes = word.describe()
    return f"nothing, or {takes}" if word.alone and takes != "nothing" else takes


def _map(name: str, key_map: KeyMap) -> str:
    rows = [
        (
            f"`{_address(code)}`",
            f"`0x{code.command:02x}`",
            f"`{key.text}`",
            "may be held" if key.may_hold else "",
        )
        for code, key in key_map.keys.items()
    ]
    return f"## Shipped map `{name}`\n\n" + _table(("address", "command", "says", ""), rows)


def _example() -> str:
    return f"The shipped map `21-key`:\n\n```toml\n{shipped_map_text('21-key')}```\n"


def _reasons() -> str:
    rows = [(f"`{reason}`", _REASONS[reason]) for reason in Reason]
    return "## Why a signal gave no command\n\n" + _table(("reason", "meaning"), rows)


def _address(code: Code) -> str:
    return f"0x{code.address:04x}" if code.extended else f"0x{code.address:02x}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
