"""``mjtable audit page``: write the page that checks journals and walls in a browser."""

import argparse
import sys
from pathlib import Path

from firmware_ctl.cli.exits import ExitCode

Verbs = argparse._SubParsersAction  # noqa: SLF001


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "page",
        help="write the page that checks in a browser, without any server",
        description="Write one HTML file that checks journals and walls in a phone's or a "
        "computer's browser; it needs no server and sends nothing.",
        epilog="example:\n  mjtable audit page verify.html",
    )
    parser.add_argument("file", help="where to; - is standard output")
    parser.set_defaults(func=_write)


def _write(arguments: argparse.Namespace) -> int:
    from firmware_ctl.views.verify_page import page  # noqa: PLC0415

    if arguments.file == "-":
        sys.stdout.buffer.write(page())
    else:
        Path(arguments.file).write_bytes(page())
    return ExitCode.DONE
