"""Checks of the computer itself: supply, heat, card, room, clock, architecture."""

from collections.abc import Iterator

from firmware_ctl.doctor.findings import Finding, bad, good, unknown, warning
from firmware_ctl.doctor.machine import Machine
from firmware_ctl.supply_sensor import sags_now

SUPPORTED = ("x86_64", "aarch64")
LOW_MB, SCARCE_MB = 500, 100
HOT_C, TOO_HOT_C = 75, 82
"""A Raspberry Pi slows down at 80 °C and more at 85 °C."""

FIRST_DAY = 1_767_225_600
"""2026-01-01: a clock before this has never been set."""

WORN = 2
"""``pre_eol_info`` of an eMMC (JESD84-B51): 1 normal, 2 most of the reserve used, 3 urgent."""


def health(machine: Machine, state: str) -> Iterator[Finding]:
    """Look at the computer; ``state`` is the folder of the table's record."""
    yield _architecture(machine)
    yield _supply(machine)
    yield _heat(machine)
    yield from _card(machine)
    yield _room(machine, state)
    yield _clock(machine)


def _architecture(machine: Machine) -> Finding:
    name = machine.architecture()
    if name in SUPPORTED:
        return good("architecture", "doctor.architecture.good", name=name)
    return bad("architecture", "doctor.architecture.bad", name=name)


def _supply(machine: Machine) -> Finding:
    sags = sags_now(machine.root)
    if sags is None:
        return unknown("supply", "doctor.supply.unknown")
    return bad("supply", "doctor.supply.bad") if sags else good("supply", "doctor.supply.good")


def _heat(machine: Machine) -> Finding:
    read = machine.text("/sys/class/thermal/thermal_zone0/temp")
    if read is None or not read.lstrip("-").isdigit():
        return unknown("heat", "doctor.heat.unknown")
    celsius = int(read) // 1000
    if celsius >= TOO_HOT_C:
        return bad("heat", "doctor.heat.bad", celsius=celsius)
    if celsius >= HOT_C:
        return warning("heat", "doctor.heat.bad", celsius=celsius)
    return good("heat", "doctor.heat.good", celsius=celsius)


def _card(machine: Machine) -> Iterator[Finding]:
    broken = [
        place.parent.name
        for place in machine.glob("/sys/fs/ext4/*/errors_count")
        if (machine.text(f"/sys/fs/ext4/{place.parent.name}/errors_count") or "0") != "0"
    ]
    if broken:
        yield bad("card", "doctor.card.errors", device=", ".join(broken))
    worn = [
        place.parents[1].name
        for place in machine.glob("/sys/block/mmcblk*/device/pre_eol_info")
        if int(machine.text(f"/sys/block/{place.parents[1].name}/device/pre_eol_info") or "0", 16)
        >= WORN
    ]
    if worn:
        yield warning("card", "doctor.card.worn", device=", ".join(worn))
    if not broken and not worn:
        yield good("card", "doctor.card.good")


def _room(machine: Machine, state: str) -> Finding:
    free = machine.free_mb(state)
    if free is None:
        return unknown("room", "doctor.room.unknown", where=state)
    if free < SCARCE_MB:
        return bad("room", "doctor.room.bad", where=state, free=free)
    if free < LOW_MB:
        return warning("room", "doctor.room.bad", where=state, free=free)
    return good("room", "doctor.room.good", where=state, free=free)


def _clock(machine: Machine) -> Finding:
    if machine.now() < FIRST_DAY:
        return bad("clock", "doctor.clock.never")
    if machine.path("/run/systemd/timesync/synchronized").exists():
        return good("clock", "doctor.clock.good")
    if machine.said("timedatectl", "show", "--property=NTPSynchronized") == "NTPSynchronized=yes":
        return good("clock", "doctor.clock.good")
    if machine.path("/dev/rtc0").exists():
        return warning("clock", "doctor.clock.rtc")
    return warning("clock", "doctor.clock.adrift")
