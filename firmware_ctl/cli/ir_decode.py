"""``mjtable ir decode``: what a recording says."""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from io import BufferedReader
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.ir_input import CHUNK, chunks, key_map_of, opened, shown, stream_of, whole

if TYPE_CHECKING:
    from ir_codes.formats import Format
    from ir_codes.keymap import KeyMap
    from ir_codes.presses import Event
    from ir_codes.pulses import PulseParser
    from ir_codes.stream import PressStream


def decode(arguments: argparse.Namespace) -> int:
    """Read a recording in any format and tell its frames."""
    from ir_codes.formats import Format, detect  # noqa: PLC0415

    key_map = key_map_of(arguments.pair) if arguments.pair is not None else None
    with opened(arguments.file) as stream:
        head = stream.read1(CHUNK)
        named = arguments.format
        form = detect(head) if named == "auto" else Format(named)
        if form is Format.LINES:
            return _decode_lines(arguments, _lines(head, stream), key_map)
        if form in (Format.MODE2, Format.MODE2_BINARY):
            return _decode_mode2(arguments, chunks(head, stream), key_map)
        return _decode_text(arguments, whole(head, stream, arguments.file), form, key_map)


def _decode_lines(
    arguments: argparse.Namespace, lines: Iterable[bytes], key_map: "KeyMap | None"
) -> int:
    from ir_codes.errors import BadPulses  # noqa: PLC0415
    from ir_codes.lines import parse_line  # noqa: PLC0415
    from ir_codes.report import signal_row  # noqa: PLC0415

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
        events = _of_durations(stream_of(arguments, key_map), capture.durations_us)
        _tell(signal_row(capture.id, events, key_map))
    if unread:
        raise CliError(f"lines not read: {len(unread)}; {unread[0]}", ExitCode.USAGE)
    return ExitCode.DONE


def _decode_text(
    arguments: argparse.Namespace, text: str, form: "Format", key_map: "KeyMap | None"
) -> int:
    """Read a format that is read as a whole; it may hold several signals."""
    from ir_codes.errors import BadPulses  # noqa: PLC0415
    from ir_codes.formats import parse_text  # noqa: PLC0415
    from ir_codes.report import signal_row  # noqa: PLC0415

    try:
        captures = parse_text(text, form)
    except BadPulses as error:
        raise CliError(f"{shown(arguments.file)}: {error}", ExitCode.USAGE) from error
    for capture in captures:
        events = _of_durations(stream_of(arguments, key_map), capture.durations_us)
        if arguments.json:
            name = arguments.file if len(captures) == 1 else capture.id
            _tell({**signal_row(name, events, key_map), "carrier_hz": capture.carrier_hz})
            continue
        if len(captures) > 1:
            print(f"{capture.id}:")
        _say(events, key_map)
    return ExitCode.DONE


def _decode_mode2(
    arguments: argparse.Namespace, data: Iterable[bytes], key_map: "KeyMap | None"
) -> int:
    from ir_codes.pulses import AutoParser  # noqa: PLC0415
    from ir_codes.report import signal_row  # noqa: PLC0415

    parser = AutoParser()
    events = _events(parser, stream_of(arguments, key_map), data)
    if arguments.json:
        _tell(signal_row(arguments.file, events, key_map))
    else:
        _say(events, key_map)
    if parser.problem is not None:
        raise CliError(f"{shown(arguments.file)}: {parser.problem}", ExitCode.USAGE)
    return ExitCode.DONE


def _events(
    parser: "PulseParser", stream: "PressStream", data: Iterable[bytes]
) -> Iterator["Event"]:
    """Yield what the pulses say as they come; the end of the input is silence."""
    for chunk in data:
        yield from stream.feed(parser.feed(chunk))
    yield from stream.feed(parser.close())
    yield from stream.close()


def _of_durations(stream: "PressStream", durations_us: Iterable[int]) -> "list[Event]":
    from ir_codes.pulses import from_durations  # noqa: PLC0415

    return stream.feed(from_durations(durations_us)) + stream.close()


def _say(events: "Iterable[Event]", key_map: "KeyMap | None") -> None:
    from ir_codes.report import words  # noqa: PLC0415

    for event in events:
        said = words(event, key_map)
        if said is not None:
            print(said, flush=True)


def _lines(head: bytes, stream: BufferedReader) -> Iterator[bytes]:
    """Yield the lines of a stream of which the head is already read."""
    *complete, rest = head.split(b"\n")
    yield from complete
    yield rest + stream.readline()
    yield from stream


def _tell(row: Mapping[str, object]) -> None:
    print(json.dumps(row, ensure_ascii=False))
