"""``mjtable completions``: what a shell completes; made when a package is built."""

import argparse

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

SHELLS = ("bash", "zsh", "fish")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "completions",
        help="print the completions of a shell",
        description="Print the completions of a shell; packages bring them.",
        epilog="example:\n  mjtable completions bash > /etc/bash_completion.d/mjtable",
    )
    parser.add_argument("shell", choices=SHELLS, help="for which shell")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.app import build_parser  # noqa: PLC0415

    try:
        import shtab  # noqa: PLC0415
    except ImportError as error:
        text = "say `pip install shtab` first, it makes them; the Debian package brings them ready"
        raise CliError(text) from error
    parser = build_parser()
    if arguments.shell == "fish":
        print(_fish(parser))
    else:
        print(shtab.complete(parser, arguments.shell))
    return ExitCode.DONE


def _fish(parser: argparse.ArgumentParser) -> str:
    """Return fish's completions, which shtab does not know: commands, and their options."""
    lines = ["complete -c mjtable -f"]
    for action in parser._actions:  # noqa: SLF001 -- argparse has no public list of its commands
        if not isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            continue
        for choice in action._choices_actions:  # noqa: SLF001
            about = f"-d {_quoted(choice.help or '')}"
            lines.append(f"complete -c mjtable -n __fish_use_subcommand -a {choice.dest} {about}")
            lines += _options(choice.dest, action.choices[choice.dest])
    return "\n".join(lines)


def _options(name: str, parser: argparse.ArgumentParser) -> list[str]:
    lines = []
    for action in parser._actions:  # noqa: SLF001
        for option in action.option_strings:
            if option.startswith("--"):
                takes = " -r" if action.nargs is None else ""
                about = f"-d {_quoted(action.help or '')}"
                seen = f"'__fish_seen_subcommand_from {name}'"
                lines.append(f"complete -c mjtable -n {seen} -l {option[2:]}{takes} {about}")
    return lines


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%") + "'"
