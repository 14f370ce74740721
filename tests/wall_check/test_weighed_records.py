"""What the wall check has said stands in the record, so that a start knows what was told."""

import asyncio
from pathlib import Path

import pytest

from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.judgement import Judgement
from firmware_ctl.core.snapshot import FaultView
from firmware_ctl.store.fold import fold
from firmware_ctl.store.records import FaultRaised, Weighed
from firmware_ctl.store.restore import restore
from firmware_ctl.store.state import State
from rules.integrity.levels import Level
from rules.languages import Language
from tests.store.recorded import MACHINE, Recording, opened
from tests.support.bench import FEW, Bench, play

TOLD = Judgement(
    place=41,
    hand=3,
    level=Level.RED,
    null="A",
    order_checked=True,
    e={"full": 9.2104, "A": 10.0, "B": -0.25, "C": 0.0},
    words={language.value: "words" for language in Language},
)
RECORD = Weighed(41, 3, "red", "A", e_full=9210, e_a=10_000, e_b=-250, e_c=0)


def test_a_verdict_is_recorded_in_one_commit_with_the_fault_that_it_makes(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        recording = Recording(bench.controller, tmp_path)
        await bench.walls_up()
        bench.controller.judge(TOLD)
        await bench.until(lambda: recording.recorder.state.weighed == TOLD.place)
        recording.recorder.flush()
        batches = [[note.record for note in batch] for batch in recording.batches]
        (batch,) = [batch for batch in batches if RECORD in batch]
        assert [one.fault.code for one in batch if isinstance(one, FaultRaised)] == ["E703"]
        recording.recorder.stop()
        recording.ledger.close()

    play(scenario, FEW)


@pytest.mark.parametrize("code", ["E702", "E703", "E704"])
def test_what_was_not_acknowledged_stands_after_a_restart_in_the_same_words(
    tmp_path: Path, code: str
) -> None:
    values = {"why": "no numpy"} if code == "E704" else {"count": TOLD.hand}
    told: list[FaultView] = []

    async def before(bench: Bench) -> None:
        recording = Recording(bench.controller, tmp_path)
        await bench.walls_up()
        bench.controller.report(StepFault(code, **values))
        await bench.until(lambda: bench.codes == [code])
        told.extend(bench.controller.snapshot().faults)
        recording.recorder.stop()
        recording.ledger.close()

    play(before, FEW)
    ledger, _ = opened(tmp_path)
    ledger.close()

    async def after(bench: Bench) -> None:
        table, now = bench.controller, asyncio.get_running_loop().time()
        restore(table.play, table.switches, ledger.state, MACHINE, Language.EN, now)
        (fault,) = table.snapshot().faults
        assert (fault.code, fault.cause) == (code, told[0].cause)
        assert next(iter(table.play.machinery.faults)).kind.bars_lift == (code == "E703")

    play(after, FEW)


def test_what_is_recalled_is_not_recorded_again(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        recording = Recording(bench.controller, tmp_path)
        bench.controller.recall(TOLD)
        await bench.walls_up()
        assert recording.recorder.state.weighed == 0
        recording.recorder.stop()
        recording.ledger.close()

    play(scenario, FEW)


def test_the_sum_knows_how_far_the_wall_check_was_heard() -> None:
    assert fold(State(), [RECORD]).weighed == RECORD.place
