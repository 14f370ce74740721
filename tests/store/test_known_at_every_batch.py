"""Whatever happens, the sum of the records is what a first look at the whole controller finds.

A recorder looks no second time at what has not changed; whoever looks for the first time must find
the same after every batch.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_ctl.core.commands import COMMANDS, Origin, Word, parse_words
from firmware_ctl.store.faults import StoreFault
from firmware_ctl.store.recorder import Recorder
from firmware_ctl.store.state import Known, State
from firmware_ctl.store.writer import Batch
from tests.store.recorded import MACHINE, NOON, looked_at
from tests.support.bench import FEW, Bench, play

CHOSEN = ("program 37", "program confirm", "dealer 2", "hand-end win 1 from 2")

Act = Callable[[Bench], object]


def _say(words: str) -> Act:
    command = parse_words(words.split(), Origin.PANEL)
    return lambda bench: bench.controller.submit(command)


def _needs_no_more(word: Word) -> bool:
    return not any(parameter.required for parameter in COMMANDS[word].parameters)


ACTS: dict[str, Act] = {
    **{word.value: _say(word.value) for word in Word if _needs_no_more(word)},
    **{words: _say(words) for words in CHOSEN},
    "open the top": lambda bench: bench.table.plant.set_top(is_open=True),
    "close the top": lambda bench: bench.table.plant.set_top(is_open=False),
    "press the stop": lambda bench: bench.table.plant.set_estop(pressed=True),
    "release the stop": lambda bench: bench.table.plant.set_estop(pressed=False),
    "jam a stacker": lambda bench: bench.table.faults.set("stacker-jam", "1"),
    "mend": lambda bench: bench.table.faults.clear_all(),
    "lay the set out": lambda bench: bench.lay_out_set(),
}


@dataclass(frozen=True, slots=True)
class Moment:
    """What somebody does, and how long people then go on as the table asks."""

    act: str
    seconds: float


MOMENTS = st.builds(Moment, st.sampled_from(sorted(ACTS)), st.floats(0, 20))


@settings(max_examples=12, deadline=None)
@given(moments=st.lists(MOMENTS, max_size=15))
def test_after_every_batch_the_record_knows_what_a_first_look_finds(moments: list[Moment]) -> None:
    told: list[StoreFault] = []
    compared: list[tuple[Known, Known]] = []

    async def scenario(bench: Bench) -> None:
        def put(batch: Batch) -> None:
            assert batch
            compared.append((recorder.state.table, looked_at(bench.controller).known()))

        view = looked_at(bench.controller)
        recorder = Recorder(view, State(), put, told.append, MACHINE, lambda: NOON)
        recorder.start("1.2.3", simulated=True)
        for moment in moments:
            ACTS[moment.act](bench)
            end = bench.now + moment.seconds
            await bench.go_on(lambda end=end: bench.now >= end)  # type: ignore[misc]
        recorder.stop()

    play(scenario, FEW)
    assert told == []
    assert len(compared) >= 2
    for summed, first_look in compared:
        assert summed == first_look
