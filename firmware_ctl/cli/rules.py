"""``mjtable rules``: list and show variants, work out break and deal."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from rules.languages import Language
    from rules.opening import Opening

_EXAMPLES = """examples:
  mjtable rules list
  mjtable rules show CD --lang zh-CN
  mjtable rules break CD --dice 3 4 --dealer 1
  mjtable rules deal MCR --dice 6 4 --dice2 1 1 --json
"""

_WRONG_USE = 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand ``rules``; its ``func`` takes the parsed arguments, returns 0 or 2."""
    from argparse import RawDescriptionHelpFormatter  # noqa: PLC0415 - loaded with the command

    parser = subparsers.add_parser(
        "rules",
        help="variants, break and deal",
        description="Show how a variant is set up, where its wall is broken and who takes what.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    listing = actions.add_parser("list", help="all variants")
    show = actions.add_parser("show", help="one variant's set-up")
    breaking = actions.add_parser("break", help="where the wall is broken, and the drawing order")
    dealing = actions.add_parser("deal", help="the break, and who takes which tiles")
    for action in (show, breaking, dealing):
        action.add_argument("id", metavar="ID", help="variant, such as CD or MCR")
    for action in (breaking, dealing):
        action.add_argument("--dice", nargs="*", metavar=("A", "B"), help="first throw")
        action.add_argument("--dice2", nargs="*", metavar=("C", "D"), help="second throw (MCR)")
        action.add_argument(
            "--dealer", default="0", metavar="SIDE", help="0..3 or East, South, West, North"
        )
        action.add_argument(
            "--profile", default="four-port", help="four-port (default) or auto-deal"
        )
    for action in (listing, show, breaking, dealing):
        action.add_argument("--json", action="store_true", help="print JSON")
        action.add_argument("--lang", default="en", help="en (default), zh-CN or ja")
        action.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for and return 0; for wrong use, say why on stderr and return 2."""
    from rules.errors import RulesError  # noqa: PLC0415 - loaded when the command runs

    actions: dict[str, Callable[[argparse.Namespace, Language], str]] = {
        "list": _list,
        "show": _show,
        "break": _break,
        "deal": _deal,
    }
    try:
        text = actions[args.action](args, _language(args.lang))
    except RulesError as error:
        print(f"mjtable rules {args.action}: {error}", file=sys.stderr)
        return _WRONG_USE
    print(text)
    return 0


def _list(args: argparse.Namespace, language: Language) -> str:
    from rules.answers import list_answer  # noqa: PLC0415

    rows = list_answer(language)
    if args.json:
        return "\n".join(map(_json, rows))
    return "\n".join(f"{row['id']:<6}{row['tiles']:>5}  {row['name']}" for row in rows)


def _show(args: argparse.Namespace, language: Language) -> str:
    from rules.answers import show_answer  # noqa: PLC0415
    from rules.set_up import set_up_lines  # noqa: PLC0415
    from rules.texts import say  # noqa: PLC0415
    from rules.variants import variant  # noqa: PLC0415

    if args.json:
        return _json(show_answer(args.id, language))
    row = variant(args.id)
    lines = [f"{row.id}  {row.name.to(language)}"]
    for part, text in set_up_lines(row, language):
        rules = ", ".join(source.rule for source in row.sources if source.part == part)
        lines.append(
            f"  {say(f'part.{part}', language)}: {text}" + (f"  [{rules}]" if rules else "")
        )
    return "\n".join(lines)


def _break(args: argparse.Namespace, language: Language) -> str:
    from rules.answers import break_answer  # noqa: PLC0415
    from rules.wording import break_text  # noqa: PLC0415

    opening = _opening(args, language)
    if args.json:
        return _json(break_answer(opening, language))
    return break_text(opening.broken, language)


def _deal(args: argparse.Namespace, language: Language) -> str:
    from rules.answers import deal_answer  # noqa: PLC0415
    from rules.deal_sheet import deal_sheet  # noqa: PLC0415

    opening = _opening(args, language)
    return _json(deal_answer(opening, language)) if args.json else deal_sheet(opening, language)


def _opening(args: argparse.Namespace, language: Language) -> Opening:
    from rules.dice import named_wall  # noqa: PLC0415
    from rules.errors import DiceError  # noqa: PLC0415
    from rules.lookup import look_up  # noqa: PLC0415
    from rules.opening import open_hand  # noqa: PLC0415
    from rules.programs import Profile  # noqa: PLC0415
    from rules.variants import variant  # noqa: PLC0415
    from rules.wording import second_throw_text  # noqa: PLC0415

    row = variant(args.id)
    dealer = _side(args.dealer)
    profile = look_up({row.value: row for row in Profile}, args.profile, "profile")
    throws = [
        _throw(option, faces)
        for option, faces in (("--dice", args.dice), ("--dice2", args.dice2))
        if faces is not None
    ]
    if args.dice is None and (profile is Profile.FOUR_PORT or throws):
        raise DiceError("the first throw is missing: add --dice A B with two faces of 1..6")
    if len(throws) == 1 and row.dice.throws == 2:
        thrower = second_throw_text(named_wall(row.dice, dealer, throws[0]), language)
        raise DiceError(f"{thrower}: add --dice2 C D with that throw")
    return open_hand(args.id, throws, dealer, profile)


def _throw(option: str, faces: Sequence[str]) -> tuple[int, int]:
    from rules.dice import checked_throw  # noqa: PLC0415
    from rules.errors import DiceError  # noqa: PLC0415

    known = {str(face): face for face in range(1, 7)}
    if len(faces) != 2 or not set(faces) <= set(known):
        shown = " ".join(" ".join(faces).split()) or "nothing"
        raise DiceError(f"{option} {shown}: give two faces of 1..6, such as {option} 3 4")
    return checked_throw([known[face] for face in faces])


def _side(name: str) -> int:
    from rules.lookup import look_up  # noqa: PLC0415

    sides = {"0": 0, "1": 1, "2": 2, "3": 3, "East": 0, "South": 1, "West": 2, "North": 3}
    return look_up(sides, name, "side")


def _language(name: str) -> Language:
    from rules.languages import Language  # noqa: PLC0415
    from rules.lookup import look_up  # noqa: PLC0415

    return look_up({row.value: row for row in Language}, name, "language")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
