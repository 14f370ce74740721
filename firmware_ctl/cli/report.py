"""``mjtable report``: a service report of the running daemon's table, as one file."""

import argparse
from pathlib import Path

from firmware_ctl import __version__
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "report",
        help="write a service report of the table as one file",
        description="Write what a repairer needs to know of the table into one ZIP file: its "
        "counters, sensors and faults; no tile, no wall, no score, no key, no configuration.",
        epilog="example:\n  mjtable report table-7.zip",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write")
    parser.add_argument("--socket", metavar="PATH", help="the daemon's socket")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    import platform  # noqa: PLC0415
    from datetime import UTC, datetime  # noqa: PLC0415

    from firmware_ctl.cli.client import connect  # noqa: PLC0415
    from firmware_ctl.cli.status import next_snapshot  # noqa: PLC0415
    from firmware_ctl.service_report import packed, report  # noqa: PLC0415

    connection = connect(arguments.socket)
    try:
        connection.send({"subscribe": ["snapshot"]})
        snapshot = next_snapshot(connection)
    finally:
        connection.close()
    made = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
    try:
        arguments.file.write_bytes(packed(report(snapshot, made)))
    except OSError as error:
        why = error.strerror or str(error)
        raise CliError(f"{arguments.file} cannot be written ({why}); name another place") from error
    lately = snapshot["faults_lately"]
    told = sum(row["count"] for row in lately["faults"])
    print(
        f"{arguments.file}: {len(snapshot['faults'])} faults stand, {told} were told in "
        f"{lately['hands']} hands; no tiles, no secrets"
    )
    return ExitCode.DONE
