"""``mjtable send``: say one command to the running daemon."""

import argparse
import json

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "send",
        help="say one command to the running daemon",
        description="Say one command to the running daemon, in the words of panel and remote.\n"
        "Arguments stand in their order, and then in any order as name=value.",
        epilog="examples:\n  mjtable send lift\n  mjtable send dice 2\n  mjtable send ack 7\n"
        "  mjtable send claim by=1 value=3\n  mjtable send claim 1 self how=self value=3",
    )
    parser.add_argument(
        "words",
        nargs="+",
        metavar="WORD",
        help="the command and its arguments, in order or as name=value",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument("--socket", metavar="PATH", help="the daemon's socket")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.client import connect  # noqa: PLC0415
    from firmware_ctl.core.commands import BadCommand, Origin, parse_words  # noqa: PLC0415

    try:
        command = parse_words(arguments.words, Origin.CLI)
    except BadCommand as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    connection = connect(arguments.socket)
    try:
        answer = connection.ask(
            {"id": 1, "command": command.word, "args": command.args, "origin": command.origin}
        )
    finally:
        connection.close()
    if arguments.json:
        print(json.dumps({name: answer[name] for name in answer if name != "id"}))
    elif answer.get("ok"):
        print(answer.get("why") or f"{command.word}: done")
    if answer.get("ok"):
        return ExitCode.DONE
    if not arguments.json:
        raise CliError(in_words(command.word, answer), exit_code(answer))
    return exit_code(answer)


def in_words(word: str, answer: dict[str, object]) -> str:
    """Return a refusal as a sentence."""
    allowed = answer.get("allowed")
    text = f"{word}: {answer.get('why') or answer.get('code') or 'refused'}"
    if isinstance(allowed, list) and allowed:
        text += f" (now possible: {', '.join(map(str, allowed))})"
    return text


def exit_code(answer: dict[str, object]) -> ExitCode:
    """Return the exit code of a refusal."""
    wrong_words = answer.get("code") in {"bad-request", "bad-args"}
    return ExitCode.USAGE if wrong_words else ExitCode.REFUSED
