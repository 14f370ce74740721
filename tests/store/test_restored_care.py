"""What has worn the table outlives a start: it is recorded once a load, and counted on."""

from dataclasses import replace

from firmware_ctl.store.differences import differences
from firmware_ctl.store.fold import after
from firmware_ctl.store.records import Cared
from firmware_ctl.store.restore import restore
from firmware_ctl.store.state import Care, Known, State
from rules.languages import Language
from tests.store.recorded import looked_at
from tests.support.bench import Bench, play

WORN = Care(3, 1, (("belt.0", 40), ("drum", 120)), (0, 1, 0, 0), (160, 160, -1, 170))


def test_a_change_is_one_record_and_folds_to_what_it_was() -> None:
    before, now = Known(), replace(Known(), care=WORN)
    records = list(differences(before, now))
    assert records == [Cared(WORN)]
    assert after(records[0], State()).table.care == WORN


def test_a_table_counts_on_from_its_record_and_records_once_a_load() -> None:
    async def scenario(bench: Bench) -> None:
        table = bench.controller.play
        view = looked_at(bench.controller)
        restore(
            table,
            bench.controller.switches,
            State(table=replace(Known(), care=WORN)),
            None,
            Language.EN,
            0.0,
        )
        assert view.known().care == WORN
        await bench.home()
        assert view.known().care == WORN, "motions alone write nothing"
        await bench.push_in_a_set()
        await bench.loaded()
        worn = view.known().care
        assert worn.hands == 4
        assert dict(worn.motor_s)["drum"] > 120  # type: ignore[operator]
        assert worn.eyes == (160, 160, 160, 160)

    play(scenario)
