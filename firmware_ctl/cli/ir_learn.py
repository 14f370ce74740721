"""``mjtable ir learn``: pair a remote, key by key."""

import argparse
import os
import selectors
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.ir_permission import wait_for_key
from firmware_ctl.cli.ir_source import QUIET_S, listen

if TYPE_CHECKING:
    from ir_codes.learning import Learner, Learnt

PAIRING_S = 60.0
"""Pairing stays open for so long."""


def learn(arguments: argparse.Namespace) -> int:
    """Ask for every function's key and write the key map."""
    from ir_codes.learning import FUNCTIONS, Learner  # noqa: PLC0415

    functions = FUNCTIONS if arguments.only is None else tuple(_functions(arguments.only))
    if not arguments.yes:
        _tell("press any key of the table, such as a dice key, to begin pairing")
        wait_for_key(arguments.socket, PAIRING_S)
    learner = Learner(functions)
    _listen(arguments, learner)
    text = learner.key_map_text(arguments.name)
    if not text:
        raise CliError("no key was learnt: is this a remote of the NEC kind?", ExitCode.FAILED)
    if arguments.output is None:
        print(text, end="")
        return ExitCode.DONE
    try:
        Path(arguments.output).write_text(text, encoding="utf-8")
    except OSError as error:
        why = f"{arguments.output} cannot be written: {error.strerror}"
        raise CliError(why, ExitCode.FAILED) from error
    _tell(f"written to {arguments.output}; set remote.key_map to it")
    return ExitCode.DONE


def _functions(names: str) -> Iterator[str]:
    from ir_codes.words import REMOTE_WORDS, complaint  # noqa: PLC0415

    for name in names.split(","):
        function = " ".join(name.split())
        wrong = complaint(function, REMOTE_WORDS)
        if wrong is not None:
            raise CliError(f"--only: {wrong}", ExitCode.USAGE)
        yield function


def _listen(arguments: argparse.Namespace, learner: "Learner") -> None:
    from ir_codes.nec import NecDecoder  # noqa: PLC0415
    from ir_codes.pulses import AutoParser  # noqa: PLC0415
    from ir_codes.readers import EVERY, readers_for  # noqa: PLC0415
    from ir_codes.stream import PressStream  # noqa: PLC0415

    parser = AutoParser()
    stream = PressStream(NecDecoder(readers=readers_for(EVERY)))
    keyboard = _Keyboard(arguments.source)
    _ask(learner)
    for data in listen(arguments.source, PAIRING_S):
        events = stream.feed(parser.feed(data)) if data else stream.idle(round(QUIET_S * 1e6))
        for event in events:
            learnt = learner.feed(event)
            if learnt is not None:
                _answer(learner, learnt)
        for _ in range(keyboard.lines()):
            learner.skip()
            _ask(learner)
        if learner.asked is None:
            return
    for event in stream.feed(parser.close()) + stream.close():
        learnt = learner.feed(event)
        if learnt is not None:
            _answer(learner, learnt)


def _ask(learner: "Learner") -> None:
    if learner.asked is not None:
        _tell(f"press the key for '{learner.asked}'; Enter leaves it out")


def _answer(learner: "Learner", learnt: "Learnt") -> None:
    from firmware_ctl.inputs.remote_maps import SHIPPED_MAPS, load_key_map  # noqa: PLC0415
    from ir_codes.learning import Answer, warnings  # noqa: PLC0415

    match learnt.answer:
        case Answer.TAKEN:
            if learnt.code == learner.remote:
                _tell(f"this remote has address 0x{learnt.code.address:02x} ({learnt.code})")
                for warning in warnings(learnt.code, map(load_key_map, SHIPPED_MAPS)):
                    _tell(f"warning: {warning}")
            _tell(f"{learnt.function}: {learnt.code}")
            _ask(learner)
        case Answer.USED:
            _tell(f"that key already says '{learnt.function}'; press another")
        case Answer.STRANGER:
            _tell(f"{learnt.code} is another remote's; it is not taken")
        case Answer.DONE:
            return


class _Keyboard:
    """Counts Enter on a terminal that is not itself the source of light."""

    def __init__(self, source: str) -> None:
        self._watched = source != "-" and sys.stdin.isatty()

    def lines(self) -> int:
        """Return how many lines were entered since the last call."""
        if not self._watched:
            return 0
        with selectors.DefaultSelector() as selector:
            selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
            if not selector.select(0):
                return 0
            return os.read(sys.stdin.fileno(), 4096).count(b"\n")


def _tell(text: str) -> None:
    print(f"mjtable: {text}", file=sys.stderr, flush=True)
