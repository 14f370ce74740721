"""Write the host's constants, the board's header and the reference page from the register map.

Usage: ``python board/generate.py`` writes them; with ``--check`` it only tells which are not
current and ends with 1 if any is not.
"""

import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "board" / "register_map.toml"
ORIGIN = "board/register_map.toml"
WIDTH = 100

ENUMS_OF_HAL = ("Actuator", "Input")
"""Written by hand in ``hal.ids``, where every backend has them from; a test compares."""

COMMANDS_TEXT = """\
## Commands

The blocks *cycle*, *mailbox* and *display* are commands. Each begins with a nonce and a guard, and
is written whole, with FC 16 or with FC 23, which writes first and then reads.

- **Nonce.** A request carries a nonce that is *newer* than the last one taken: the difference
  modulo 65,536 is in 1..32,767. The first nonce after a start is always new. A command with another
  nonce is a late copy: it changes nothing and is answered with exception 3. `status.nonce` echoes
  the newest nonce taken, so a reply that carries another nonce belongs to another request. A host
  that has just connected reads `status.nonce` and goes on from there.
- **Guard.** `guard = NOT (nonce XOR sum)`, all 16 bits. The sum starts at 0; for every word after
  the guard it is rotated left by one bit, then the word is added, modulo 65,536. With a wrong guard
  the command is answered with exception 3 and changes nothing. Worked rows:

  | words after the guard | nonce | guard |
  | --- | --- | --- |
  | 0000 0000 0000 0000 | 0001 | {guard_zero} |
  | 0001 0000 0001 0007 (cycle: arm, ready lamp, heartbeat 7) | 1234 | {guard_cycle} |
  | 0001 0002 0002 03E8 0000 0000 011C 0000 1F40 (mailbox: dome up) | 1235 | {guard_mail} |

- **Sequence.** A mailbox command whose `seq` is not newer than `status.last_seq` (same rule) is
  acknowledged and not done. A retry keeps its seq and takes a new nonce.
- **Result.** Whether a motion was taken or refused stands in `status.result`; either way it ends
  with one motion_ended event. A refusal is no Modbus exception: an exception carries no nonce.

## Exceptions

| code | meaning |
| --- | --- |
| 1 | function code not known |
| 2 | address not in the map, or part of a command block |
| 3 | bad guard, nonce that is not newer, or value out of range |
| 4 | not in this state: a setting while armed |
| 6 | busy: settings are being saved |

A frame with a bad CRC, or for another unit, gets no answer. Exceptions carry no nonce, so a host
does not take them for the answer to the request under way; it counts them and waits on.
"""


def guard(nonce: int, words: list[int]) -> int:
    """Return the guard of a command block; the same sum stands in the page's text."""
    total = 0
    for word in words:
        total = ((total << 1 | total >> 15) + word) & 0xFFFF
    return ~(nonce ^ total) & 0xFFFF


@dataclass(frozen=True, slots=True)
class Register:
    """One register of a block, at ``offset`` words from its start."""

    name: str
    offset: int
    words: int
    about: str
    unit: str
    enum: str
    low: int | None
    high: int | None
    default: int | None


@dataclass(frozen=True, slots=True)
class Block:
    """A block; a ring or table has ``entries`` of ``entry_words`` after ``head`` words."""

    name: str
    address: int
    access: str
    about: str
    head: int
    entries: int
    entry_words: int
    registers: tuple[Register, ...]

    @property
    def words(self) -> int:
        """Return the length of the whole block."""
        return self.head + self.entries * self.entry_words


@dataclass(frozen=True, slots=True)
class Enum:
    """Named values, or named bits; the reference board has the first ``fitted`` of them."""

    name: str
    about: str
    bits: bool
    values: tuple[tuple[int, str, str], ...]
    fitted: int


@dataclass(frozen=True, slots=True)
class Limit:
    """An actuator's limits as delivered."""

    longest_run: int
    current: int
    end_stops: int
    must_be_safe: int


@dataclass(frozen=True, slots=True)
class Map:
    """The whole map."""

    major: int
    minor: int
    magic: int
    unit: int
    about: str
    enums: tuple[Enum, ...]
    blocks: tuple[Block, ...]
    limits: tuple[Limit, ...]


