"""``mjtable audit qr``: show one hand's opened wall as a QR code for the players' phones."""

import argparse
from pathlib import Path

from firmware_ctl.cli.audit_source import add_source, record_lines
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

Verbs = argparse._SubParsersAction  # noqa: SLF001


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "qr",
        help="show a hand's opened wall as a QR code",
        description="Show the opened wall of a hand that has ended as a QR code, or as the text in "
        "it; `mjtable audit verify` and the page of `mjtable audit page` check it.",
        epilog="example:\n  sudo -u mjtable mjtable audit qr --hand 12",
    )
    parser.add_argument("--hand", type=int, metavar="N", help="default: the last that was opened")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--svg", metavar="FILE", help="write a picture instead")
    shape.add_argument("--text", action="store_true", help="print the text instead")
    parser.add_argument("--journal", metavar="FILE", help="take the hand from an exported journal")
    add_source(parser)
    parser.set_defaults(func=_show)


def _show(arguments: argparse.Namespace) -> int:
    from firmware_ctl.audit.qr import svg_code, terminal_code  # noqa: PLC0415

    text = _text(arguments)
    if arguments.svg:
        Path(arguments.svg).write_text(svg_code(text), "utf-8")
    elif arguments.text:
        print(text)
    else:
        print(terminal_code(text), end="")
    return ExitCode.DONE


def _text(arguments: argparse.Namespace) -> str:
    from firmware_ctl.audit.signing import is_signed  # noqa: PLC0415
    from rules.integrity.commitment.journal import check_journal  # noqa: PLC0415
    from rules.integrity.commitment.opening import opening_text  # noqa: PLC0415

    if arguments.journal:
        with Path(arguments.journal).open("rb") as file:
            checked = check_journal(file, is_signed)
    else:
        checked = check_journal(record_lines(arguments), is_signed)
    if checked.flaw is not None:
        source = f"{arguments.journal}: " if arguments.journal else ""
        raise CliError(source + checked.flaw.text(), ExitCode.VERIFICATION)
    wanted = arguments.hand
    walls = [
        hand.wall
        for hand in checked.hands
        if hand.wall is not None and wanted in (None, hand.number)
    ]
    if not walls:
        which = "no hand" if wanted is None else f"hand {wanted} is none that"
        raise CliError(
            f"{which} has an opened wall: it must have ended, and a reader seen its walls"
        )
    return opening_text(walls[-1])
