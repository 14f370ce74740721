"""``mjtable doctor``: look at the machine and say what is wrong with it, and what to do."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_ctl import __version__
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from firmware_ctl.config.model import Config
    from firmware_ctl.doctor.findings import Finding
    from firmware_ctl.doctor.machine import Machine

_MESSAGES = "500"


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "doctor",
        help="look at this machine and say what is wrong, and what to do",
        description="Look at this machine: supply, heat, card, room, clock, the board's port, the\n"
        "infrared receiver, configuration, service, the running table. Ends with 1 when something\n"
        "is bad. Nothing is changed.",
        epilog="examples:\n  sudo mjtable doctor\n"
        "  sudo mjtable doctor --bundle for-the-helper.zip",
    )
    parser.add_argument(
        "--bundle", metavar="FILE", help="also write one file for a helper, without secrets"
    )
    parser.add_argument("--lang", choices=("en", "zh-CN", "ja"), help="default: the table's own")
    parser.add_argument("--config", metavar="FILE", help="instead of the file that `run` would use")
    parser.add_argument("--socket", metavar="PATH", help="the daemon's socket")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.doctor.findings import MARKS, Level  # noqa: PLC0415
    from firmware_ctl.doctor.machine import Machine  # noqa: PLC0415

    machine = Machine()
    config, first = _configuration(arguments.config)
    snapshot, allowed = _snapshot(arguments.socket)
    found = [first, *_findings(machine, config, snapshot, allowed=allowed)]
    language = arguments.lang or config.table.language
    for finding in found:
        if arguments.json:
            print(json.dumps(finding.as_json(language), ensure_ascii=False))
        else:
            print(f"{MARKS[finding.level]}  {finding.text(language)}")
    if arguments.bundle:
        _write(Path(arguments.bundle), machine, config, found, snapshot)
    is_bad = any(finding.level is Level.BAD for finding in found)
    return ExitCode.FAILED if is_bad else ExitCode.DONE


def _findings(
    machine: "Machine", config: "Config", snapshot: Mapping[str, Any] | None, *, allowed: bool
) -> "list[Finding]":
    from firmware_ctl.cli.places import SYSTEM_STATE  # noqa: PLC0415
    from firmware_ctl.doctor.health import health  # noqa: PLC0415
    from firmware_ctl.doctor.service import service, table  # noqa: PLC0415
    from firmware_ctl.doctor.wiring import wiring  # noqa: PLC0415

    return [
        *health(machine, str(SYSTEM_STATE)),
        *wiring(machine, config),
        *service(machine),
        *table(snapshot, allowed=allowed),
    ]


def _configuration(named: str | None) -> "tuple[Config, Finding]":
    """Return the configuration, or the defaults where it is wrong, and what is to be said of it."""
    from firmware_ctl.cli.configuration import load  # noqa: PLC0415
    from firmware_ctl.config.model import Config  # noqa: PLC0415
    from firmware_ctl.doctor.service import configuration  # noqa: PLC0415

    try:
        config, path = load(named)
    except CliError as error:
        return Config(), configuration(str(error).splitlines(), named)
    return config, configuration((), None if path is None else str(path))


def _snapshot(socket: str | None) -> tuple[Mapping[str, Any] | None, bool]:
    """Return the running table, if one answers, and whether this user may ask."""
    from firmware_ctl.cli.client import connect  # noqa: PLC0415

    try:
        connection = connect(socket)
    except CliError as error:
        return None, not isinstance(error.__cause__, PermissionError)
    try:
        connection.send({"subscribe": ["snapshot"]})
        while "snapshot" not in (message := connection.receive()):
            pass
    except CliError:
        return None, True
    finally:
        connection.close()
    snapshot: Mapping[str, Any] = message["snapshot"]
    return snapshot, True


def _write(
    target: Path,
    machine: "Machine",
    config: "Config",
    found: "list[Finding]",
    snapshot: Mapping[str, Any] | None,
) -> None:

    from firmware_ctl.config.render import show_text  # noqa: PLC0415
    from firmware_ctl.doctor.bundle import bundle  # noqa: PLC0415
    from firmware_ctl.doctor.service import UNIT  # noqa: PLC0415
    from firmware_ctl.safe_files import write  # noqa: PLC0415

    messages = machine.said("journalctl", f"--unit={UNIT}", "--no-pager", f"--lines={_MESSAGES}")
    content = bundle(
        found,
        config=show_text(config),
        snapshot=snapshot,
        messages=messages or "",
        version=__version__,
    )
    write(target, content, 0o600)
