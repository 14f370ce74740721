"""``mjtable ir monitor``: each signal as a picture, with its times and why it was refused."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.ir_input import key_map_of, stream_of
from firmware_ctl.cli.ir_source import QUIET_S, listen

if TYPE_CHECKING:
    from ir_codes.frames import Frame
    from ir_codes.keymap import KeyMap
    from ir_codes.measure import Timing
    from ir_codes.presses import Event
    from ir_codes.signals import Heard


def monitor(arguments: argparse.Namespace) -> int:
    """Show every signal until the source ends."""
    from ir_codes.pulses import AutoParser  # noqa: PLC0415
    from ir_codes.signals import SignalCutter  # noqa: PLC0415

    key_map = key_map_of(arguments.pair) if arguments.pair is not None else None
    cutter = SignalCutter(stream_of(arguments, key_map))
    parser = AutoParser()
    for data in listen(arguments.source):
        heard = cutter.feed(parser.feed(data)) if data else cutter.idle(round(QUIET_S * 1e6))
        _show(arguments, heard, key_map)
    _show(arguments, cutter.feed(parser.close()), key_map)
    _show(arguments, cutter.idle(1 << 40), key_map)
    return ExitCode.DONE


def _show(arguments: argparse.Namespace, heard: "list[Heard]", key_map: "KeyMap | None") -> None:
    for signal in heard:
        if arguments.json:
            print(json.dumps(_row(signal, key_map), ensure_ascii=False), flush=True)
        else:
            for line in _lines(signal, key_map, arguments.width):
                print(line, flush=True)


def _row(signal: "Heard", key_map: "KeyMap | None") -> dict[str, object]:
    from ir_codes.report import signal_row  # noqa: PLC0415

    timing = _timing(signal)
    return {
        **signal_row("", signal.events, key_map),
        "durations_us": signal.durations_us,
        "carrier_hz": signal.carrier_hz,
        "timing": None if timing is None else asdict(timing),
    }


def _lines(signal: "Heard", key_map: "KeyMap | None", width: int) -> Iterator[str]:
    from ir_codes.picture import picture, timing_words  # noqa: PLC0415

    if signal.durations_us:
        total_ms = sum(signal.durations_us) / 1e3
        yield f"{picture(signal.durations_us, width)} {total_ms:.1f} ms"
    for event in signal.events:
        said = _words(event, key_map)
        if said is not None:
            yield f"  {said}"
    timing = _timing(signal)
    if timing is not None:
        yield f"  {timing_words(timing)}"
    if signal.carrier_hz is not None:
        yield f"  carrier {signal.carrier_hz} Hz (38000)"


def _words(event: "Event", key_map: "KeyMap | None") -> str | None:
    """Return what an event says, a refusal with its meaning."""
    from ir_codes.frames import Reason, Rejected  # noqa: PLC0415
    from ir_codes.picture import REASONS  # noqa: PLC0415
    from ir_codes.presses import Pressed  # noqa: PLC0415
    from ir_codes.report import words  # noqa: PLC0415
    from ir_codes.scancodes import code_of  # noqa: PLC0415

    match event:
        case Rejected(reason=reason):
            return f"refused, {reason}: {REASONS[reason]}"
        case Pressed(frame=frame) if key_map is not None and key_map.find(frame) is None:
            return f"{code_of(frame)} refused, unpaired: {REASONS[Reason.UNPAIRED]}"
        case _:
            return words(event, key_map)


def _timing(signal: "Heard") -> "Timing | None":
    from ir_codes.measure import marks_of, timing_of  # noqa: PLC0415

    frame = _frame(signal)
    return None if frame is None else timing_of(marks_of(signal.durations_us), frame.raw)


def _frame(signal: "Heard") -> "Frame | None":
    """Return the NEC frame that a signal says, if it says one."""
    from ir_codes.frames import Protocol  # noqa: PLC0415
    from ir_codes.presses import Pressed, Repeated  # noqa: PLC0415

    for event in signal.events:
        match event:
            case Pressed(frame=frame) if frame.protocol is Protocol.NEC:
                return frame
            case Repeated(copy=frame) if frame is not None and frame.protocol is Protocol.NEC:
                return frame
    return None
