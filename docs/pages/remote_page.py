"""Render the reference page of the infrared remote from the shipped key maps and word table."""

from collections.abc import Iterable, Sequence

from firmware_ctl.inputs.remote import SHIPPED_MAPS, load_key_map, shipped_map_text
from ir_codes.frames import Reason
from ir_codes.keymap import KeyMap
from ir_codes.picture import REASONS
from ir_codes.scancodes import LAYOUTS, Code
from ir_codes.words import REMOTE_WORDS, RemoteWord

_INTRO = """# The infrared remote

This page is written by `make docs` from the data in `ir_codes/`; change the data, not the page.

Any remote of the NEC kind (38 kHz, 8- or 16-bit address) works the table; RC-5, RC-6, SIRC, NECx
and TC9012 remotes do too when a key map names them. One press is one command; what a held key
repeats is heard only for the keys that the map lists under `hold`. How damaged light is read, and
how sure a key is, stands in `docs/ir-decoding.md`.

A remote has no secret: whoever can see the receiver can send any code. So it may start a throw of
the dice and never shape it, it may stop and never start again, and it reaches no rule, score or
setting. More than five commands a second are ignored; after twenty codes of other remotes in ten
seconds only `stop` is heard until it has been quiet for ten seconds.
"""

_RECEIVERS = """## Receivers

| name | what it reads |
| --- | --- |
| `/dev/lirc-rx`, `mode2:auto` | the light's pulses, from a LIRC node or a FIFO: the best |
| `scancode:/dev/lirc-rx` | what the kernel has decoded |
| `lircd:/var/run/lirc/lircd` | what lircd has decoded; its names are commands, `dice_2` |
| `input:/dev/input/by-path/...-event` | the kernel's codes from an input device, grabbed |

Several may be read at once: the one that speaks first owns the remote for a second, and what the
others say of the same press is dropped. udev gives the receiver its name, since `/dev/lirc0` may be
a sender:

    ACTION=="add", SUBSYSTEM=="lirc", DRIVERS=="gpio_ir_recv", SYMLINK+="lirc-rx"
    SUBSYSTEM=="lirc", GROUP="video", MODE="0660"
"""

_OWN_MAP = """## A key map of your own

`mjtable ir learn /dev/lirc-rx --yes --output remote.toml` asks for every key and writes the file;
`mjtable ir map` takes over rc_keymaps files and lircd.conf. The format is that of rc_keymaps, with
commands in place of key names. Several `[[protocols]]` blocks may stand in one file.

Address 0x00 is by far the most common of all: lamps, fans and heaters use it, and their remotes
will work the table too. Where that matters take a remote with another address.
"""


def render() -> str:
    """Return the page as Markdown."""
    maps = [_map(name, load_key_map(name)) for name in SHIPPED_MAPS]
    parts = (_INTRO, _words(), _RECEIVERS, *maps, _OWN_MAP, _layouts(), _example(), _reasons())
    return "\n".join(parts)


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


def _layouts() -> str:
    rows = [(f"`{row.protocol}`", f"`{row.variant}`", f"`{row.written}`") for row in LAYOUTS]
    note = "In `0xAAaaCC` the address byte sent first stands on the left.\n\n"
    return note + _table(("protocol", "variant", "scancode"), rows)


def _example() -> str:
    return f"The shipped map `21-key`:\n\n```toml\n{shipped_map_text('21-key')}```\n"


def _reasons() -> str:
    rows = [(f"`{reason}`", REASONS[reason]) for reason in Reason]
    return "## Why a signal gave no command\n\n" + _table(("reason", "meaning"), rows)


def _address(code: Code) -> str:
    return f"0x{code.address:04x}" if code.extended else f"0x{code.address:02x}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
