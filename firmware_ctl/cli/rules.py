"""``mjtable rules``: list and show variants, work out break and deal, judge and settle."""

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.rules_inspect import add_verb
from firmware_ctl.cli.rules_scoring import add_option, add_verbs, read_options

if TYPE_CHECKING:
    from rules.dice import Throw
    from rules.languages import Language
    from rules.opening import Opening
    from rules.programs import Profile
    from rules.variants import Variant

Subparsers = argparse._SubParsersAction  # noqa: SLF001

_FACES = {str(face): face for face in range(1, 7)}
_SIDES = {"0": 0, "1": 1, "2": 2, "3": 3, "East": 0, "South": 1, "West": 2, "North": 3}


def add_parser(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the subcommand and its verbs."""
    about = (
        "Show how a variant is set up, where its wall is broken and who takes which tiles; judge "
        "hands and settle them."
    )
    parser = subparsers.add_parser(
        "rules",
        help="variants, break, deal, hands and money",
        description=about,
        epilog="example:\n  mjtable rules deal MCR --dice 6 4 --dice2 1 1",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    listing = verbs.add_parser(
        "list",
        help="all variants",
        epilog="example:\n  mjtable rules list --lang zh-CN",
    )
    listing.set_defaults(verb=_list)
    show = verbs.add_parser(
        "show",
        help="one variant's set-up, each part with its rule",
        epilog="example:\n  mjtable rules show CD",
    )
    show.set_defaults(verb=_show)
    breaking = verbs.add_parser(
        "break",
        help="where the wall is broken; with --json the whole drawing order",
        epilog="example:\n  mjtable rules break CD --dice 3 4 --dealer South",
    )
    breaking.set_defaults(verb=_break)
    dealing = verbs.add_parser(
        "deal",
        help="the break, and who takes which tiles",
        epilog="example:\n  mjtable rules deal MCR --dice 6 4 --dice2 1 1 --json",
    )
    dealing.set_defaults(verb=_deal)
    for verb in (show, breaking, dealing):
        verb.add_argument("id", metavar="ID", help="variant, such as CD or MCR")
    for verb in (breaking, dealing):
        _add_opening(verb)
    dealing.add_argument(
        "--svg", metavar="FILE", help="draw the picture into this file instead; - is the output"
    )
    dealing.add_argument(
        "--program", default="", metavar="ID", help="such as 108-3; default the variant's"
    )
    add_verbs(verbs)
    add_verb(verbs)
    explaining = verbs.add_parser(
        "explain",
        help="what a rule says, by its id",
        epilog="example:\n  mjtable rules explain CD-F9 --lang zh-CN",
    )
    explaining.add_argument("rule", metavar="RULE", help="a rule's id, such as CD-F9")
    explaining.set_defaults(verb=_explain)
    for verb in verbs.choices.values():
        verb.set_defaults(func=run)
        verb.add_argument("--json", action="store_true", help="answer as JSON")
        verb.add_argument("--lang", default="en", help="en (default), zh-CN or ja")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb: it prints its answer and returns the exit code.

    Raises:
        CliError: wrong use, in one sentence.
    """
    from rules.errors import RulesError  # noqa: PLC0415

    try:
        code: int = arguments.verb(arguments, _language(arguments.lang))
    except RulesError as error:
        raise CliError(str(error), ExitCode.USAGE) from None
    return code


def _add_opening(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--dice", nargs=2, metavar=("A", "B"), help="the faces of the first throw")
    verb.add_argument("--dice2", nargs=2, metavar=("C", "D"), help="the second throw (MCR)")
    verb.add_argument(
        "--dealer", default="0", metavar="SIDE", help="0..3 or East, South, West, North; default 0"
    )
    add_option(verb)
    verb.add_argument("--profile", default="four-port", help="four-port (default) or auto-deal")


def _list(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.answers import list_answer  # noqa: PLC0415

    for row in list_answer(language):
        line = f"{row['id']:<6}{row['tiles']:>5}  {row['name']}"
        print(_json(row) if arguments.json else line)
    return ExitCode.DONE


def _show(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.answers import show_answer  # noqa: PLC0415
    from rules.set_up import set_up_sheet  # noqa: PLC0415
    from rules.variants import variant  # noqa: PLC0415

    row = variant(arguments.id)
    shown = _json(show_answer(row, language)) if arguments.json else set_up_sheet(row, language)
    print(shown)
    return ExitCode.DONE


def _break(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.answers import break_answer  # noqa: PLC0415
    from rules.wording import break_text  # noqa: PLC0415

    opening = _opening(arguments, language)
    if arguments.json:
        print(_json(break_answer(opening, language)))
    else:
        print(break_text(opening.broken, language))
    return ExitCode.DONE


def _deal(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.answers import deal_answer  # noqa: PLC0415
    from rules.deal_sheet import deal_sheet  # noqa: PLC0415

    opening = _opening(arguments, language)
    if arguments.svg is not None:
        _draw(opening, language, arguments.svg)
    elif arguments.json:
        print(_json(deal_answer(opening, language)))
    else:
        print(deal_sheet(opening, language))
    return ExitCode.DONE


def _draw(opening: "Opening", language: "Language", path: str) -> None:
    """Write the picture; an existing file is replaced.

    Raises:
        CliError: the file cannot be written.
    """
    from pathlib import Path  # noqa: PLC0415

    from rules.deal_svg import deal_svg  # noqa: PLC0415

    drawn = deal_svg(opening, language)
    if path == "-":
        print(drawn, end="")
        return
    try:
        Path(path).write_text(drawn, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise CliError(f"--svg {path}: cannot be written: {reason}", ExitCode.FAILED) from None
    print(path)


def _explain(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.explain import explain  # noqa: PLC0415

    rule = arguments.rule.strip().upper()
    text = explain(rule).to(language)
    print(_json({"rule": rule, "text": text}) if arguments.json else f"{rule}: {text}")
    return ExitCode.DONE


def _opening(arguments: argparse.Namespace, language: "Language") -> "Opening":
    from rules.lookup import look_up  # noqa: PLC0415
    from rules.opening import open_hand  # noqa: PLC0415
    from rules.options import house  # noqa: PLC0415
    from rules.options.set_up import set_up_in  # noqa: PLC0415
    from rules.programs import Profile  # noqa: PLC0415
    from rules.programs import program as find_program  # noqa: PLC0415
    from rules.variants import variant  # noqa: PLC0415

    usual = variant(arguments.id)
    row, program = set_up_in(usual, house(usual.id, read_options(arguments.option)))
    named = getattr(arguments, "program", "")
    if named:
        program = find_program(named)
    dealer = look_up(_SIDES, arguments.dealer, "side")
    profile = look_up({one.value: one for one in Profile}, arguments.profile, "profile")
    throws = [
        _throw(option, faces)
        for option, faces in (("--dice", arguments.dice), ("--dice2", arguments.dice2))
        if faces is not None
    ]
    if arguments.dice is None:
        _check_no_dice(throws, profile)
    elif len(throws) < row.dice.throws:
        _ask_second_throw(row, dealer, throws[0], language)
    return open_hand(row, throws, dealer, profile, program)


def _check_no_dice(throws: Sequence["Throw"], profile: "Profile") -> None:
    """Refuse to go on without the first throw; only a machine that deals may do without any."""
    from rules.errors import DiceError  # noqa: PLC0415
    from rules.programs import Profile  # noqa: PLC0415

    if throws or profile is Profile.FOUR_PORT:
        raise DiceError("the first throw is missing: add --dice A B with two faces of 1..6")


def _ask_second_throw(row: "Variant", dealer: int, first: "Throw", language: "Language") -> None:
    from rules.dice import named_wall  # noqa: PLC0415
    from rules.errors import DiceError  # noqa: PLC0415
    from rules.wording import second_throw_text  # noqa: PLC0415

    thrower = second_throw_text(named_wall(row.dice, dealer, first), language)
    raise DiceError(f"{thrower}: add --dice2 C D with that throw")


def _throw(option: str, faces: Sequence[str]) -> "Throw":
    from rules.dice import checked_throw  # noqa: PLC0415
    from rules.errors import DiceError  # noqa: PLC0415

    if not set(faces) <= set(_FACES):
        shown = " ".join(" ".join(faces).split())[:40]
        raise DiceError(f"{option} {shown}: give two faces of 1..6, such as {option} 3 4")
    return checked_throw([_FACES[face] for face in faces])


def _language(name: str) -> "Language":
    from rules.languages import Language  # noqa: PLC0415
    from rules.lookup import look_up  # noqa: PLC0415

    return look_up({one.value: one for one in Language}, name, "language")


def _json(answer: object) -> str:
    return json.dumps(answer, ensure_ascii=False)