def read_map(path: Path = SOURCE) -> Map:
    """Read and check the map.

    Raises:
        ValueError: blocks overlap, or a name is not known; the text says which.
    """
    with path.open("rb") as file:
        data: dict[str, Any] = tomllib.load(file)
    enums = tuple(_enum(each) for each in data["enum"])
    known = {enum.name for enum in enums}
    blocks = tuple(sorted((_block(each) for each in data["block"]), key=lambda b: b.address))
    for before, after in pairwise(blocks):
        if before.address + before.words > after.address:
            raise ValueError(f"{ORIGIN}: block {before.name} runs into {after.name}; move one")
    for block in blocks:
        for register in block.registers:
            if register.enum and register.enum not in known:
                raise ValueError(f"{ORIGIN}: {block.name}.{register.name}: no enum {register.enum}")
    head = data["map"]
    return Map(
        head["major"], head["minor"], head["magic"], head["unit"], head["about"].strip(),
        enums, blocks, tuple(_limits(data, enums)),
    )  # fmt: skip


def _enum(data: dict[str, Any]) -> Enum:
    values = tuple((row[0], row[1], row[2] if len(row) > 2 else "") for row in data["values"])
    fitted = data.get("fitted", len(values))
    return Enum(data["name"], data["about"], data.get("bits", False), values, fitted)


def _block(data: dict[str, Any]) -> Block:
    registers = []
    offset = 0
    for row in data["registers"]:
        words = row.get("words", 1)
        registers.append(
            Register(
                row["name"], offset, words, row["about"], row.get("unit", ""),
                row.get("enum", ""), row.get("min"), row.get("max"), row.get("default"),
            )
        )  # fmt: skip
        offset += words
    return Block(
        data["name"], data["address"], data["access"], data["about"],
        int(data.get("head", False)), data.get("entries", 1), offset, tuple(registers),
    )  # fmt: skip


def _limits(data: dict[str, Any], enums: tuple[Enum, ...]) -> Iterator[Limit]:
    """Give the row of each actuator that the reference board has, in order.

    ``DOME_UP`` or, by side, ``TRAY_UP`` name end stops.
    """
    numbers = {enum.name: {name: value for value, name, _ in enum.values} for enum in enums}
    rows = {name: row for row in data["limit"] for name in row["actuators"]}
    every_guard = sum(1 << bit for bit in numbers["Guard"].values())

    def stop(row: dict[str, Any], key: str, actuator: str) -> int:
        if key not in row:
            return 0xFF
        inputs = numbers["Input"]
        side = actuator.rpartition("_")[2]
        return inputs[row[key]] if row[key] in inputs else inputs[f"{row[key]}_{side}"]

    (actuators,) = (enum for enum in enums if enum.name == "Actuator")
    for _, actuator, _ in actuators.values[: actuators.fitted]:
        row = rows[actuator]
        stops = stop(row, "forward", actuator) << 8 | stop(row, "reverse", actuator)
        yield Limit(row["longest_run"], row["current"], stops, every_guard)


# The host's constants.


def python_text(table: Map) -> str:
    """Return ``hal/line/registers.py``."""
    lines = [
        f'"""Name the registers of map {table.major}.{table.minor}.',
        "",
        f"Written by board/generate.py from {ORIGIN}.",
        '"""',
        "",
        "from enum import IntEnum, IntFlag",
        "from typing import Final",
        "",
        f"MAP_MAJOR: Final = {table.major}",
        f"MAP_MINOR: Final = {table.minor}",
        f"MAGIC: Final = 0x{table.magic:04X}",
        f"UNIT: Final = {table.unit}",
    ]
    for enum in table.enums:
        if enum.name not in ENUMS_OF_HAL:
            lines += ["", "", *_python_enum(enum)]
    for block in table.blocks:
        lines += ["", "", *_python_block(block)]
    lines += ["", "", "LIMITS_AS_DELIVERED: Final = ("]
    for limit in table.limits:
        row = (limit.longest_run, limit.current, limit.end_stops, limit.must_be_safe)
        lines.append(f"    ({row[0]}, {row[1]}, 0x{row[2]:04X}, {row[3]}),")
    lines += [")", '"""Per actuator: the words of its entry in the limits block."""', ""]
    return "\n".join(lines)


def _python_enum(enum: Enum) -> Iterator[str]:
    yield f"class {enum.name}({'IntFlag' if enum.bits else 'IntEnum'}):"
    yield from _docstring(enum.about)
    yield ""
    for value, name, about in enum.values:
        number = f"1 << {value}" if enum.bits else _number(value)
        line = f"    {name} = {number}"
        if not about:
            yield line
        elif len(line) + len(about) + 4 <= WIDTH:
            yield f"{line}  # {about}"
        else:
            yield f"    # {about}"
            yield line


