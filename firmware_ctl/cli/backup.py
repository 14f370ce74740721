"""``mjtable backup``: everything that a table knows in one file, also of a running table."""

import argparse
from pathlib import Path

from firmware_ctl import __version__
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "backup",
        help="write configuration and record into one file",
        description="Write configuration and record into one zip file; the table may run.",
        epilog="examples:\n  sudo mjtable backup table.zip\n"
        "  sudo mjtable backup --keys table.zip    for moving to another card",
    )
    parser.add_argument("file", help="the backup; an older one of that name is replaced")
    parser.add_argument(
        "--keys",
        action="store_true",
        help="with the machine's key and the PINs: whoever has the file can open sealed walls",
    )
    add_places(parser)
    parser.add_argument("--json", action="store_true", help="print what it holds as JSON")
    parser.set_defaults(func=_run)


def add_places(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the table's folders."""
    parser.add_argument(
        "--config-dir", metavar="DIR", help="default: the folder of the file in use"
    )
    parser.add_argument("--state-dir", metavar="DIR", help="default: the service's, else your own")


def _run(arguments: argparse.Namespace) -> int:
    import json  # noqa: PLC0415
    from dataclasses import asdict  # noqa: PLC0415

    from firmware_ctl.backup.pack import pack  # noqa: PLC0415
    from firmware_ctl.backup.places import Places  # noqa: PLC0415
    from firmware_ctl.cli.configuration import load  # noqa: PLC0415
    from firmware_ctl.cli.places import config_place, state_place  # noqa: PLC0415

    places = Places(config_place(arguments.config_dir), state_place(arguments.state_dir))
    if not any(places.files(keys=arguments.keys)):
        raise CliError(
            f"nothing of a table is in {places.config} or {places.state}; name its folders with "
            "--config-dir and --state-dir"
        )
    config, _ = load(None)
    target = Path(arguments.file)
    contents = pack(
        places, target, version=__version__, table=config.table.name, keys=arguments.keys
    )
    if arguments.json:
        print(json.dumps(asdict(contents), ensure_ascii=False))
    else:
        size = target.stat().st_size
        print(f"{target}: {len(contents.entries)} files, {size / 1e6:.1f} MB")
    return ExitCode.DONE
