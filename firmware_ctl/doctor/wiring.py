"""Checks of what the table is connected to: the board's port, the infrared receiver."""

from collections.abc import Iterator
from pathlib import Path

from firmware_ctl.config.model import Config
from firmware_ctl.doctor.findings import Finding, bad, good, unknown, warning
from firmware_ctl.doctor.machine import Machine
from hal.receivers.find import find_receiver

BOOT_FILES = ("/boot/firmware", "/boot")
"""Where the Raspberry Pi's boot files are, since bookworm and before."""

OWN_UARTS = ("ttyAMA", "ttyS", "serial")
OUR_PROGRAM = "mjtable"


def wiring(machine: Machine, config: Config) -> Iterator[Finding]:
    """Look at port and receiver as the configuration names them."""
    yield from _port(machine, config.board.port)
    yield _receiver(machine, config.remote.receiver)


def _port(machine: Machine, port: str) -> Iterator[Finding]:
    if not port:
        yield unknown("port", "doctor.port.unnamed")
        return
    if "://" in port:
        yield unknown("port", "doctor.port.network", port=port.rpartition("@")[2])
        return
    device = machine.path(port)
    if not device.exists():
        yield bad("port", "doctor.port.absent", port=port)
        return
    if not machine.may_use(device):
        yield bad("port", "doctor.port.forbidden", port=port)
        return
    strangers = [
        f"{name} ({number})"
        for number, name in machine.users_of(device)
        if not name.startswith((OUR_PROGRAM, "python"))
    ]
    if strangers:
        yield bad("port", "doctor.port.taken", port=port, who=", ".join(strangers))
    else:
        yield good("port", "doctor.port.good", port=port)
    if device.resolve().name.startswith(OWN_UARTS):
        yield from _uart(machine, device.resolve().name)


def _uart(machine: Machine, name: str) -> Iterator[Finding]:
    """Look who else means to use the Pi's own serial line: a console, a login, Bluetooth."""
    for folder in BOOT_FILES:
        line = machine.text(f"{folder}/cmdline.txt")
        if line is None:
            continue
        if any(f"console={device}" in line for device in (name, "serial0", "ttyAMA0", "ttyS0")):
            yield bad("uart", "doctor.uart.console", file=f"{folder}/cmdline.txt")
        settings = machine.text(f"{folder}/config.txt") or ""
        if not any(
            row.strip() in ("dtoverlay=disable-bt", "dtoverlay=miniuart-bt")
            for row in settings.splitlines()
        ):
            yield warning("uart", "doctor.uart.bluetooth", file=f"{folder}/config.txt")
        break
    if machine.said("systemctl", "is-active", f"serial-getty@{name}.service") == "active":
        yield bad("uart", "doctor.uart.login", name=name)


def _receiver(machine: Machine, receiver: str) -> Finding:
    if not receiver:
        return unknown("receiver", "doctor.receiver.none")
    found = find_receiver(machine.path("/dev/lirc-rx"), machine.path("/sys"))
    if found is None:
        settings = "".join(machine.text(f"{each}/config.txt") or "" for each in BOOT_FILES)
        if settings and "dtoverlay=gpio-ir" not in settings:
            return bad("receiver", "doctor.receiver.overlay")
        return bad("receiver", "doctor.receiver.absent")
    node = Path(found) if machine.root in Path(found).parents else machine.path(found)
    if not machine.may_use(node):
        return bad("receiver", "doctor.receiver.forbidden", node=found)
    return good("receiver", "doctor.receiver.good", node=found)