def _python_block(block: Block) -> Iterator[str]:
    name = "".join(part.title() for part in block.name.split("_"))
    yield f"class {name}:"
    yield from _docstring(block.about)
    yield ""
    yield f"    ADDRESS: Final = 0x{block.address:04X}"
    yield f"    WORDS: Final = {block.words}"
    if block.entries > 1:
        yield f"    HEAD: Final = {block.head}"
        yield f"    ENTRIES: Final = {block.entries}"
        yield f"    ENTRY_WORDS: Final = {block.entry_words}"
    for register in block.registers:
        yield f"    {register.name.upper()}: Final = {register.offset}"
    ranged = [r for r in block.registers if r.default is not None]
    if ranged:
        yield "    RANGES: Final = {"
        for register in ranged:
            low = register.low if register.low is not None else 0
            high = register.high if register.high is not None else 0xFFFF
            for word in range(register.words):
                row = f"({low}, {high}, {register.default})"
                yield f"        {register.offset + word}: {row},"
        yield "    }"
        yield '    """Lowest, highest and delivered value by offset."""'


def _docstring(text: str) -> Iterator[str]:
    first, _, rest = " ".join(text.split()).partition(". ")
    yield f'    """{first.rstrip(".")}.' + ("" if rest else '"""')
    if rest:
        yield ""
        yield from (f"    {line}" for line in _wrapped(rest, WIDTH - 4))
        yield '    """'


def _number(value: int) -> str:
    return f"0x{value:04X}" if value > 255 else str(value)


