"""``mjtable rules score``, ``waits`` and ``settle``: judge hands, settle ledgers."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from rules.languages import Language
    from rules.scoring.book import Book
    from rules.scoring.waiting import Wait
    from rules.settling.settle import Settlement

Subparsers = argparse._SubParsersAction  # noqa: SLF001
Row = Mapping[str, object]
Answer = dict[str, object]
Verb = Callable[[argparse.Namespace, "Language"], int]

BY = "self, discard (default), rob, kong, kong-discard, heaven or earth"


class _Batch(argparse.Action):
    """Takes the batch's file, and lets what its rows hold be missing from the command line."""

    def __init__(self, spares: Sequence[argparse.Action] = (), **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.spares = spares

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        setattr(namespace, self.dest, values)
        for action in self.spares:
            action.required = False


def add_verbs(verbs: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the verbs that judge and settle."""
    score = verbs.add_parser(
        "score",
        help="is it a win, and what is it worth",
        epilog="example:\n  mjtable rules score CD --hand 11122233m78999p --win 3m --by self\n"
        "  mjtable rules score CD --hand 33344m66677p --melds '[1111m*]' --win 4m --by kong",
    )
    score.add_argument("--win", metavar="TILE", help="the winning tile")
    _add_hand(score)
    _add_common(score, _score)
    waiting = verbs.add_parser(
        "waits",
        help="what a hand waits for",
        epilog="example:\n  mjtable rules waits CD --hand 1112345678999m",
    )
    _add_hand(waiting)
    waiting.add_argument("--seen", metavar="TILES", help="tiles that lie open elsewhere")
    _add_common(waiting, _waits)
    settle = verbs.add_parser(
        "settle",
        help="who pays whom, and who deals next",
        epilog="example:\n  mjtable rules settle QS hand.jsonl --json\n"
        "  where hand.jsonl holds one event a line, the first of them\n"
        '  {"e": "start", "dealer": 0}',
    )
    _add_common(settle, _settle, file="events, one a line; - is standard input")


def _add_common(verb: argparse.ArgumentParser, function: Verb, file: str | None = None) -> None:
    spares = [verb.add_argument("id", metavar="ID", help="variant, such as CD or MCR")]
    if file is not None:
        spares.append(verb.add_argument("file", metavar="FILE", help=file))
    add_option(verb)
    verb.add_argument(
        "--batch",
        metavar="FILE",
        action=_Batch,
        spares=spares,
        help="JSON lines in, JSON lines out; - is standard input",
    )
    verb.set_defaults(verb=function)


def add_option(verb: argparse.ArgumentParser) -> None:
    """Add the option that sets house options."""
    verb.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a house option; may be repeated",
    )


def _add_hand(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--hand", metavar="TILES", help="the concealed tiles without the winning one")
    verb.add_argument("--melds", metavar="MELDS", help="such as '[222p] [3333s*]'")
    verb.add_argument("--by", metavar="HOW", help=BY)
    verb.add_argument("--dealer", action="store_true", default=None, help="the winner deals")
    verb.add_argument("--seat-wind", metavar="WIND", help="E, S, W or N")
    verb.add_argument("--round-wind", metavar="WIND", help="E, S, W or N")
    verb.add_argument("--flowers", metavar="LETTERS", help="flowers held, such as ab")
    verb.add_argument("--last-tile", action="store_true", default=None, help="no tile is left")
    verb.add_argument("--last-of-kind", action="store_true", default=None, help="three lie open")
    verb.add_argument("--lack", metavar="SUIT", help="the suit named at the start: m, p or s")
    verb.add_argument("--piao", metavar="N", help="jokers discarded in a row (HZ)")
    verb.add_argument(
        "--floated", action="store_true", default=None, help="another's joker floats (HZ)"
    )
    verb.add_argument("--streak", metavar="N", help="the hand's number in the dealer's row (GY1)")
    verb.add_argument("--declared", action="store_true", default=None, help="declared ready")
    verb.add_argument(
        "--from-declared", action="store_true", default=None, help="the discarder declared ready"
    )
    verb.add_argument("--kong-chain", metavar="N", help="kongs in a row before the win")
    verb.add_argument("--passed", metavar="TILE:VALUE", help="wins let go since the last draw")


def _score(arguments: argparse.Namespace, language: "Language") -> int:
    if arguments.batch is not None:
        return _batch(arguments, lambda row: _score_row(row, language))
    answer = _score_row(_row(arguments, ("hand", "win")), language)
    if arguments.json:
        print(_json(answer))
    if "error" in answer:
        raise CliError(str(answer["error"]), ExitCode.USAGE)
    if not arguments.json:
        from rules.scoring.answers import score_sheet  # noqa: PLC0415

        print(score_sheet(answer, language))
    return ExitCode.DONE if answer["win"] else ExitCode.FAILED


def _score_row(row: Row, language: "Language") -> Answer:
    """Return the answer; tiles that cannot be a hand at all are an error as well."""
    from rules.scoring.answers import score_answer  # noqa: PLC0415
    from rules.scoring.fields import read_claim_fields  # noqa: PLC0415
    from rules.scoring.judging import explain_win  # noqa: PLC0415

    claim = read_claim_fields(row)
    check = explain_win(_book(row), claim)
    answer = score_answer(check, claim.melds, language)
    if check.refusal is not None and check.refusal.is_wrong_input:
        return {"error": answer["why"], **answer}
    return answer


def _waits(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.scoring.answers import waits_answer, waits_sheet  # noqa: PLC0415

    if arguments.batch is not None:
        return _batch(arguments, lambda row: waits_answer(_found_waits(row)))
    found = _found_waits(_row(arguments, ("hand",)))
    print(_json(waits_answer(found)) if arguments.json else waits_sheet(found, language))
    return ExitCode.DONE if found else ExitCode.FAILED


def _found_waits(row: Row) -> "tuple[Wait, ...]":
    from rules.scoring.fields import read_waiting_fields  # noqa: PLC0415
    from rules.scoring.waiting import waits  # noqa: PLC0415

    waiting = read_waiting_fields(row)
    return waits(_book(row), waiting.tiles, waiting.melds, waiting.situation, waiting.seen)


def _settle(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.settling.answers import settle_answer, settle_sheet  # noqa: PLC0415

    if arguments.batch is not None:
        return _batch(arguments, lambda row: settle_answer(_settled(row), language))
    with _lines(arguments.file) as lines:
        events = [_parsed(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    settled = _settled({**_row(arguments, ()), "events": events})
    answer = settle_answer(settled, language)
    print(_json(answer) if arguments.json else settle_sheet(settled, language))
    return ExitCode.DONE


def _settled(row: Row) -> "Settlement":
    from rules.errors import EventError  # noqa: PLC0415
    from rules.settling.ledger import HandLedger  # noqa: PLC0415

    events = row.get("events")
    if not isinstance(events, list):
        raise EventError('"events" is a list of event objects')
    return HandLedger(_variant(row), tuple(events), _options_of(row)).settle()


def _batch(arguments: argparse.Namespace, answer: "Callable[[Row], Answer]") -> int:
    """Answer every line in order; a bad one is answered too and makes the exit code that of use."""
    from rules.errors import RulesError  # noqa: PLC0415

    usual = {"variant": arguments.id, "options": read_options(arguments.option)}
    code = ExitCode.DONE
    with _lines(arguments.batch) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                result = answer(_with_usual(_parsed(number, line), usual))
                if "error" in result:
                    result = {"line": number, **result}
            except RulesError as error:
                result = {"line": number, "error": str(error)}
            if "error" in result:
                code = ExitCode.USAGE
            print(_json(result))
    return code


def _with_usual(row: object, usual: Row) -> Row:
    """Return a row with the variant and the options of the command line where it has none."""
    from rules.scoring.fields import FieldError  # noqa: PLC0415

    if not isinstance(row, dict):
        raise FieldError('a line is a JSON object such as {"hand": "...", "win": "5m"}')
    options = {**_options_of(usual), **_options_of(row)}
    return {**usual, **row, "options": options}


def _parsed(number: int, line: str) -> object:
    from rules.scoring.fields import FieldError  # noqa: PLC0415

    try:
        parsed: object = json.loads(line)
    except ValueError as error:
        raise FieldError(f"line {number} is no JSON: {error}") from None
    except RecursionError:
        raise FieldError(f"line {number} is nested too deeply") from None
    return parsed


def _row(arguments: argparse.Namespace, needed: Sequence[str]) -> Row:
    """Return the command line as the row that a batch would hold."""
    missing = [name for name in needed if getattr(arguments, name) is None]
    if missing:
        raise CliError(f"--{missing[0]} is missing: give tiles such as 123m456p", ExitCode.USAGE)
    given = {name: value for name, value in vars(arguments).items() if value is not None}
    return {**given, "variant": arguments.id, "options": read_options(arguments.option)}


def read_options(given: Sequence[str]) -> dict[str, object]:
    """Return house options from ``NAME=VALUE`` texts.

    Raises:
        CliError: one has no value.
    """
    options: dict[str, object] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise CliError(f"--option {one}: write name=value, such as cap_fan=4", ExitCode.USAGE)
        options[name] = value
    return options


def _options_of(row: Row) -> dict[str, object]:
    from rules.options import OptionError  # noqa: PLC0415

    options = row.get("options") or {}
    if not isinstance(options, dict):
        raise OptionError('"options" is an object of names and values')
    return options


def _variant(row: Row) -> str:
    from rules.errors import UnknownName  # noqa: PLC0415

    if not isinstance(row.get("variant"), str):
        raise UnknownName('"variant" is missing: name it in the row, or once as ID')
    return str(row["variant"])


def _book(row: Row) -> "Book":
    from rules.books import book  # noqa: PLC0415

    return book(_variant(row), _options_of(row))


@contextmanager
def _lines(name: str) -> "Iterator[Iterable[str]]":
    """Give the lines of a file, or of standard input for ``-``."""
    try:
        if name == "-":
            yield sys.stdin
            return
        with Path(name).open(encoding="utf-8") as stream:
            yield stream
    except BrokenPipeError:
        raise  # the reader of our output went away; that is no matter of the input
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CliError(
            f"{name} cannot be read: {why}; name a text file, or -", ExitCode.USAGE
        ) from None


def _json(answer: object) -> str:
    return json.dumps(answer, ensure_ascii=False)
