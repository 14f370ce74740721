"""Flipper Zero's .ir files: blocks of ``name: value`` lines, raw pulses or a protocol's numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ir_codes.encoder import encode_raw
from ir_codes.errors import BadPulses
from ir_codes.lines import Capture
from ir_codes.pulses import LONGEST_US
from ir_codes.scancodes import Code

HEAD = "Filetype: IR signals file\nVersion: 1\n"
DUTY = "0.330000"
CARRIER_HZ = 38_000


def parse_flipper(text: str) -> list[Capture]:
    """Return the signals of a file by their names; of parsed ones, those of NEC alone.

    Raises:
        BadPulses: this is no such file, or a signal in it cannot be read.
    """
    if not text.lstrip("\ufeff").startswith(("Filetype: IR signals file", "Filetype: IR library")):
        raise BadPulses("no Flipper file: it begins with 'Filetype: IR signals file'")
    found = (_capture(block) for block in _blocks(text))
    return [capture for capture in found if capture is not None]


def write_flipper(captures: Iterable[Capture]) -> str:
    """Return signals as a file of raw signals."""
    blocks = [HEAD]
    blocks += [
        f"#\nname: {capture.id}\ntype: raw\nfrequency: {capture.carrier_hz or CARRIER_HZ}\n"
        f"duty_cycle: {DUTY}\ndata: {' '.join(map(str, capture.durations_us))}\n"
        for capture in captures
    ]
    return "".join(blocks)


def write_flipper_key(name: str, code: Code) -> str:
    """Return a NEC key as a file with its numbers, which a Flipper can also repeat."""
    first, second = code.address & 0xFF, code.address >> 8
    inverse = f"{code.command ^ 0xFF:02X}" if code.extended else "00"
    return (
        f"{HEAD}#\nname: {name}\ntype: parsed\nprotocol: {'NECext' if code.extended else 'NEC'}\n"
        f"address: {first:02X} {second:02X} 00 00\ncommand: {code.command:02X} {inverse} 00 00\n"
    )


def _blocks(text: str) -> Iterator[Mapping[str, str]]:
    block: dict[str, str] = {}
    for line in text.splitlines():
        field, colon, value = line.partition(":")
        if line.startswith("#") or not colon:
            continue
        if field == "name" and block:
            yield block
            block = {}
        if field in ("name", "type", "protocol", "address", "command", "frequency", "data"):
            block[field] = value.strip()
    if block:
        yield block


def _capture(block: Mapping[str, str]) -> Capture | None:
    name = block.get("name", "unnamed")
    if block.get("type") == "raw":
        frequency = block.get("frequency", "")
        carrier = int(frequency) if frequency.isdigit() and len(frequency) < 7 else None
        return Capture(name, _durations(block.get("data", ""), name), carrier)
    address, command = (_bytes(block.get(field, ""), name) for field in ("address", "command"))
    match block.get("protocol"):
        case "NEC":
            sent = (address[0], address[0] ^ 0xFF, command[0], command[0] ^ 0xFF)
        case "NECext":
            sent = (address[0], address[1], command[0], command[1])
        case _:
            return None
    return Capture(name, encode_raw(int.from_bytes(bytes(sent), "little")), CARRIER_HZ)


def _durations(data: str, name: str) -> tuple[int, ...]:
    words = data.split()
    if not words or not all(w.isascii() and w.isdigit() and len(w) < 9 for w in words):
        raise BadPulses(f"signal {name[:40]!r}: data are whole µs, such as 9000 4500 560")
    return tuple(min(int(word), LONGEST_US) for word in words)


def _bytes(text: str, name: str) -> Sequence[int]:
    words = text.split()
    try:
        found = [int(word, 16) for word in words]
    except ValueError:
        found = []
    if len(found) < 2 or not all(0 <= byte <= 0xFF for byte in found):
        raise BadPulses(
            f"signal {name[:40]!r}: {text[:20]!r} is no address or command of hex bytes"
        )
    return found
