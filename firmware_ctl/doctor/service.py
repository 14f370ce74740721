"""Checks of the program: configuration, service, the running table, who may speak to it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from firmware_ctl.doctor.findings import Finding, bad, good, unknown, warning
from firmware_ctl.doctor.machine import Machine

UNIT = "mjtable.service"
SOME_UNSAFE = 1


def configuration(problems: Sequence[str], file: str | None) -> Finding:
    """Tell what is wrong with the configuration, all of it."""
    if problems:
        return bad("config", "doctor.config.bad", problems="; ".join(problems))
    if file is None:
        return unknown("config", "doctor.config.none")
    return good("config", "doctor.config.good", file=file)


def service(machine: Machine) -> Iterator[Finding]:
    """Look at the service as systemd has it."""
    state = machine.said("systemctl", "is-active", UNIT)
    if not state or state == "unknown" or not machine.path("/run/systemd/system").exists():
        yield unknown("service", "doctor.service.none")
        return
    if state != "active":
        yield bad("service", "doctor.service.down", state=state)
        return
    if machine.said("systemctl", "is-enabled", UNIT) == "enabled":
        yield good("service", "doctor.service.good")
    else:
        yield warning("service", "doctor.service.disabled")


def table(snapshot: Mapping[str, Any] | None, *, allowed: bool) -> Iterator[Finding]:
    """Look at the running table; ``allowed`` is false where the socket is not ours to use."""
    if not allowed:
        yield bad("table", "doctor.table.forbidden")
        return
    if snapshot is None:
        yield warning("table", "doctor.table.none")
        return
    if snapshot["simulated"]:
        yield warning("table", "doctor.table.simulated")
    link = snapshot["link"]
    if link["state"] == "up":
        yield good("link", "doctor.link.good", errors=link["errors"])
    else:
        yield bad("link", "doctor.link.down")
    for fault in snapshot["faults"]:
        words = {name: fault[name] for name in ("code", "name", "do")}
        yield bad("fault", "doctor.fault.stands", **words)
    record = snapshot.get("record") or {}
    unsafe = int(record.get("unsafe", 0) or 0) if isinstance(record, Mapping) else 0
    if unsafe >= SOME_UNSAFE:
        yield warning("power", "doctor.power.unsafe", count=unsafe)
