"""The wall check reads the table's record: each hand once, in order, whatever is cut off."""

import json
from itertools import islice
from math import log
from pathlib import Path

import pytest

from firmware_ctl.audit.commissioned import Commissioned, write_commissioned
from firmware_ctl.audit.recorded_deals import recorded_deals
from firmware_ctl.core.judgement import Judgement, read_judgement
from firmware_ctl.wall_check.progress import (
    FILE_NAME,
    ProgressUnreadable,
    read_progress,
    write_progress,
)
from firmware_ctl.wall_check.weighing import deals_after, weigh_new
from rules.integrity.levels import Level
from rules.integrity.table_state import Mixing
from rules.languages import Language
from tests.wall_check.hands_on_record import Evenings, never_mixed

HANDS = 6


def weighed(directory: Path, mixing: Mixing = Mixing.DRUM) -> list[Judgement]:
    return list(weigh_new(directory, mixing))


def test_each_hand_is_weighed_once_and_in_order(tmp_path: Path) -> None:
    table = Evenings(tmp_path)
    table.play(4)
    assert [one.hand for one in weighed(tmp_path)] == [1, 2, 3, 4]
    assert weighed(tmp_path) == []
    table.play(2)
    assert [one.hand for one in weighed(tmp_path)] == [5, 6]


def test_at_once_or_hand_by_hand_the_wealth_is_the_same(tmp_path: Path) -> None:
    at_once, by_hand = Evenings(tmp_path / "one"), Evenings(tmp_path / "two")
    at_once.play(HANDS)
    last = []
    for _ in range(HANDS):
        by_hand.play(1)
        last = weighed(by_hand.directory)
    assert weighed(at_once.directory)[-1].e == last[-1].e


@pytest.mark.parametrize("before", range(HANDS))
def test_what_a_power_cut_takes_is_weighed_again_with_the_same_result(
    tmp_path: Path, before: int
) -> None:
    whole, cut = Evenings(tmp_path / "whole"), Evenings(tmp_path / "cut")
    for table in (whole, cut):
        table.play(HANDS)
    assert len(list(islice(weigh_new(cut.directory, Mixing.DRUM), before))) == before
    assert weighed(cut.directory)[-1] == weighed(whole.directory)[-1]
    assert read_progress(cut.directory) == read_progress(whole.directory)


def test_a_table_that_keeps_its_order_is_found_out_and_an_honest_one_is_not(
    tmp_path: Path,
) -> None:
    honest, stacked = Evenings(tmp_path / "honest"), Evenings(tmp_path / "stacked", never_mixed)
    for table in (honest, stacked):
        table.play(12)
    assert {one.level for one in weighed(honest.directory)} <= {Level.OK, Level.INFORM}
    found = weighed(stacked.directory)[-1]
    assert found.level is Level.RED
    assert found.null == "B"
    assert found.e["B"] > log(1e4)
    assert all(found.words[language.value] for language in Language)
    assert found.order_checked


def test_a_lazy_machine_is_tolerated_as_far_as_its_first_walls_told(tmp_path: Path) -> None:
    strict, tolerant = Evenings(tmp_path / "strict"), Evenings(tmp_path / "tolerant")
    for table in (strict, tolerant):
        table.play(4)
    write_commissioned(tolerant.directory, Commissioned(0.3, 0.2, 4, "GD", by_tags=False))
    assert weighed(strict.directory)[-1].e != weighed(tolerant.directory)[-1].e


def test_deals_are_found_from_any_place_of_the_record_on(tmp_path: Path) -> None:
    Evenings(tmp_path).play(4)
    every = list(deals_after(tmp_path, 0))
    assert [deal.number for _, deal in every] == [1, 2, 3, 4]
    for count, (place, _) in enumerate(every, 1):
        assert list(deals_after(tmp_path, place)) == every[count:]


def test_a_wall_that_was_never_played_is_not_weighed() -> None:
    opened = ("wall-opened", {"number": 1, "key": "", "tiles": ["1m"] * 4})
    assert list(recorded_deals([opened])) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'{"format": 1}',
        b'{"format": 1, "state": "?", "last": {}}',
        b"\xff",
    ],
)
def test_a_damaged_state_is_told_and_left_alone(tmp_path: Path, content: bytes) -> None:
    Evenings(tmp_path).play(1)
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(ProgressUnreadable, match="restore it from a backup"):
        weighed(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == content


def test_a_state_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(json.dumps({"format": 99}))
    with pytest.raises(ProgressUnreadable, match="take the version that wrote it"):
        read_progress(tmp_path)


def test_the_state_is_for_the_tables_own_eyes_and_small(tmp_path: Path) -> None:
    Evenings(tmp_path).play(8)
    weighed(tmp_path)
    file = tmp_path / FILE_NAME
    assert file.stat().st_mode & 0o077 == 0
    assert file.stat().st_size < 64_000


def test_a_judgement_is_the_same_after_its_file(tmp_path: Path) -> None:
    told = Judgement(7, 2, Level.AMBER, "C", order_checked=True, e={"A": -0.5}, words={"en": "x"})
    write_progress(tmp_path, b"state", told)
    progress = read_progress(tmp_path)
    assert (progress.state, progress.last, progress.place) == (b"state", told, 7)
    assert read_judgement(json.loads(json.dumps(told.as_json()))) == told
