"""``mjtable ir doctor``: listen for a while, then tell what is wrong with the remote."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.ir_input import CHUNK, key_map_of, opened, whole
from firmware_ctl.cli.ir_source import QUIET_S, listen

if TYPE_CHECKING:
    from ir_codes.diagnosis import Examination
    from ir_codes.keymap import KeyMap
    from ir_codes.signals import Heard


def doctor(arguments: argparse.Namespace) -> int:
    """Listen, examine, tell; 1 where something is wrong."""
    from ir_codes.diagnosis import examine  # noqa: PLC0415

    if arguments.seconds <= 0:
        raise CliError("--seconds: give more than 0", ExitCode.USAGE)
    key_map = key_map_of(arguments.pair) if arguments.pair is not None else None
    wanted = "every key of the remote" if key_map is not None else "some keys of the remote"
    print(f"mjtable: press {wanted}, one after the other", file=sys.stderr)
    heard, seconds = _heard(arguments, key_map)
    examination = examine(heard, seconds, key_map)
    if arguments.json:
        print(json.dumps(_row(examination), ensure_ascii=False))
    else:
        _say(examination)
    return ExitCode.FAILED if examination.findings else ExitCode.DONE


def _heard(arguments: argparse.Namespace, key_map: "KeyMap | None") -> "tuple[list[Heard], float]":
    """Return the signals, and the seconds that were listened or that the recording lasts."""
    from ir_codes.nec import NecDecoder  # noqa: PLC0415
    from ir_codes.pulses import AutoParser, Kind, Pulse, from_durations  # noqa: PLC0415
    from ir_codes.readers import DISTINCT, readers_for  # noqa: PLC0415
    from ir_codes.signals import SignalCutter  # noqa: PLC0415
    from ir_codes.stream import PressStream, paired_stream  # noqa: PLC0415

    stream = (
        PressStream(NecDecoder(readers=readers_for(DISTINCT)))
        if key_map is None
        else paired_stream(key_map)
    )
    cutter = SignalCutter(stream)
    if arguments.source.endswith(".csv"):
        capture = _light(arguments.source)
        pulses = list(from_durations(capture[0]))
        if capture[1] is not None:
            pulses.insert(0, Pulse(Kind.FREQUENCY, capture[1]))
        found = cutter.feed(pulses) + cutter.idle(1 << 40)
        return found, sum(capture[0]) / 1e6
    parser = AutoParser()
    heard: list[Heard] = []
    lasted_us = 0
    for data in listen(arguments.source, arguments.seconds):
        pulses = parser.feed(data)
        lasted_us += sum(us for kind, us in pulses if kind is not Kind.FREQUENCY)
        heard += cutter.feed(pulses) if data else cutter.idle(round(QUIET_S * 1e6))
    heard += cutter.feed(parser.close()) + cutter.idle(1 << 40)
    return heard, max(lasted_us / 1e6, 1.0)


def _light(name: str) -> tuple[tuple[int, ...], int | None]:
    """Return a logic analyser's recording: its durations and its carrier."""
    from ir_codes.errors import BadPulses  # noqa: PLC0415
    from ir_codes.logic_csv import parse_csv  # noqa: PLC0415

    with opened(name) as stream:
        text = whole(stream.read1(CHUNK), stream, name)
    try:
        capture = parse_csv(text)
    except BadPulses as error:
        raise CliError(f"{name}: {error}", ExitCode.USAGE) from error
    return capture.durations_us, capture.carrier_hz


def _say(examination: "Examination") -> None:
    from ir_codes.frames import Reason  # noqa: PLC0415

    counted = [f"{examination.frames} presses", f"{examination.repeats} repeats"]
    counted += [f"{examination.refused[r]} {r}" for r in Reason if r in examination.refused]
    print(", ".join(counted))
    if examination.clock is not None and examination.spread_us is not None:
        print(
            f"clock {100 * examination.clock - 100:+.1f} %, receiver "
            f"{examination.stretch_us:+.0f} µs, scatter {examination.spread_us:.0f} µs"
        )
    for finding in examination.findings:
        print(f"{finding.trouble}: {finding.text}")
    if not examination.findings:
        print("nothing is wrong")


def _row(examination: "Examination") -> dict[str, object]:
    return {
        "frames": examination.frames,
        "repeats": examination.repeats,
        "refused": examination.refused,
        "clock": examination.clock,
        "spread_us": examination.spread_us,
        "stretch_us": examination.stretch_us,
        "carrier_hz": examination.carrier_hz,
        "findings": [
            {"trouble": finding.trouble, "text": finding.text} for finding in examination.findings
        ],
    }
