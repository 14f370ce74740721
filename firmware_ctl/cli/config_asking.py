"""``mjtable config init --ask``: write a table's configuration, and its wiring, by asking."""

import asyncio
import sys
from pathlib import Path

from firmware_ctl.cli.asking import (
    Answers,
    Key,
    Levels,
    Stopped,
    Talk,
    ask_inputs,
    ask_keys,
    ask_outputs,
    ask_port,
    wiring_text,
)
from firmware_ctl.cli.board_line import opened
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.config.render import init_text
from hal.errors import HalError, LinkLost
from hal.line.serial_port import SerialPort, known_ports
from hal.plain.line import PlainLine
from hal.plain.wiring_file import read_wiring
from rules.errors import RulesError
from rules.variants import variant

OURS, PLAIN = "ours", "plain"


def ask_and_write(path: Path) -> int:
    """Ask, then write the files.

    Raises:
        CliError: a file is there already or cannot be written, or there are no more answers.
    """
    wiring = path.with_name(f"{path.stem}-wiring.toml")
    for each in (path, wiring):
        if each.exists():
            raise CliError(f"{each} is there already and is left as it is; name a new file")
    try:
        answers = _ask(Talk(_hear, _say), wiring)
        written = _write(path, wiring, answers)
    except Stopped as error:
        raise CliError(str(error)) from error
    except OSError as error:
        raise CliError(f"{path} cannot be written: {error.strerror}") from error
    print(f"{' and '.join(written)}: written; try it with `mjtable config check {path}`")
    return ExitCode.DONE


def _hear(question: str) -> str | None:
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline() or None


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _ask(talk: Talk, wiring: Path) -> Answers:
    answers = Answers()
    ask_keys(talk, answers, _check)
    port = ask_port(talk, known_ports())
    if not port:
        return answers
    answers.values["board", "port"] = port
    baud = int(str(answers.values["board", "baud"]))
    if talk.choose("what is on it", (OURS, PLAIN), OURS) == OURS:
        _ask_board(talk, answers, port, baud)
    else:
        _ask_modules(talk, answers, port, baud)
        answers.values["board", "wiring"] = str(wiring.resolve())
    return answers


def _check(key: Key, text: str) -> str:
    if key == ("table", "variant"):
        try:
            variant(text)
        except RulesError as error:
            return str(error)
    return ""


def _ask_board(talk: Talk, answers: Answers, port: str, baud: int) -> None:
    """Look who answers, and tie the table to that one board and its settings as they are."""
    try:
        board_id, settings_crc = asyncio.run(_meet(port, baud))
    except LinkLost as error:
        talk.say(f"{error}; the port is written all the same")
        return
    talk.say(f"board {board_id:08X} answers, CRC of its settings {settings_crc:04X}")
    if talk.choose("accept only this one, set as it is", ("yes", "no"), "yes") == "yes":
        answers.values["board", "settings_crc"] = f"{settings_crc:04X}"
        if board_id:
            answers.values["board", "board_id"] = f"{board_id:08X}"


async def _meet(port: str, baud: int) -> tuple[int, int]:
    """Return a board's number and the CRC of its settings."""
    async with opened(port, baud) as board:
        details, status = board.details, board.status
        if details is None or status is None:
            raise RuntimeError("an open board has said who it is")
        return details.board_id, status.parameters_crc


def _ask_modules(talk: Talk, answers: Answers, port: str, baud: int) -> None:
    units = _ask_units(talk)
    try:
        ask_inputs(talk, answers, lambda: asyncio.run(_levels(port, baud, units)))
    except HalError as error:
        raise Stopped(f"{error}; nothing was written") from error
    ask_outputs(talk, answers, units)


def _ask_units(talk: Talk) -> tuple[int, ...]:
    while True:
        text = talk.ask("unit numbers of the modules, with spaces between", "1 2 3 4 5")
        if all(part.isdecimal() and 1 <= int(part) <= 247 for part in text.split()):
            return tuple(int(part) for part in text.split())
        talk.say(f"{text!r}: unit numbers are 1..247")


async def _levels(port: str, baud: int, units: tuple[int, ...]) -> Levels:
    line = PlainLine(SerialPort(port, baud))
    await line.open()
    try:
        return {
            (unit, channel): level
            for unit in units
            for channel, level in enumerate(await line.read(unit))
        }
    finally:
        await line.close()


def _write(path: Path, wiring: Path, answers: Answers) -> list[str]:
    written = [str(path)]
    if ("board", "wiring") in answers.values:
        wiring.write_text(wiring_text(answers), encoding="utf-8")
        written.append(str(wiring))
        try:
            read_wiring(wiring)
        except HalError as error:
            print(f"mjtable: {error}", file=sys.stderr)
    path.write_text(init_text(answers.values), encoding="utf-8")
    return written
