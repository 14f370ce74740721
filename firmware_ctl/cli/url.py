"""``mjtable url``: where the table's page is, also as a QR code."""

import argparse
import json
import sys

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "url",
        help="tell where the table's page is",
        description="Tell where the table's page is, by its configuration.",
        epilog="example:\n  mjtable url --qr",
    )
    parser.add_argument("--qr", action="store_true", help="show it as a QR code too")
    parser.add_argument("--config", metavar="FILE", help="instead of the file that `run` would use")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.configuration import load  # noqa: PLC0415
    from firmware_ctl.config.addresses import (  # noqa: PLC0415
        ANY,
        address_in_the_house,
        is_local,
        page_address,
    )

    web = load(arguments.config)[0].web
    if not web.enabled or not web.port:
        why = "no page is served" if not web.enabled else "web.port is 0: any free one"
        raise CliError(f"{why}; see [web] in the configuration", ExitCode.CONFIG)
    host = address_in_the_house() if web.host in ANY else web.host
    address = page_address(host, web.port)
    if is_local(web.host):
        lonely = "only this machine reaches the page; set web.host to 0.0.0.0 for phones"
    elif is_local(host):
        lonely = "this machine has no address in the house; join its network for phones"
    else:
        lonely = ""
    if arguments.json:
        print(json.dumps({"url": address, "local": bool(lonely)}))
        return ExitCode.DONE
    if arguments.qr and lonely:
        raise CliError(f"{lonely}, then a phone can scan the code", ExitCode.FAILED)
    print(address)
    if arguments.qr:
        from firmware_ctl.audit.qr import terminal_code  # noqa: PLC0415

        print(terminal_code(address), end="")
    if lonely:
        print(f"mjtable: {lonely}", file=sys.stderr)
    return ExitCode.DONE
