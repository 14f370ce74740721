"""What the gate lets through, the machines take: every state by every state by every command."""

import asyncio
import itertools

from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.gate import ENTRIES, TAKEN_IN
from firmware_ctl.core.hands import Hand
from firmware_ctl.core.states import HOLDABLE, Load, Surface
from tests.support.acts import SURE_ARGS, check_reply
from tests.support.bench import FEW, Bench, play

FLAGS = tuple(itertools.product((False, True), repeat=2))


def _put(bench: Bench, surface: Surface, load: Load, raise_due: bool, load_due: bool) -> None:
    """Put the machines into states, with books that say so too."""
    controller = bench.controller
    machinery = controller.machinery
    machinery.stop_now()
    machinery.fault(StepFault("E601"))  # holds nothing, and gives `ack` something to strike off
    machinery.surface.state, machinery.load.state = surface, load
    machinery.held_in = HOLDABLE[len(load.value) % len(HOLDABLE)]
    machinery.books.to_raise = {1} if raise_due else set()
    machinery.books.load_due = load_due
    controller.play.on_table = controller.play.inside
    controller.play.hands.running = None
    if surface is Surface.PLAY and controller.play.on_table is not None:
        stacks = controller.play.on_table.program.stacks
        controller.play.hands.running = Hand(controller.play.choice.variant, stacks, 0)


def _command(word: Word, origin: Origin) -> Command:
    return Command(word, SURE_ARGS.get(word, {}), origin, held=True)


def test_what_the_gate_lets_through_no_machine_refuses() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        taken: set[Word] = set()
        for surface, load, (raise_due, load_due) in itertools.product(Surface, Load, FLAGS):
            for word, origin in itertools.product(Word, (Origin.PANEL, Origin.REMOTE)):
                _put(bench, surface, load, raise_due, load_due)
                if check_reply(bench, _command(word, origin)).ok:
                    taken.add(word)  # and no machine has raised
            await asyncio.sleep(0)
        # No table of this profile deals; answers want a question; nobody can break a part here.
        never = {Word.DEAL, Word.ANSWER, Word.CONFIRM, Word.SIM_FAULT, Word.SIM_MEND}
        assert taken - set(ENTRIES) == set(Word) - never - set(ENTRIES)
        _put(bench, Surface.READY, Load.COMPLETE, False, False)

    play(scenario, FEW, unsafe=True)


def test_every_command_has_states_in_which_it_is_taken() -> None:
    assert set(TAKEN_IN) == set(Word)
    assert all(TAKEN_IN.values())
