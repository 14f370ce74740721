"""Records: canonical bytes that are read back without loss, linked by hashes."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.store.chain import START, Head, Link, chained, link_hash, read_link
from firmware_ctl.store.codec import BadRecord, canonical, plain, typed
from firmware_ctl.store.records import (
    KINDS,
    CommandTaken,
    DealerSet,
    FileBegun,
    Foreign,
    Note,
    Record,
    ShutDown,
    Summed,
    Thrown,
)
from firmware_ctl.store.state import Job, State
from tests.store.recorded import Recording, noted

st.register_type_strategy(str, st.text(st.characters(codec="utf-8"), max_size=20))
"""JSON has no lone surrogates, and none of the controller's texts has one."""

RECORDS: st.SearchStrategy[Record] = st.one_of(*map(st.from_type, KINDS.values()))


@given(RECORDS)
def test_every_record_is_read_back_as_it_was_written(record: Record) -> None:
    (link,) = chained(Head(), 1, noted(record))
    assert read_link(link) == noted(record)[0]


@given(RECORDS)
def test_equal_records_have_equal_bytes(record: Record) -> None:
    data = plain(record)
    assert canonical(data) == canonical(plain(typed(type(record), data)))


def test_canonical_bytes_are_sorted_close_and_utf_8() -> None:
    assert canonical({"b": [1, None, True], "a": "东"}) == '{"a":"东","b":[1,null,true]}'.encode()


def test_fractions_and_what_json_does_not_have_are_refused() -> None:
    with pytest.raises(TypeError):
        plain(0.5)
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({}, "lacks side"),
        ({"side": "1"}, "is not of type int"),
        ({"side": True}, "is not of type int"),
        ([], "is not an object"),
    ],
)
def test_what_does_not_fit_its_kind_is_told(data: object, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        typed(DealerSet, data)


def test_a_list_of_another_length_is_told() -> None:
    with pytest.raises(BadRecord, match="should have 2 items"):
        typed(Thrown, {"side": 0, "faces": [1, 2, 3]})
    with pytest.raises(BadRecord, match="is not a list"):
        typed(Thrown, {"side": 0, "faces": "12"})


def test_a_field_that_came_later_has_its_default_and_one_that_went_is_left_out() -> None:
    assert typed(Job, {"wanted": [1, 2, 3, 4], "gone": 1}) == Job(wanted=(1, 2, 3, 4))


def test_a_kind_of_a_later_version_stays_in_the_chain() -> None:
    (link,) = chained(Head(), 1, noted(Foreign("robot")))
    assert read_link(link).record == Foreign("robot")


def test_the_hash_covers_the_bytes_and_the_hash_before() -> None:
    first, second = chained(Head(), 1, noted(DealerSet(1), DealerSet(2)))
    assert first.hash == link_hash(START, first.body)
    assert second.hash == link_hash(first.hash, second.body)
    assert [first.sequence, second.sequence] == [1, 2]
    assert second.follows(first.head)


@given(st.integers(0, 2), st.sampled_from(["body", "hash", "sequence", "boot"]))
def test_a_link_that_was_changed_does_not_follow(at: int, part: str) -> None:
    links = list(chained(Head(), 3, noted(DealerSet(1), DealerSet(2), DealerSet(3))))
    changed: dict[str, Link] = {
        "body": replace(links[at], body=links[at].body.replace(b'"side":', b'"side": ')),
        "hash": replace(links[at], hash=bytes(32)),
        "sequence": replace(links[at], sequence=7),
        "boot": replace(links[at], boot=-1),
    }
    links[at] = changed[part]
    heads = [Head(), *(link.head for link in links)]
    assert not all(link.follows(head) for head, link in zip(heads[:-1], links, strict=True))


def test_a_link_whose_columns_belie_its_bytes_is_told() -> None:
    (link,) = chained(Head(), 1, noted(ShutDown()))
    with pytest.raises(BadRecord, match="calls itself"):
        read_link(replace(link, sequence=2))
    with pytest.raises(BadRecord, match="record 1"):
        read_link(replace(link, body=b"{"))


def test_a_text_cannot_pass_for_a_sum() -> None:
    liar = CommandTaken('"kind":"state"', (), "cli", ok=True)
    told, summed = chained(Head(), 1, noted(liar, Summed(State())))
    assert (told.is_sum, summed.is_sum) == (False, True)


def test_an_evening_is_one_chain(recorded: Recording) -> None:
    notes: list[Note] = [note for batch in recorded.batches for note in batch]
    first = Note(FileBegun(1, "", ""), 0, 0, trusted=False)
    links = list(chained(Head(), 1, [first, *notes]))
    assert all(link.follows(before.head) for before, link in pairwise(links))
