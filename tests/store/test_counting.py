"""A start passes over records that the sum does not depend on; the sum is the same."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.store.chain import Head, Link, Run, chained, read_link
from firmware_ctl.store.counting import ONLY_TELLS, SAYS_ANEW, counting
from firmware_ctl.store.fold import after, fold
from firmware_ctl.store.records import (
    Cared,
    CommandTaken,
    Counted,
    Entered,
    Foreign,
    LoadBegun,
    Note,
    Placed,
    Record,
    StepEnded,
    Summed,
    Transition,
)
from firmware_ctl.store.state import Care, Job, Places, State
from tests.store.recorded import Recording, noted

RECORDS: tuple[Record, ...] = (
    Placed(Places(rows=(1, 2, 3, 4))),
    Placed(Places(tiles_awaited=True)),
    LoadBegun("108", (7, 7, 7, 6)),
    Counted(Job(made=(1, 0, 0, 0))),
    Counted(Job(made=(2, 0, 0, 0))),
    Cared(Care(hands=3)),
    Entered("box"),
    StepEnded("load", "loading", "done"),
    Transition("surface", "ready", "opening"),
    CommandTaken("lift", (), "panel", ok=True, by='"kind":"state"'),
    Foreign("of a later version"),
)


def _links(records: list[Record]) -> list[Link]:
    return list(chained(Head(), 1, noted(*records)))


def _sum(links: list[Link]) -> State:
    return fold(State(), (read_link(link).record for link in links))


@given(st.lists(st.sampled_from(RECORDS), max_size=30))
def test_the_records_that_count_sum_up_to_what_all_of_them_do(records: list[Record]) -> None:
    links = _links(records)
    assert _sum(counting(links)) == fold(State(), records)


def test_every_evening_s_counting_records_sum_up_to_its_state(recorded: Recording) -> None:
    records = [note.record for batch in recorded.batches for note in batch]
    links = _links(records)
    states = list(accumulate(records, lambda state, record: after(record, state), initial=State()))
    for end in range(0, len(links), 11):
        assert _sum(counting(links[:end])) == states[end]
    assert len(counting(links)) < len(links) / 2


def test_a_link_tells_its_kind_whatever_its_texts_say() -> None:
    links = _links(list(RECORDS))
    kinds = [link.kind for link in links]
    assert kinds == [r.name if isinstance(r, Foreign) else r.kind for r in RECORDS]
    assert not any(link.is_sum for link in links)
    assert Link(1, 1, b"no record", b"").kind not in SAYS_ANEW | ONLY_TELLS


def test_a_run_is_long_by_its_links_or_by_their_bytes_beside_its_sum() -> None:
    sum_, step = Note(Summed(State()), 0, 0, trusted=True), noted(*RECORDS[-4:-3])[0]
    links = list(chained(Head(), 1, [sum_, *[step] * 60]))
    run = Run().followed_by(links)
    assert (run.links, run.sum_length) == (60, len(links[0].body))
    assert run.length == sum(len(link.body) for link in links[1:])
    assert run.is_long(60, 1000)
    assert not run.is_long(61, 1000)
    assert run.is_long(61, 2)
    assert not Run().followed_by(links[1:]).is_long(61, 2)
    assert Run().followed_by([*links, links[0]]) == Run(0, 0, len(links[0].body))
