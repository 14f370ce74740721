"""``mjtable audit verify``: check a journal, or one opened wall, on any computer."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

Verbs = argparse._SubParsersAction  # noqa: SLF001


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "verify",
        help="check a journal, or the text of one opened wall",
        description="Check a journal from its first line to its last, or the text that a wall's QR "
        "code holds; needs neither table nor configuration. Ends with 7 when something is wrong, "
        "and names the first thing that is.",
        epilog="example:\n  mjtable audit verify evening.jsonl --hand 12",
    )
    parser.add_argument("what", help="a journal's file, a wall's text, or - for either")
    parser.add_argument("--hand", type=int, metavar="N", help="show this hand and its wall")
    parser.add_argument("--key", metavar="HEX", help="the table's key, if you know it")
    parser.add_argument("--root", metavar="HEX", help="the root, or its beginning, as you saw it")
    parser.add_argument(
        "--language", choices=("en", "zh-CN", "ja"), default="en", help="of what is wrong"
    )
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")
    parser.set_defaults(func=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from rules.integrity.commitment.opening import PREFIX  # noqa: PLC0415

    if arguments.what.startswith(PREFIX):
        return _wall(arguments, arguments.what)
    if arguments.what == "-":
        return _stream(arguments, sys.stdin.buffer)
    with Path(arguments.what).open("rb") as file:
        return _stream(arguments, file)


def _stream(arguments: argparse.Namespace, file: IO[bytes]) -> int:
    from rules.integrity.commitment.opening import PREFIX  # noqa: PLC0415

    lines = _lines(file)
    first = next(lines, b"")
    if first.startswith(PREFIX.encode()):
        return _wall(arguments, first.decode(errors="replace"))
    return _journal(arguments, first, lines)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield lines, none of them longer than one that a journal can have, and a byte more."""
    from rules.integrity.commitment.lines import MOST_LINE_BYTES  # noqa: PLC0415

    while line := file.readline(MOST_LINE_BYTES + 1):
        yield line


def _wall(arguments: argparse.Namespace, text: str) -> int:
    from firmware_ctl.audit.telling import wall_data, wall_lines  # noqa: PLC0415
    from rules.integrity.commitment.opening import (  # noqa: PLC0415
        BadOpening,
        WrongTiles,
        read_opening,
    )

    try:
        wall = read_opening(text)
    except WrongTiles as error:
        raise CliError(str(error), ExitCode.VERIFICATION) from error
    except BadOpening as error:
        raise CliError(f"this text is no opened wall: {error}", ExitCode.VERIFICATION) from error
    seen = _same_root(arguments.root, wall.root.hex())
    if arguments.json:
        print(json.dumps({"good": True, "root_seen": seen, **wall_data(wall)}))
    else:
        print(*wall_lines(wall, seen=seen), sep="\n")
    return ExitCode.DONE


def _same_root(seen: str | None, root: str) -> bool:
    """Tell whether a person gave the root that he saw, which is this one.

    Raises:
        CliError: he saw another one.
    """
    if seen is None:
        return False
    digits = "".join(seen.split()).lower()
    if len(digits) < 8 or not root.startswith(digits):
        raise CliError(
            f"the root is {root}, not {seen}: this is another wall than the one that you saw "
            "closed (give at least 8 digits)",
            ExitCode.VERIFICATION,
        )
    return True


def _journal(arguments: argparse.Namespace, first: bytes, rest: Iterator[bytes]) -> int:
    from itertools import chain  # noqa: PLC0415

    from firmware_ctl.audit.signing import is_signed  # noqa: PLC0415
    from firmware_ctl.audit.telling import hand_data, journal_data, told_lines  # noqa: PLC0415
    from rules.integrity.commitment.journal import check_journal  # noqa: PLC0415
    from rules.languages import Language  # noqa: PLC0415

    lines = chain((first,) if first else (), rest)
    key = None if arguments.key is None else "".join(arguments.key.split()).lower()
    checked = check_journal(lines, is_signed, key)
    hand = next((one for one in reversed(checked.hands) if one.number == arguments.hand), None)
    if arguments.hand is not None and hand is None and checked.good:
        numbers = [one.number for one in checked.hands]
        told = f"it tells of hands {numbers[0]} to {numbers[-1]}" if numbers else "it tells of none"
        raise CliError(f"no hand {arguments.hand} in this journal: {told}", ExitCode.USAGE)
    if hand is not None and arguments.root is not None:
        _same_root(arguments.root, hand.root)
    language = Language(arguments.language)
    if arguments.json:
        told_hand = {} if hand is None else {"hand": hand_data(hand)}
        data = {**journal_data(checked, language), **told_hand}
        print(json.dumps(data, ensure_ascii=False))
    elif checked.flaw is None:
        print(*told_lines(checked, hand, key_known=key is not None), sep="\n")
    if checked.flaw is None:
        return ExitCode.DONE
    if not arguments.json:
        raise CliError(f"{arguments.what}: {checked.flaw.text(language)}", ExitCode.VERIFICATION)
    return ExitCode.VERIFICATION
