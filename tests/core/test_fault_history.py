"""What owners complain of is counted hand by hand, and nothing of any tile with it."""

import io
import json
import re
import zipfile
from dataclasses import replace

from firmware_ctl.core.commands import Word
from firmware_ctl.core.faults.history import HANDS_KEPT, FaultHistory
from firmware_ctl.core.snapshot import FaultCount
from firmware_ctl.core.states import Surface
from firmware_ctl.service_report import packed, report
from hal.tile_id import unpack_tile_id
from tests.core.test_secrecy import kinds_told
from tests.support.bench import FEW, Bench, play
from tests.support.walker import AtThePanel, Walker

MADE = {"at": "2026-01-01T00:00:00+00:00", "version": "0", "python": "3", "machine": "x"}


def test_faults_are_counted_by_code_and_side_the_most_frequent_first() -> None:
    history = FaultHistory()
    for code, side in (("E204", 1), ("E101", None), ("E204", 1), ("E204", 3)):
        history.told(code, side)
    assert history.view().faults == (
        FaultCount("E204", 1, 2), FaultCount("E101", None, 1), FaultCount("E204", 3, 1),
    )  # fmt: skip


def test_a_question_that_was_answered_counts_as_its_cause_even_hands_later() -> None:
    history = FaultHistory()
    history.told("E320", None)
    history.loaded()
    history.answered("E320", "E321", None)
    history.answered("E320", "E301", None)
    assert history.view().faults == (FaultCount("E321", None, 1),)


def test_what_is_older_than_the_last_hands_is_forgotten() -> None:
    history = FaultHistory()
    history.told("E101", None)
    for hands in range(HANDS_KEPT):
        assert history.view().hands == hands
        history.loaded()
    assert (history.view().hands, len(history.view().faults)) == (HANDS_KEPT, 1)
    history.loaded()
    assert (history.view().hands, history.view().faults) == (HANDS_KEPT, ())


def test_the_report_of_a_table_tells_of_faults_that_are_over_and_of_no_tile() -> None:
    """Every id, kind and wall of the plant is looked for in the bytes of the report."""

    async def scenario(bench: Bench) -> None:
        await bench.home()
        for defect, place, then in (
            ("stacker-jam", "1", Surface.READY),
            ("last-tiles-stay", "", Surface.WALLS_UP),
        ):
            bench.table.faults.set(defect, place)
            await bench.push_in_a_set()
            await bench.until(lambda: bool(bench.codes))
            await Walker(AtThePanel(bench)).clear()
            await bench.loaded()
            assert bench.surface is then
        bench.do(Word.DICE)
        assert bench.codes == []
        made = report(json.loads(json.dumps(bench.controller.snapshot().as_json())), MADE)
        lately = made["table"]["faults_lately"]
        assert (made["faults"], lately["hands"]) == ([], 2)
        counted = {(row["code"], row["side"]): row["count"] for row in lately["faults"]}
        assert counted == {("E204", 1): 1, ("E321", None): 1}
        with zipfile.ZipFile(io.BytesIO(packed(made))) as archive:
            text = "".join(archive.read(name).decode() for name in archive.namelist())
        assert [name for name in kinds_told(text) if re.search(rf"\b{name}\b", text)] == []
        books = bench.table.plant.books
        for tile_id in books.ids:
            assert str(tile_id) not in text
        walls = [
            [unpack_tile_id(each).design for each in wall] for wall in bench.table.people.walls()
        ]
        assert any(walls)
        for wall in walls:
            assert json.dumps(wall) not in text

    play(scenario, replace(FEW, seed=5))
