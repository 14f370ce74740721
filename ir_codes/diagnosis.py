"""What is wrong with a remote, or with the light around it: from signals, in words.

Seen from the receiver are: a weak battery (frames break off, or the clock slows down from press to
press), a broken crystal or resonator (the clock is far off), a dead row of the key matrix, a wrong
carrier, lamp noise. What is not seen at all (no light, a dead LED) is told as such.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, median, stdev

from ir_codes.frames import Reason, Rejected
from ir_codes.keymap import KeyMap
from ir_codes.measure import Timing, marks_of, timing_of
from ir_codes.presses import Pressed, Repeated
from ir_codes.scancodes import Code, code_of
from ir_codes.signals import Heard

CLOCK_OFF = 0.05
"""Resonators keep 0.5 %, cheap RC clocks 3 %; further off is broken."""

DRIFT = 0.02
BROKEN_SHARE = 0.2
SCATTER_US = 90.0
CARRIER_HZ = (36_500, 39_500)
NOISE_EACH_S = 2.0
ROW_BITS = ((0x03, "column"), (0x1C, "row"))
"""µPD6121: of a key's number the lowest two bits tell the input, the next three the output line."""


class Trouble(StrEnum):
    """What a finding is about."""

    SILENT = "silent"
    BATTERY = "battery"
    CRYSTAL = "crystal"
    KEYS = "keys"
    CARRIER = "carrier"
    LAMP = "lamp"
    STRANGER = "stranger"
    SCATTER = "scatter"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and what to do."""

    trouble: Trouble
    text: str


@dataclass(frozen=True, slots=True)
class Examination:
    """What was counted and measured."""

    frames: int
    repeats: int
    refused: dict[Reason, int]
    clock: float | None
    spread_us: float | None
    stretch_us: float | None
    carrier_hz: int | None
    pressed: frozenset[Code]
    findings: tuple[Finding, ...]


def examine(signals: Sequence[Heard], seconds: float, key_map: KeyMap | None = None) -> Examination:
    """Judge everything that was heard in some seconds.

    Args:
        signals: in the order in which they came.
        seconds: how long was listened.
        key_map: the paired remote: all of its keys should have been pressed.
    """
    events = [event for heard in signals for event in heard.events]
    presses = [event.frame for event in events if isinstance(event, Pressed)]
    repeats = sum(isinstance(event, Repeated) for event in events)
    refused: dict[Reason, int] = {}
    for event in events:
        if isinstance(event, Rejected):
            refused[event.reason] = refused.get(event.reason, 0) + 1
    timings = [timing for heard in signals for timing in _timings(heard)]
    carriers = [heard.carrier_hz for heard in signals if heard.carrier_hz is not None]
    pressed = frozenset(code_of(frame) for frame in presses)
    carrier = round(median(carriers)) if carriers else None
    findings = [
        *_about_silence(signals, presses),
        *_about_battery(timings, refused, len(presses)),
        *_about_crystal(timings),
        *_about_scatter(timings),
        *_about_carrier(carrier),
        *_about_lamps(refused, seconds),
        *_about_keys(pressed, key_map),
    ]
    return Examination(
        frames=len(presses),
        repeats=repeats,
        refused=refused,
        clock=fmean(t.clock for t in timings) if timings else None,
        spread_us=fmean(t.spread_us for t in timings) if timings else None,
        stretch_us=fmean(t.stretch_us for t in timings) if timings else None,
        carrier_hz=carrier,
        pressed=pressed,
        findings=tuple(findings),
    )


def _timings(heard: Heard) -> Iterable[Timing]:
    for event in heard.events:
        if isinstance(event, Pressed):
            timing = timing_of(marks_of(heard.durations_us), event.frame.raw)
            if timing is not None:
                yield timing


def _about_silence(signals: Sequence[Heard], presses: Sequence[object]) -> Iterable[Finding]:
    if not any(heard.durations_us for heard in signals):
        yield Finding(
            Trouble.SILENT,
            "no light at all: look whether the remote's lamp lights up when a key is pressed; if "
            "not, change its battery, then suspect its transistor or LED; a telephone's camera "
            "shows whether the LED glows",
        )
    elif not presses:
        yield Finding(
            Trouble.SILENT,
            "light came but no key was understood: is this a remote of the NEC kind, and does it "
            "point at the receiver?",
        )


def _about_battery(
    timings: Sequence[Timing], refused: dict[Reason, int], frames: int
) -> Iterable[Finding]:
    broken = refused.get(Reason.TRUNCATED, 0) + refused.get(Reason.LENGTH, 0)
    if frames + broken >= 5 and broken > BROKEN_SHARE * (frames + broken):
        yield Finding(
            Trouble.BATTERY,
            f"{broken} of {frames + broken} frames broke off: a weak battery, or too far away; "
            "change the battery first",
        )
    if len(timings) >= 6:
        third = len(timings) // 3
        drift = fmean(t.clock for t in timings[-third:]) - fmean(t.clock for t in timings[:third])
        if abs(drift) > DRIFT:
            yield Finding(
                Trouble.BATTERY,
                f"its clock moved by {100 * drift:+.1f} % while it was pressed: a weak battery, or "
                "a resonator that is about to fail",
            )


def _about_crystal(timings: Sequence[Timing]) -> Iterable[Finding]:
    if not timings:
        return
    clock = fmean(t.clock for t in timings)
    if abs(clock - 1) > CLOCK_OFF:
        pace = "slow" if clock > 1 else "fast"
        yield Finding(
            Trouble.CRYSTAL,
            f"its clock is {100 * abs(clock - 1):.1f} % {pace}: the crystal or resonator is off; "
            "it still works here, other receivers may refuse it",
        )
    if len(timings) >= 4 and stdev(t.clock for t in timings) > DRIFT:
        yield Finding(
            Trouble.CRYSTAL,
            "its clock differs from press to press: the crystal is loose or broken",
        )


def _about_scatter(timings: Sequence[Timing]) -> Iterable[Finding]:
    if timings and median(t.spread_us for t in timings) > SCATTER_US:
        yield Finding(
            Trouble.SCATTER,
            f"edges scatter by {median(t.spread_us for t in timings):.0f} µs: strong light falls "
            "on the receiver, or the remote is far away",
        )


def _about_carrier(carrier_hz: int | None) -> Iterable[Finding]:
    if carrier_hz is not None and not CARRIER_HZ[0] <= carrier_hz <= CARRIER_HZ[1]:
        yield Finding(
            Trouble.CARRIER,
            f"the carrier is {carrier_hz / 1e3:.1f} kHz: a receiver for 38 kHz hears it from a "
            "short distance alone; take a remote of 38 kHz or another receiver module",
        )


def _about_lamps(refused: dict[Reason, int], seconds: float) -> Iterable[Finding]:
    noise = refused.get(Reason.NOISE, 0)
    if seconds > 0 and noise / seconds > NOISE_EACH_S:
        yield Finding(
            Trouble.LAMP,
            f"{noise / seconds:.0f} bursts of noise a second: an energy-saving lamp or the sun "
            "shines on the receiver; shade it or turn it away",
        )


def _about_keys(pressed: frozenset[Code], key_map: KeyMap | None) -> Iterable[Finding]:
    """Tell keys that never came, by their lines of the matrix where these tell something."""
    if key_map is None:
        return
    strange = len(pressed - set(key_map.keys))
    if strange:
        yield Finding(
            Trouble.STRANGER, f"{strange} keys came that the key map does not know: pair them"
        )
    ours = [code for code in pressed if code in key_map.keys]
    missing = [code for code in key_map.keys if code not in pressed]
    if not missing or not ours:
        return
    names = ", ".join(key_map.keys[code].text for code in missing)
    lines = ", ".join(_dead_lines(missing, ours))
    hint = f" (all of them on one line of its matrix: {lines})" if lines else ""
    yield Finding(
        Trouble.KEYS,
        f"no light from {len(missing)} of {len(key_map.keys)} keys{hint}: {names}; if they were "
        "pressed, clean rubber and board with water-free alcohol and let them dry",
    )


def _dead_lines(missing: Sequence[Code], alive: Sequence[Code]) -> Iterable[str]:
    if len(missing) < 2:
        return
    for bits, name in ROW_BITS:
        dead = {code.command & bits for code in missing}
        if len(dead) == 1 and not dead & {code.command & bits for code in alive}:
            yield name
