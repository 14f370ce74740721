"""lircd.conf in and out: LIRC's description of a remote (man lircd.conf, LIRC 0.10).

LIRC writes a code's bits in the order of sending, highest first, so they are turned around here.
Read are space-coded remotes of 32 bits, NEC's kind, and raw codes, which are decoded. Whatever else
a file holds becomes a note.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ir_codes.encoder import pack_nec
from ir_codes.errors import BadKeyMap
from ir_codes.frames import Protocol
from ir_codes.named_codes import NamedCode, Remote, with_spaces, without_spaces
from ir_codes.recorded import first_code
from ir_codes.scancodes import Code

BITS = 32
NEC_HEADER_US = (7_000, 11_300)
NECX_HEADER_US = (3_800, 5_300)

_HEAD = """begin remote
  name           {name}
  bits           16
  flags          SPACE_ENC|CONST_LENGTH
  eps            30
  aeps           200
  header         9000 4500
  one            563  1687
  zero           563  563
  ptrail         563
  repeat         9000 2250
  pre_data_bits  16
  pre_data       0x{address:04X}
  gap            108000
  frequency      38000
  begin codes
"""
_TAIL = "  end codes\nend remote\n"


def write_lircd_conf(remotes: Iterable[Remote]) -> str:
    """Return remotes as lircd.conf, one block an address; names have underscores for spaces.

    Raises:
        BadKeyMap: a key is not NEC's; LIRC would need another block for it.
    """
    blocks: dict[str, list[str]] = {}
    for remote in remotes:
        addresses: dict[int, list[tuple[str, int]]] = {}
        for name, code in remote.keys:
            if code.protocol is not Protocol.NEC:
                raise BadKeyMap(f"key {name!r} is {code.protocol}: only NEC keys can be written")
            sent = _turned(pack_nec(code.address, code.command, extended=code.extended))
            addresses.setdefault(sent >> 16, []).append((without_spaces(name), sent & 0xFFFF))
        for place, (address, keys) in enumerate(addresses.items(), 1):
            name = without_spaces(remote.name) + (f"_{place}" if place > 1 else "")
            lines = [f"    {key:<24} 0x{sent:04X}\n" for key, sent in keys]
            blocks[name] = [_HEAD.format(name=name, address=address), *lines, _TAIL]
    return "\n".join("".join(lines) for lines in blocks.values())


@dataclass(slots=True)
class _Block:
    """The settings and codes of one ``begin remote`` block."""

    settings: dict[str, list[str]] = field(default_factory=dict)
    codes: list[tuple[str, str]] = field(default_factory=list)
    raw: list[tuple[str, list[int]]] = field(default_factory=list)


def parse_lircd_conf(text: str) -> list[Remote]:
    """Return the remotes of a file; names have spaces for underscores.

    Raises:
        BadKeyMap: the text holds no remote.
    """
    blocks = list(_blocks(text))
    if not blocks:
        raise BadKeyMap("no 'begin remote': this is no lircd.conf")
    return [_remote(block) for block in blocks]


def _blocks(text: str) -> Iterator[_Block]:
    block: _Block | None = None
    section = ""
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        match words[0].lower(), words[1:2]:
            case "begin", ["remote"]:
                block, section = _Block(), ""
            case "end", ["remote"] if block is not None:
                yield block
                block = None
            case "begin", [what]:
                section = what
            case "end", _:
                section = ""
            case _ if block is not None:
                _take(block, section, words)


def _take(block: _Block, section: str, words: Sequence[str]) -> None:
    if section == "codes" and len(words) > 1:
        block.codes.append((words[0], words[1]))
    elif section == "raw_codes":
        if words[0] == "name" and len(words) > 1:
            block.raw.append((words[1], []))
        elif block.raw:
            block.raw[-1][1].extend(int(us) for us in words if us.isdigit() and len(us) < 9)
    elif not section:
        block.settings[words[0].lower()] = list(words[1:])


def _remote(block: _Block) -> Remote:
    name = " ".join(block.settings.get("name", ["unnamed"]))
    protocol = _protocol(block)
    keys: list[NamedCode] = []
    notes: list[str] = []
    if block.codes and protocol is None:
        notes.append(f"{name}: not of NEC's kind (32 bits, space-coded, leader 9 or 4.5 ms)")
    elif protocol is not None:
        for key, number in block.codes:
            sent = _sent(block, number)
            code = None if sent is None else _code(_turned(sent), protocol)
            if code is None:
                notes.append(f"{name}: {key} {number[:20]} is no checked code")
            else:
                keys.append(NamedCode(with_spaces(key), code))
    for key, durations in block.raw:
        found = first_code(durations)
        if found is None:
            notes.append(f"{name}: the pulses of {key} are no frame that is known")
        else:
            keys.append(NamedCode(with_spaces(key), found))
    return Remote(name, tuple(keys), tuple(notes))


def _protocol(block: _Block) -> Protocol | None:
    """Return NEC or NECx by the leader's length, or ``None`` for what is neither."""
    bits = sum(_setting(block, name, 0) for name in ("bits", "pre_data_bits", "post_data_bits"))
    leader_us = _setting(block, "header", 0)
    if bits != BITS or _setting(block, "one", 0) > 1_000:
        return None
    if NEC_HEADER_US[0] <= leader_us <= NEC_HEADER_US[1]:
        return Protocol.NEC
    return Protocol.NECX if NECX_HEADER_US[0] <= leader_us <= NECX_HEADER_US[1] else None


def _sent(block: _Block, number: str) -> int | None:
    """Return all 32 bits in the order of sending, the first one highest."""
    reverse = "REVERSE" in "".join(block.settings.get("flags", [])).upper().split("|")
    sent = 0
    for bits_name, value in (
        ("pre_data_bits", _setting(block, "pre_data", 0)),
        ("bits", _parsed(number)),
        ("post_data_bits", _setting(block, "post_data", 0)),
    ):
        bits = _setting(block, bits_name, 0)
        if value is None or bits < 0 or value >> bits:
            return None
        sent = sent << bits | (_turned(value, bits) if reverse else value)
    return sent


def _code(raw: int, protocol: Protocol) -> Code | None:
    first, second, command, inverse = raw.to_bytes(4, "little")
    if command ^ inverse != 0xFF:
        return None
    if protocol is Protocol.NECX and first == second:
        return Code(first, extended=False, command=command, protocol=Protocol.TC9012)
    if protocol is Protocol.NEC and first ^ second == 0xFF:
        return Code(first, extended=False, command=command)
    return Code(first | second << 8, extended=True, command=command, protocol=protocol)


def _setting(block: _Block, name: str, otherwise: int) -> int:
    words = block.settings.get(name, [])
    value = _parsed(words[0]) if words else None
    return otherwise if value is None else value


def _parsed(text: str) -> int | None:
    try:
        return int(text, 0) if len(text) <= 20 else None
    except ValueError:
        return None


def _turned(value: int, bits: int = BITS) -> int:
    """Return a number's bits in the opposite order."""
    return int(f"{value:0{bits}b}"[::-1], 2) if bits else 0
