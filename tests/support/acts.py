"""Anything that can happen to a table: commands of any kind, people's acts, mishaps, time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from firmware_ctl.core.commands import COMMANDS, Argument, Command, Origin, Reply, Word
from firmware_ctl.core.gate import ENTRIES, allowed
from hal.ids import KEYS_DICE, KEYS_LIFT, Input
from hal.sim import FAULT_KINDS
from tests.support.bench import Bench


@dataclass(frozen=True, slots=True)
class Say:
    """A command that passed the parser, from anywhere."""

    command: Command


@dataclass(frozen=True, slots=True)
class Wait:
    """Time passes."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Happen:
    """Something that people or the machine do."""

    what: str


@dataclass(frozen=True, slots=True)
class Break:
    """A defect is set, or mended."""

    kind: str
    place: str
    mend: bool


Act = Say | Wait | Happen | Break


def _shake(bench: Bench) -> None:
    bench.table.people.lose(1)


def _bring(bench: Bench) -> None:
    bench.table.people.bring(3, 0)


HAPPENINGS: dict[str, Callable[[Bench], object]] = {
    "push in": lambda bench: bench.can_push_in() and bench.table.people.push_in(),
    "lay out": lambda bench: bench.lay_out_set(),
    "lose": _shake,
    "bring": _bring,
    "e-stop pressed": lambda bench: bench.table.plant.set_estop(pressed=True),
    "e-stop released": lambda bench: bench.table.plant.set_estop(pressed=False),
    "top opened": lambda bench: bench.table.plant.set_top(is_open=True),
    "top closed": lambda bench: bench.table.plant.set_top(is_open=False),
    "hatch opened": lambda bench: bench.table.plant.set_hatch(is_open=True),
    "hatch closed": lambda bench: bench.table.plant.set_hatch(is_open=False),
    "cable pulled": lambda bench: bench.table.board.pull_cable(),
    "cable put back": lambda bench: bench.table.board.replug(),
    "board reboots": lambda bench: bench.table.board.power_cycle(),
    "lift key": lambda bench: bench.table.plant.press(KEYS_LIFT[0]),
    "dice key": lambda bench: bench.table.plant.press(KEYS_DICE[1]),
    "reset key": lambda bench: bench.table.plant.press(Input.KEY_RESET),
}

SURE_ARGS: dict[Word, dict[str, Argument]] = {
    Word.SESSION: {"state": "start"},
    Word.DEALER: {"side": 1},
    Word.PROGRAM: {"number": "next"},
    Word.TEST: {"number": 1},
    Word.VARIANT: {"id": "GD"},
}
"""Arguments that are right at any time, for commands that need one."""

_BREAKABLE = [kind for kind in FAULT_KINDS if kind.name != "motor-runs-on"]


def _arguments(word: Word) -> st.SearchStrategy[dict[str, Argument]]:
    values: dict[str, st.SearchStrategy[Argument]] = {}
    for parameter in COMMANDS[word].parameters:
        choices: list[st.SearchStrategy[Argument]] = [st.sampled_from(["3+4", "GD", "MCR", "x"])]
        if parameter.words:
            choices = [st.sampled_from(parameter.words)]
        if parameter.numbers is not None:
            choices.append(st.sampled_from(parameter.numbers))
        values[parameter.name] = st.one_of(choices)
    required = {p.name: values[p.name] for p in COMMANDS[word].parameters if p.required}
    optional = {p.name: values[p.name] for p in COMMANDS[word].parameters if not p.required}
    return st.fixed_dictionaries(required, optional=optional)


_commands = st.sampled_from(Word).flatmap(
    lambda word: st.builds(
        Command, st.just(word), _arguments(word), st.sampled_from(Origin), st.booleans()
    )
)
_likely = st.sampled_from(
    [Word.HOME, Word.LIFT, Word.RESUME, Word.ACK, Word.DICE, Word.PAUSE, Word.STOP]
).map(lambda word: Say(Command(word, {}, Origin.PANEL)))
_breaks = st.sampled_from(_BREAKABLE).flatmap(
    lambda kind: st.builds(
        Break, st.just(kind.name), st.sampled_from(kind.places or ("",)), st.booleans()
    )
)

acts: st.SearchStrategy[list[Act]] = st.lists(
    st.one_of(
        _likely,
        _likely,
        _commands.map(Say),
        st.sampled_from([0.01, 0.2, 1.0, 4.0, 15.0]).map(Wait),
        st.sampled_from([0.01, 0.2, 1.0, 4.0, 15.0]).map(Wait),
        st.sampled_from(sorted(HAPPENINGS)).map(Happen),
        _breaks,
    ),
    max_size=40,
)


async def perform(bench: Bench, doings: list[Act]) -> None:
    """Do it all, and look after every act whether the table keeps its word."""
    for act in doings:
        match act:
            case Say(command):
                check_reply(bench, command)
            case Wait(seconds):
                await asyncio.sleep(seconds)
            case Happen(what):
                HAPPENINGS[what](bench)
            case Break(kind, place, mend):
                desk = bench.table.faults
                desk.clear(kind, place) if mend else desk.set(kind, place)
        bench.table.verify()


def check_reply(bench: Bench, command: Command) -> Reply:
    """Say a command; its answer has the contract's shape and agrees with what was allowed."""
    offered = allowed(bench.controller.situation())
    reply = bench.controller.submit(command)
    answer = reply.as_json()
    if reply.ok:
        assert set(answer) <= {"ok", "why"}
    else:
        assert set(answer) == {"ok", "code", "why", "allowed"}
        assert reply.code in ("not-now", "not-by-remote", "locked", "bad-args", "no-win")
        assert reply.why
    sure = command.origin is not Origin.REMOTE and command.args == SURE_ARGS.get(command.word, {})
    if sure and not reply.ok and command.word in offered:
        second_thoughts = {Word.LIFT, Word.ACK, Word.ANSWER, Word.CONFIRM}
        second_thoughts |= {Word.SIM_FAULT, Word.SIM_MEND, *ENTRIES}
        assert command.word in second_thoughts, (command, reply)
    return reply
