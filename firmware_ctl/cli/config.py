"""``mjtable config``: check a configuration file, start one, show what is in force."""

import argparse
import json
from pathlib import Path

from firmware_ctl.cli.exits import ExitCode

Subparsers = argparse._SubParsersAction  # noqa: SLF001


def add_parser(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the subcommand and its three verbs."""
    parser = subparsers.add_parser(
        "config",
        help="check, start or show the configuration file",
        description="Check, start or show the configuration file.",
        epilog="example:\n  mjtable config init table.toml && mjtable config check table.toml",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    check = verbs.add_parser(
        "check",
        help="tell everything that is wrong with a file",
        epilog="example:\n  mjtable config check /etc/mjtable/table.toml",
    )
    check.add_argument("file", nargs="?", help="default: the file that `run` would use")
    check.add_argument("--json", action="store_true", help="answer as one JSON object")
    check.set_defaults(func=_check)
    init = verbs.add_parser(
        "init",
        help="write a file with every key explained",
        epilog="example:\n  mjtable config init table.toml",
    )
    init.add_argument("file", nargs="?", help="default: standard output; never overwritten")
    init.add_argument(
        "--ask", action="store_true", help="ask for this table's own values, at the table"
    )
    init.set_defaults(func=_init)
    show = verbs.add_parser(
        "show",
        help="show every value in force",
        epilog="example:\n  mjtable config show --json",
    )
    show.add_argument("--config", metavar="FILE", help="instead of the file that `run` would use")
    show.add_argument("--json", action="store_true", help="answer as one JSON object")
    show.set_defaults(func=_show)


def _check(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.configuration import load, tell_defaults  # noqa: PLC0415

    if arguments.json:
        return _check_json(arguments.file)
    _, path = load(arguments.file)
    if path is None:
        tell_defaults()
    else:
        print(f"{path}: good")
    return ExitCode.DONE


def _check_json(named: str | None) -> int:
    from firmware_ctl.cli.configuration import find_named  # noqa: PLC0415
    from firmware_ctl.config.load import ConfigError, Problem, read_config  # noqa: PLC0415

    path = find_named(named)
    problems: tuple[Problem, ...] = ()
    if path is not None:
        try:
            read_config(path)
        except ConfigError as error:
            problems = error.problems
    told = [{"line": p.line, "key": p.key, "text": p.text} for p in problems]
    file = None if path is None else str(path)
    print(json.dumps({"ok": not told, "file": file, "problems": told}, ensure_ascii=False))
    return ExitCode.CONFIG if told else ExitCode.DONE


def _init(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.errors import CliError  # noqa: PLC0415
    from firmware_ctl.config.render import init_text  # noqa: PLC0415

    if arguments.ask:
        from firmware_ctl.cli.config_asking import ask_and_write  # noqa: PLC0415

        return ask_and_write(Path(arguments.file or "table.toml"))
    if arguments.file is None:
        print(init_text(), end="")
        return ExitCode.DONE
    path = Path(arguments.file)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(init_text())
    except FileExistsError as error:
        raise CliError(f"{path} is there already and is left as it is; name a new file") from error
    except OSError as error:
        raise CliError(f"{path} cannot be written: {error.strerror}") from error
    print(f"{path}: written; change it, then `mjtable config check {path}`")
    return ExitCode.DONE


def _show(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.configuration import load, tell_defaults  # noqa: PLC0415
    from firmware_ctl.config.render import show_data, show_text  # noqa: PLC0415

    config, path = load(arguments.config)
    if path is None:
        tell_defaults()
    if arguments.json:
        data = {"file": None if path is None else str(path), **show_data(config)}
        print(json.dumps(data, ensure_ascii=False))
    else:
        print(show_text(config), end="")
    return ExitCode.DONE