def _wrapped(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line


# The board's header.


def c_text(table: Map) -> str:
    """Return ``board/firmware/include/register_map.h``."""
    lines = [
        f"/* The register map {table.major}.{table.minor}; written by board/generate.py from",
        f" * {ORIGIN}. */",
        "#ifndef MJ_REGISTER_MAP_H",
        "#define MJ_REGISTER_MAP_H",
        "",
        f"#define MJ_MAP_MAJOR {table.major}u",
        f"#define MJ_MAP_MINOR {table.minor}u",
        f"#define MJ_MAGIC 0x{table.magic:04X}u",
        f"#define MJ_UNIT {table.unit}u",
    ]
    for enum in table.enums:
        lines += ["", *_c_enum(enum)]
    for block in table.blocks:
        lines += ["", *_c_block(block)]
    rows = [
        f"    {{{x.longest_run}u, {x.current}u, 0x{x.end_stops:04X}u, {x.must_be_safe}u}}"
        for x in table.limits
    ]
    lines += ["", "/* Per actuator: the words of its entry in the limits block, as delivered. */"]
    lines += ["#define MJ_LIMITS_AS_DELIVERED { \\", ", \\\n".join(rows) + " \\", "}"]
    lines += ["", "#endif", ""]
    return "\n".join(lines)


def _c_enum(enum: Enum) -> Iterator[str]:
    stem = f"MJ_{_upper(enum.name)}"
    yield from _c_comment(enum.about)
    width = max(len(name) for _, name, _ in enum.values)
    for value, name, about in enum.values:
        number = f"(1u << {value})" if enum.bits else f"{_number(value)}u"
        note = f" /* {about} */" if about else ""
        yield f"#define {stem}_{name:<{width}} {number}{note}"
    if not enum.bits and enum.name in ENUMS_OF_HAL:
        yield f"#define {stem}_COUNT {enum.fitted}u"


def _c_block(block: Block) -> Iterator[str]:
    stem = f"MJ_{block.name.upper()}"
    yield from _c_comment(block.about)
    yield f"#define {stem}_ADDRESS 0x{block.address:04X}u"
    yield f"#define {stem}_WORDS {block.words}u"
    if block.entries > 1:
        yield f"#define {stem}_HEAD {block.head}u"
        yield f"#define {stem}_ENTRIES {block.entries}u"
        yield f"#define {stem}_ENTRY_WORDS {block.entry_words}u"
    for register in block.registers:
        yield f"#define {stem}_{register.name.upper()} {register.offset}u /* {register.about} */"
    for register in block.registers:
        name = f"{stem}_{register.name.upper()}"
        for suffix, value in (
            ("MIN", register.low), ("MAX", register.high), ("DEFAULT", register.default),
        ):  # fmt: skip
            if value is not None:
                yield f"#define {name}_{suffix} {value}u"


def _c_comment(text: str) -> Iterator[str]:
    lines = list(_wrapped(text, WIDTH - 6))
    yield f"/* {lines[0]}" + (" */" if len(lines) == 1 else "")
    for number, line in enumerate(lines[1:], 2):
        yield f" * {line}" + (" */" if number == len(lines) else "")


def _upper(name: str) -> str:
    return "".join(f"_{c}" if c.isupper() and i else c for i, c in enumerate(name)).upper()


# The reference page.


def page_text(table: Map) -> str:
    """Return ``docs/reference/register-map.md``."""
    commands = COMMANDS_TEXT.format(
        guard_zero=f"{guard(0x0001, [0, 0, 0, 0]):04X}",
        guard_cycle=f"{guard(0x1234, [1, 0, 1, 7]):04X}",
        guard_mail=f"{guard(0x1235, [1, 2, 2, 0x3E8, 0, 0, 0x11C, 0, 0x1F40]):04X}",
    )
    lines = [
        f"# Register map {table.major}.{table.minor}",
        "",
        f"Written by `board/generate.py` from `{ORIGIN}`; change it there.",
        "",
        table.about,
        "",
        commands,
        "## Blocks",
        "",
        "| block | address | words | access |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f"| [{b.name}](#{b.name}) | 0x{b.address:04X} | {b.words} | {b.access} |"
        for b in table.blocks
    ]
    for block in table.blocks:
        lines += ["", *_page_block(block)]
    lines += ["", "## Values"]
    for enum in table.enums:
        lines += ["", *_page_enum(enum)]
    lines += ["", "## Limits as delivered", "", *_page_limits(table), ""]
    return "\n".join(lines)


def _page_block(block: Block) -> Iterator[str]:
    yield f"### {block.name}"
    yield ""
    yield from _wrapped(block.about, WIDTH)
    yield ""
    if block.entries > 1:
        start = block.address + block.head
        yield (
            f"{block.entries} entries of {block.entry_words} words; entry n begins at "
            f"0x{start:04X} + {block.entry_words} n."
        )
        yield ""
    yield "| offset | words | register | unit | range | meaning |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for r in block.registers:
        allowed = "" if r.low is None else f"{r.low}..{r.high}"
        if r.default is not None:
            allowed = f"{allowed} ({r.default})".lstrip()
        about = f"{r.about} ([{r.enum}](#{r.enum.lower()}))" if r.enum else r.about
        about = about.replace("|", "\\|")
        yield f"| {r.offset} | {r.words} | `{r.name}` | {r.unit} | {allowed} | {about} |"


def _page_enum(enum: Enum) -> Iterator[str]:
    yield f"### {enum.name}"
    yield ""
    yield from _wrapped(enum.about, WIDTH)
    yield ""
    yield f"| {'bit' if enum.bits else 'value'} | name | meaning |"
    yield "| --- | --- | --- |"
    for value, name, about in enum.values:
        meaning = about.replace("|", "\\|")
        yield f"| {_number(value)} | {name.lower()} | {meaning} |"


def _page_limits(table: Map) -> Iterator[str]:
    actuators = next(enum for enum in table.enums if enum.name == "Actuator")
    inputs = next(enum for enum in table.enums if enum.name == "Input")
    names = {value: name.lower() for value, name, _ in inputs.values}
    yield "| actuator | longest run | stall current | ends forward | ends reverse |"
    yield "| --- | --- | --- | --- | --- |"
    for (_, name, _), limit in zip(actuators.values, table.limits, strict=False):
        forward, reverse = limit.end_stops >> 8, limit.end_stops & 0xFF
        yield (
            f"| {name.lower()} | {limit.longest_run / 10:g} s | {limit.current} mA | "
            f"{names.get(forward, '–')} | {names.get(reverse, '–')} |"
        )


OUTPUTS: dict[str, Callable[[Map], str]] = {
    "hal/line/registers.py": python_text,
    "board/firmware/include/register_map.h": c_text,
    "docs/reference/register-map.md": page_text,
}


def stale() -> list[str]:
    """Return the written files that do not agree with the map."""
    table = read_map()
    found = []
    for name, write in OUTPUTS.items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != write(table):
            found.append(name)
    return found


def main(arguments: list[str]) -> int:
    """Write all, or check all."""
    if arguments == ["--check"]:
        old = stale()
        for name in old:
            print(f"{name} is not what {ORIGIN} says; run `python board/generate.py`")
        return 1 if old else 0
    table = read_map()
    for name, write in OUTPUTS.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(table), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
