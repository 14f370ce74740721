"""Somebody who has never seen the table clears its faults by the wizard's texts alone.

The walker understands the words of steps and questions (``tests/support/reading.py``), never what
they say for machines. It does what it has understood with its hands in the plant, where a fault
ends by no other act.
"""

from dataclasses import dataclass, replace

import pytest

from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.snapshot import FaultView
from firmware_ctl.core.states import Load, Surface
from hal.ids import Input
from tests.support.bench import FEW, Bench, play
from tests.support.walker import AtThePanel, Walker


@dataclass(frozen=True, slots=True)
class Case:
    """A defect, the code that it must end under, and when it begins: before the load or above."""

    defect: str
    place: str
    code: str
    above: bool = False


JAMS = (
    Case("stacker-jam", "3", "E204"),
    Case("lane-jam", "1", "E331"),
    Case("last-tiles-stay", "", "E321"),
    Case("pusher-stuck", "2", "E203", above=True),
    Case("tray-stuck", "0", "E202", above=True),
)
"""What owners call a jam."""

OTHERS = (
    Case("eye-dead", "2", "E401"),
    Case("eye-stuck-on", "0", "E402"),
    Case("motor-dead", "drum", "E322"),
    Case("motor-stall", "belt.1", "E504"),
    Case("motor-dead", "stacker.1", "E291"),
    Case("dome-up-sensor-dead", "", "E211", above=True),
    Case("motor-dead", "dome", "E291", above=True),
    Case("tray-down-sensor-dead", "1", "E221", above=True),
)


@pytest.mark.parametrize("case", [*JAMS, *OTHERS], ids=lambda c: f"{c.defect} {c.place}")
def test_a_person_who_only_reads_the_steps_clears_the_fault(case: Case) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set() if case.above else await bench.home()
        bench.table.faults.set(case.defect, case.place)
        walker = Walker(AtThePanel(bench))
        bench.lay_out_set()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.OPEN or bool(bench.codes))
        if bench.surface is Surface.OPEN:
            bench.table.people.push_in()
            bench.do(Word.LIFT)
        await bench.until(lambda: bool(bench.codes))
        await walker.clear()
        if bench.surface is Surface.OPEN:
            bench.table.people.push_in()
            bench.do(Word.LIFT)
        await bench.loaded()
        assert case.code in walker.codes
        assert walker.acts
        assert bench.table.faults.active == {}
        assert bench.stacks_inside == [5, 4, 5, 4]

    play(scenario, replace(FEW, seed=5))


async def _covered_eye(bench: Bench) -> FaultView:
    await bench.home()
    bench.table.faults.set("eye-stuck-on", "0")
    await bench.push_in_a_set()
    return await bench.fault("E402")


def test_a_step_that_a_sensor_sees_is_done_when_it_sees_it_and_not_when_somebody_says_so() -> None:
    async def scenario(bench: Bench) -> None:
        told = await _covered_eye(bench)
        assert [step.check for step in told.steps] == ["sensor", "command", "command"]
        refused = bench.say(Word.CONFIRM, fault=told.id, step=1)
        assert (refused.ok, "sensor" in refused.why) == (False, True)
        bench.table.people.mend("clear-beam", "0")
        await bench.until(lambda: bench.faults[0].steps[0].state == "done", limit_s=2)
        assert bench.faults[0].steps[1].state == "waiting"

    play(scenario)


def test_a_step_is_confirmed_in_its_turn_and_only_where_a_person_must_say_so() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("stacker-jam", "1")
        await bench.push_in_a_set()
        told = await bench.fault("E204")
        assert [step.state for step in told.steps] == ["waiting", "todo", "todo"]
        assert not bench.say(Word.CONFIRM, fault=told.id, step=2).ok
        assert not bench.say(Word.CONFIRM, fault=told.id + 1, step=1).ok
        bench.do(Word.CONFIRM, fault=told.id, step=1)
        assert [step.state for step in bench.faults[0].steps] == ["done", "waiting", "todo"]
        refused = bench.say(Word.CONFIRM, fault=told.id, step=2)
        assert "command" in refused.why
        assert bench.controller.snapshot().faults[0].steps[0].place == "1"

    play(scenario)


def test_a_cause_that_is_still_there_comes_again_after_resume() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("stacker-jam", "1")
        await bench.push_in_a_set()
        first = await bench.fault("E204")
        bench.do(Word.CONFIRM, fault=first.id, step=1)
        bench.do(Word.ACK, fault=first.id)
        bench.do(Word.RESUME)
        again = await bench.fault("E204")
        assert again.id > first.id
        assert bench.load is Load.FAULTED
        bench.table.people.mend("clear-head", "1")

    play(scenario)


def test_a_question_is_answered_by_dice_keys_where_no_throw_is_due_and_never_by_remote() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("last-tiles-stay")
        await bench.push_in_a_set()
        asked = await bench.fault("E320")
        assert asked.candidates == ("E321", "E301")
        assert not bench.say(Word.ANSWER, Origin.REMOTE, fault=asked.id, answer="yes").ok
        assert not bench.say(Word.ANSWER, fault=asked.id + 7, answer="yes").ok
        bench.do(Word.ANSWER, answer="yes")
        assert bench.codes == ["E321"]
        assert not bench.say(Word.ANSWER, answer="yes").ok
        bench.table.faults.clear_all()

    play(scenario)


def test_a_switch_that_opens_at_rest_is_told_and_closes_by_being_mended() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.table.faults.set("tray-up-sensor-dead", "3")
        told = await bench.fault("E221")
        assert (told.holds, bench.surface) == ("nothing", Surface.READY)
        assert told.steps[0].place == Input.TRAY_UP_3.label
        bench.table.people.mend("mend-switch", str(told.steps[0].place))
        bench.do(Word.CONFIRM, fault=told.id, step=1)
        bench.do(Word.ACK, fault=told.id)
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)

    play(scenario)
