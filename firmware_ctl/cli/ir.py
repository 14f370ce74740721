"""``mjtable ir``: decode what a receiver recorded, encode what a remote would send."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, cast

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from ir_codes.keymap import KeyMap
    from ir_codes.presses import Event
    from ir_codes.pulses import PulseParser
    from ir_codes.scancodes import Code

Subparsers = argparse._SubParsersAction  # noqa: SLF001

CHUNK = 65_536

SILENCE_AFTER_US = 125_000
"""What a receiver of the kernel reports after the last mark, by default."""

DECODE_HELP = """formats:
  mode2   words of a LIRC node, or text such as 'pulse 560'
  lines   ID<TAB>9000 4500 560 ..., always answered with one JSON object a line

example:
  mjtable ir encode dice | mjtable ir decode - --pair 21-key"""

ENCODE_HELP = """An address of three or more hex digits is a 16-bit one, its low byte sent first.

example:
  mjtable ir encode dealer 2 --map 44-key
  mjtable ir encode --nec 0x00 0x45 --repeats 2 --format lines"""


def add_parser(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the subcommand and its verbs."""
    parser = subparsers.add_parser(
        "ir",
        help="infrared remote: decode and encode",
        description="Decode what a receiver recorded, encode what a remote would send.",
        epilog="example:\n  mjtable ir encode dice | mjtable ir decode -",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    decode = verbs.add_parser("decode", help="read recorded pulses", epilog=DECODE_HELP)
    decode.add_argument("file", nargs="?", default="-", help="recording; - is standard input")
    decode.add_argument("--format", choices=("auto", "mode2", "lines"), default="auto")
    decode.add_argument("--pair", metavar="KEYMAP", help="key map: a file, or 21-key or 44-key")
    decode.add_argument("--json", action="store_true", help="answer as one JSON object")
    decode.set_defaults(func=_decode)
    encode = verbs.add_parser("encode", help="write the pulses of a key", epilog=ENCODE_HELP)
    encode.add_argument("key", nargs="*", help="a command of the key map: dealer 2")
    encode.add_argument("--nec", nargs=2, metavar=("ADDR", "CMD"), help="a NEC code itself")
    encode.add_argument("--repeats", type=int, default=0, metavar="N", help="repeat frames after")
    encode.add_argument("--format", choices=("mode2", "mode2-binary", "lines"), default="mode2")
    encode.add_argument("--map", default="21-key", metavar="FILE", help="key map; default 21-key")
    encode.set_defaults(func=_encode)


def _decode(arguments: argparse.Namespace) -> int:
    key_map = _key_map(arguments.pair) if arguments.pair is not None else None
    try:
        with _opened(arguments.file) as stream:
            head = stream.read1(CHUNK)
            if arguments.format == "lines" or (arguments.format == "auto" and _are_lines(head)):
                return _decode_lines(_lines(head, stream), key_map)
            return _decode_mode2(arguments, _chunks(head, stream), key_map)
    except BrokenPipeError:
        raise  # the reader of our output went away; that is no matter of the input
    except OSError as error:
        why = f"{_shown(arguments)} cannot be read: {error.strerror}; name a recording, or -"
        raise CliError(why, ExitCode.USAGE) from error


def _decode_lines(lines: Iterable[bytes], key_map: "KeyMap | None") -> int:
    from ir_codes.errors import BadPulses  # noqa: PLC0415
    from ir_codes.lines import parse_line  # noqa: PLC0415
    from ir_codes.pulses import from_durations  # noqa: PLC0415
    from ir_codes.report import signal_row  # noqa: PLC0415
    from ir_codes.stream import PressStream  # noqa: PLC0415

    unread: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            capture = parse_line(line.decode("utf-8", "replace"))
        except BadPulses as error:
            _tell({"line": number, "error": str(error)})
            unread.append(f"line {number}: {error}")
            continue
        stream = PressStream()
        events = stream.feed(from_durations(capture.durations_us)) + stream.close()
        _tell(signal_row(capture.id, events, key_map))
    if unread:
        raise CliError(f"lines not read: {len(unread)}; {unread[0]}", ExitCode.USAGE)
    return ExitCode.DONE


def _decode_mode2(
    arguments: argparse.Namespace, chunks: Iterable[bytes], key_map: "KeyMap | None"
) -> int:
    from ir_codes.pulses import AutoParser  # noqa: PLC0415
    from ir_codes.report import signal_row, words  # noqa: PLC0415

    parser = AutoParser()
    events = _events(parser, chunks)
    if arguments.json:
        _tell(signal_row(arguments.file, events, key_map))
    else:
        for event in events:
            said = words(event, key_map)
            if said is not None:
                print(said, flush=True)
    if parser.problem is not None:
        raise CliError(f"{_shown(arguments)}: {parser.problem}", ExitCode.USAGE)
    return ExitCode.DONE


def _events(parser: "PulseParser", chunks: Iterable[bytes]) -> Iterator["Event"]:
    """Yield what the pulses say as they come; the end of the input is silence."""
    from ir_codes.stream import PressStream  # noqa: PLC0415

    stream = PressStream()
    for chunk in chunks:
        yield from stream.feed(parser.feed(chunk))
    yield from stream.feed(parser.close())
    yield from stream.close()


def _encode(arguments: argparse.Namespace) -> int:
    from ir_codes.encoder import encode_nec  # noqa: PLC0415

    code = _code(arguments)
    try:
        durations = encode_nec(
            code.address, code.command, extended=code.extended, repeats=arguments.repeats
        )
    except ValueError as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    name = " ".join(arguments.nec or arguments.key)
    _write(arguments.format, name, durations)
    return ExitCode.DONE


def _code(arguments: argparse.Namespace) -> "Code":
    from ir_codes.scancodes import Code  # noqa: PLC0415

    if arguments.nec is not None:
        if arguments.key:
            raise CliError("give a command of the key map or --nec, not both", ExitCode.USAGE)
        given, command = arguments.nec
        address = _number(given)
        wide = given.lower().startswith("0x") and len(given) > len("0xff")
        return Code(address, wide or address > 0xFF, _number(command))
    said = " ".join(arguments.key)
    if not said:
        raise CliError("no key: give a command of the key map, or --nec ADDR CMD", ExitCode.USAGE)
    key_map = _key_map(arguments.map)
    code = key_map.code_of(said)
    if code is None:
        known = ", ".join(key.text for key in key_map.keys.values())
        raise CliError(f"no key of {key_map.name} says {said!r}; they say {known}", ExitCode.USAGE)
    return code


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        why = f"{text[:20]!r} is no number; write it as 0x45 or 69"
        raise CliError(why, ExitCode.USAGE) from None


def _write(form: str, name: str, durations: Sequence[int]) -> None:
    from ir_codes.lines import write_line  # noqa: PLC0415
    from ir_codes.pulses import Kind, Pulse, as_text, as_words, from_durations  # noqa: PLC0415

    if form == "lines":
        print(write_line(name, durations))
        return
    pulses = [*from_durations(durations), Pulse(Kind.TIMEOUT, SILENCE_AFTER_US)]
    if form == "mode2":
        print(as_text(pulses), end="")
    else:
        sys.stdout.buffer.write(as_words(pulses))


def _key_map(name: str) -> "KeyMap":
    from firmware_ctl.inputs.remote import load_key_map  # noqa: PLC0415
    from ir_codes.errors import BadKeyMap  # noqa: PLC0415

    try:
        return load_key_map(name)
    except BadKeyMap as error:
        raise CliError(str(error), ExitCode.USAGE) from error


@contextmanager
def _opened(name: str) -> Iterator[BufferedReader]:
    """Give a recording, or standard input, which stays open."""
    if name == "-":
        yield cast("BufferedReader", sys.stdin.buffer)
        return
    with Path(name).open("rb") as stream:
        yield stream


def _shown(arguments: argparse.Namespace) -> str:
    return "standard input" if arguments.file == "-" else arguments.file


def _are_lines(head: bytes) -> bool:
    """Tell captures as lines from mode2: text with a tab in its first line."""
    first = head.partition(b"\n")[0]
    return b"\t" in first and min(first) >= ord("\t")


def _lines(head: bytes, stream: BufferedReader) -> Iterator[bytes]:
    """Yield the lines of a stream of which the head is already read."""
    *whole, rest = head.split(b"\n")
    yield from whole
    yield rest + stream.readline()
    yield from stream


def _chunks(head: bytes, stream: BufferedReader) -> Iterator[bytes]:
    """Yield a stream of which the head is already read, as it comes."""
    while head:
        yield head
        head = stream.read1(CHUNK)


def _tell(row: Mapping[str, object]) -> None:
    print(json.dumps(row, ensure_ascii=False))
