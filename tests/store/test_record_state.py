"""The state is the sum of the records: at every acknowledgement, and from every sum on."""

from itertools import accumulate, pairwise

import pytest

from firmware_ctl.store.differences import differences
from firmware_ctl.store.fold import after, fold
from firmware_ctl.store.recorder import COUNT_S
from firmware_ctl.store.records import (
    Booted,
    Counted,
    Cycled,
    FaultCleared,
    FaultRaised,
    HandBegun,
    HandEnded,
    Lost,
    Record,
    ShutDown,
    Summed,
    Thrown,
    WallOpened,
    WallSealed,
    WallStuck,
)
from firmware_ctl.store.state import Hands, Known, RunningHand, Seal, Standing, State
from tests.store.recorded import Recording, opened

SEAL = Seal(1, "box", "key", "commitment")
JAM = Standing(3, "E204", "load", 1000, 2, (), ())


def _records(recording: Recording) -> list[Record]:
    return [note.record for batch in recording.batches for note in batch]


def test_the_fold_of_all_records_is_the_state_at_every_acknowledgement(
    recorded: Recording,
) -> None:
    state, known = State(), {State()}
    for batch in recorded.batches:
        state = fold(state, (note.record for note in batch))
        known.add(state)
    assert {step.state for step in recorded.steps} <= known
    assert recorded.steps[-1].state == state


def test_a_sum_anywhere_changes_nothing(recorded: Recording) -> None:
    records = _records(recorded)
    states = list(accumulate(records, lambda state, record: after(record, state), initial=State()))
    for at in range(0, len(records), 7):
        assert fold(State(), [Summed(states[at]), *records[at:]]) == states[-1]


def test_a_start_reads_the_evening_s_end_back(recorded: Recording) -> None:
    ledger, told = opened(recorded.root)
    ledger.close()
    assert (ledger.state, ledger.head) == (recorded.steps[-1].state, recorded.steps[-1].head)
    assert told == []
    assert ledger.state.totals.hands == 3
    assert ledger.state.totals.loads == 4


@pytest.mark.parametrize(
    ("records", "boots", "unsafe", "running"),
    [
        ((), 0, 0, False),
        ((Booted("1", simulated=True),), 1, 0, True),
        ((Booted("1", simulated=True), ShutDown()), 1, 0, False),
        ((Booted("1", simulated=True), Booted("1", simulated=True)), 2, 1, True),
        ((Booted("1", simulated=True), ShutDown(), Booted("1", simulated=True)), 2, 0, True),
    ],
)
def test_a_start_that_follows_no_shutdown_is_counted(
    records: tuple[Record, ...], boots: int, unsafe: int, *, running: bool
) -> None:
    state = fold(State(), records)
    assert (state.boots, state.unsafe, state.running) == (boots, unsafe, running)


def test_lost_records_are_counted() -> None:
    assert fold(State(), [Lost(3), Lost(4)]).lost == 7


def test_a_hand_and_its_throws() -> None:
    stacks = (17, 17, 17, 17)
    begun = fold(State(), [HandBegun(5, 2, "GD", stacks), Thrown(2, (3, 4)), Thrown(2, None)])
    assert begun.table.hands == Hands(5, RunningHand(2, "GD", stacks, ((3, 4),)), None)
    ended = fold(begun, [HandEnded(5, "draw")])
    assert ended.table.hands == Hands(5, None, None, last_dealer=2)
    assert ended.totals.hands == 1


def test_a_throw_without_a_hand_only_shows_its_faces() -> None:
    assert fold(State(), [Thrown(0, (6, 6))]).table.hands == Hands(0, None, (6, 6))


def test_a_seal_goes_with_its_walls_until_it_is_opened() -> None:
    inside = fold(State(), [WallSealed(SEAL)])
    assert (inside.sealed_inside, inside.sealed_on_table) == (SEAL, None)
    up = fold(inside, [Cycled()])
    assert (up.sealed_inside, up.sealed_on_table) == (None, SEAL)
    for told in (WallOpened(1, "key", ()), WallStuck(1)):
        assert fold(up, [told]).sealed_on_table is None
    assert fold(up, [WallStuck(2)]).sealed_on_table == SEAL
    assert fold(up, [Cycled()]).sealed_on_table is None


def test_faults_stand_until_they_are_acknowledged() -> None:
    raised = fold(State(), [FaultRaised(JAM)])
    assert raised.table.faults == (JAM,)
    assert fold(raised, [FaultCleared(3)]).table.faults == ()
    assert fold(raised, [FaultCleared(4)]).table.faults == (JAM,)


def test_differences_lead_from_every_moment_of_the_evening_to_the_next(
    recorded: Recording,
) -> None:
    """Hands and finished loads are told by events; everything else is found by comparing."""
    known = [step.state.table for step in recorded.steps]
    for before, now in pairwise(known):
        led = fold(State(table=before), differences(before, now)).table
        assert _compared(led) == _compared(now)


def _compared(known: Known) -> tuple[object, ...]:
    return (
        known.surface, known.load, known.held_in, known.reason, known.places, known.job,
        known.dealer, known.variant, known.programs, known.switches, known.faults,
    )  # fmt: skip


def test_nothing_changed_is_no_record(recorded: Recording) -> None:
    for step in recorded.steps:
        assert list(differences(step.state.table, step.state.table)) == []


def test_besides_counted_tiles_a_hand_takes_few_commits(recorded: Recording) -> None:
    told = [batch for batch in recorded.batches if {type(n.record) for n in batch} != {Counted}]
    assert len(told) < 20 * (recorded.steps[-1].state.totals.hands + 1)


def test_what_happens_leads_to_what_is_known_without_a_new_sum(recorded: Recording) -> None:
    kinds = {type(note.record) for batch in recorded.batches for note in batch}
    assert Summed not in kinds


def test_counts_are_written_while_a_load_runs(recorded: Recording) -> None:
    loading = [step for step in recorded.steps if step.state.table.load == "loading"]
    assert len(loading) > 20
    times = [batch[-1].at_ms for batch in recorded.batches]
    loads = [
        (before, now)
        for (before, now), batch in zip(pairwise(times), recorded.batches[1:], strict=True)
        if any(isinstance(note.record, Counted) for note in batch)
    ]
    assert all(now - before <= 1000 * COUNT_S for before, now in loads)
