"""The command line as a whole: parse, run one subcommand, end with a sentence and a code.

Only the module of the subcommand that was called is imported, and none of these may import
anything heavy before it runs: a status line must not cost more than the interpreter itself.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import IO, NoReturn

from firmware_ctl import __version__
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

SUBCOMMANDS = (
    "run",
    "sim",
    "send",
    "status",
    "report",
    "config",
    "rules",
    "ir",
    "board",
    "audit",
    "tiles",
    "log",
    "record",
    "url",
    "fleet",
    "doctor",
    "notify",
    "backup",
    "restore",
    "update",
    "completions",
)
"""Each is a module of this package with ``add_parser(subparsers)``, which sets ``func``."""

DEBUG = "MJTABLE_DEBUG"


class Parser(argparse.ArgumentParser):
    """A parser that keeps an example with the help and answers a mistake in one sentence."""

    def __init__(self, **options: object) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(**options)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """End with one sentence; the whole usage is a ``--help`` away."""
        self.exit(ExitCode.USAGE, f"{self.prog}: {message}; see `{self.prog} --help`\n")


def run(argv: Sequence[str]) -> int:
    """Run one command line and return its exit code; nothing is raised."""
    _stand_in_for_closed_streams()
    _forgive_narrow_encodings()
    try:
        code = _dispatch(argv)
        sys.stdout.flush()
    except CliError as error:
        for line in str(error).splitlines():
            print(f"mjtable: {line}", file=sys.stderr)
        return error.code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else ExitCode.DONE
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _abandon_stdout()
        return ExitCode.PIPE
    except OSError as error:
        if os.environ.get(DEBUG):
            raise
        print(f"mjtable: {_os_words(error)}", file=sys.stderr)
        return ExitCode.FAILED
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        print(f"mjtable: {what}; {DEBUG}=1 shows where it happened", file=sys.stderr)
        return ExitCode.FAILED
    return code


def build_parser(names: Sequence[str] = SUBCOMMANDS) -> Parser:
    """Return the parser with these subcommands."""
    parser = Parser(
        prog="mjtable",
        description="The open controller of an automatic mahjong table.",
        epilog="example:\n  mjtable run --sim --demo --watch    a simulated table, live",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and end")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for name in names:
        import_module(f"firmware_ctl.cli.{name}").add_parser(subparsers)
    return parser


class _Version(argparse.Action):
    """Tells the version and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"mjtable {__version__}")
        parser.exit(ExitCode.DONE)


def _dispatch(argv: Sequence[str]) -> int:
    first = argv[0] if argv else "--help"
    if first.startswith("-"):
        parser = build_parser()
    elif first in SUBCOMMANDS:
        parser = build_parser((first,))
    else:
        near = get_close_matches(first, SUBCOMMANDS, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(SUBCOMMANDS)}"
        raise CliError(f"unknown command {first[:40]!r}; {hint}", ExitCode.USAGE)
    arguments = parser.parse_args(argv or ["--help"])
    code: int = arguments.func(arguments)
    return code


def _os_words(error: OSError) -> str:
    """Return what the operating system refused, and what to look at."""
    reason = error.strerror or str(error)
    if error.filename is None:
        return (
            f"reading or writing failed: {reason}; look at where the output goes, and at the disk"
        )
    from pathlib import Path  # noqa: PLC0415 -- a command without a mistake need not wait for it

    path = Path(os.fsdecode(error.filename))
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return f"there is no folder {path.parent}; make it, or name another"
    return f"{path}: {reason}; check name, permissions and disk"


def _stand_in_for_closed_streams() -> None:
    """Write to nothing where a script has closed standard output or error (``>&-``)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _forgive_narrow_encodings() -> None:
    """Let a terminal without Chinese show escapes instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _abandon_stdout() -> None:
    """Point standard output at nothing, so that the interpreter's last flush stays silent."""
    stream: IO[str] = sys.stdout
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), stream.fileno())
