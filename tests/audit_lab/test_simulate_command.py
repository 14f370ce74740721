"""``mjtable audit simulate``, and what stands behind it: readers, rows, studies, the battery."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.audit_lab import battery
from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.machines import MACHINES
from firmware_ctl.audit_lab.reading import NO_PIECE, ReaderModel, Readers
from firmware_ctl.audit_lab.rows import deals
from firmware_ctl.audit_lab.study import follow
from firmware_ctl.audit_lab.tables import Tables
from firmware_ctl.audit_lab.tags import enrolled
from firmware_ctl.cli.app import run
from firmware_ctl.enrolment.files import NAME, read_lists, write_lists
from firmware_ctl.enrolment.recorded_tags import recorded_tags
from firmware_ctl.enrolment.tile_list import Letter, TileLists
from hal.sim.cheats import CHEATS
from rules.integrity.deals import RecordedDeal, deal_row, read_deal
from rules.integrity.layout import layout_of
from rules.programs import Profile
from rules.tiles import UNREAD, Tile

Captured = pytest.CaptureFixture[str]


def simulate(*words: str) -> int:
    return run(["audit", "simulate", *words])


def rows(capsys: Captured, *words: str) -> list[RecordedDeal]:
    assert simulate(*words, "--out", "-") == 0
    return [read_deal(json.loads(line)) for line in capsys.readouterr().out.splitlines()]


def test_the_list_names_every_cheat_and_machine(capsys: Captured) -> None:
    assert simulate("--list", "--json") == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["cheat"] for row in found if "cheat" in row] == list(CHEATS)
    assert [row["machine"] for row in found if "machine" in row] == list(MACHINES)
    assert all(row["about"] for row in found if "cheat" in row)


@pytest.mark.parametrize("program", ["136", "108", "144"])
@pytest.mark.parametrize("profile", Profile)
def test_rows_are_deals_that_the_check_can_lay_out(
    program: str, profile: Profile, capsys: Captured
) -> None:
    words = ("--program", program, "--profile", profile.value, "--deals", "3", "--tables", "2")
    found = rows(capsys, *words)
    assert [(deal.table, deal.number) for deal in found] == [
        (table, number) for number in (1, 2, 3) for table in ("0", "1")
    ]
    assert [deal.tile_set for deal in found[::2]] == ["A", "B", "A"]
    for deal in found:
        assert layout_of(deal) is not None
        tiles = [tile for side in (*deal.walls, *deal.hands) for tile in side]
        assert len(tiles) == int(program)


def test_one_seed_gives_one_file_and_another_another(capsys: Captured) -> None:
    one, same, other = (rows(capsys, "--seed", seed, "--deals", "2") for seed in "778")
    assert one == same != other


def test_a_judged_cheat_is_found_and_an_honest_table_is_not(capsys: Captured) -> None:
    assert simulate("--cheat", "fixed-hand", "--tables", "4", "--deals", "8", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["red"]["tables"] == 4
    assert found["red"]["median"] <= 4
    assert simulate("--tables", "4", "--deals", "8", "--json") == 0
    assert json.loads(capsys.readouterr().out)["red"] == {
        "route": "full", "tables": 0, "median": None,
    }  # fmt: skip


def test_words_show_a_dash_where_nothing_was_found(capsys: Captured) -> None:
    assert simulate("--deals", "2") == 0
    assert "median -" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--cheat", "suits"], "did you mean suit"),
        (["--machine", "drum"], "machine"),
        (["--deals", "0"], "give 1.."),
        (["--seed", "-5"], "0 or more"),
        (["--misreads", "2"], "is a chance"),
        (["--variant", "XX"], "XX"),
        (["--plant"], "give --out"),
        (["--tiles", "lists"], "give --out"),
        (["--plant", "--tables", "2", "--out", "-"], "one table"),
    ],
)
def test_wrong_use_says_what_to_do(words: list[str], says: str, capsys: Captured) -> None:
    assert simulate(*words) == 2
    told = capsys.readouterr().err
    assert says in told
    assert len(told.splitlines()) == 1


def test_the_machine_built_deals_are_the_generated_ones(capsys: Captured) -> None:
    words = ("--cheat", "suit", "--deals", "3", "--seed", "5")
    fast = rows(capsys, *words)
    built = rows(capsys, *words, "--plant")
    assert [deal.walls for deal in built] == [deal.walls for deal in fast]
    assert [(deal.dealer, deal.throws) for deal in built] == [
        (deal.dealer, deal.throws) for deal in fast
    ]


def test_a_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    assert simulate("--deals", "4", "--out", str(path)) == 0
    assert len(path.read_text().splitlines()) == 4


# Enrolled tags --------------------------------------------------------------------------------


def levels(path: Path, capsys: Captured, *words: str) -> list[str]:
    """Return what the check makes of each deal of a file."""
    assert run(["audit", "check", str(path), "--json", *words]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [row["level"] for row in told[:-1]]


def test_lists_of_other_tiles_are_not_written_over(tmp_path: Path, capsys: Captured) -> None:
    own = TileLists({letter: {7 + letter.mark: Tile(1)} for letter in Letter})
    write_lists(tmp_path, own)
    words = ("--deals", "1", "--out", str(tmp_path / "deals.jsonl"), "--tiles", str(tmp_path))
    assert simulate(*words) == 2
    assert "lists other tiles" in capsys.readouterr().err
    assert read_lists(tmp_path) == own

    (tmp_path / NAME).write_text("{")
    assert simulate(*words) == 2
    assert "restore it from a backup" in capsys.readouterr().err


@pytest.mark.parametrize("plant", [(), ("--plant",)])
def test_the_check_names_a_foreign_tile_by_the_lists(
    plant: tuple[str, ...], tmp_path: Path, capsys: Captured
) -> None:
    foreign, honest = tmp_path / "foreign.jsonl", tmp_path / "honest.jsonl"
    listed = ("--tiles", str(tmp_path / "lists"))
    words = ("--deals", "1", *listed, *plant)
    assert simulate("--cheat", "foreign", *words, "--out", str(foreign)) == 0
    assert simulate(*words, "--out", str(honest)) == 0
    capsys.readouterr()
    assert levels(foreign, capsys, *listed) == ["block"]
    assert levels(foreign, capsys) == ["ok"]
    assert levels(honest, capsys, *listed) == ["ok"]


# Readers and rows -----------------------------------------------------------------------------


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_what_is_not_read_has_neither_kind_nor_piece(unread: float, failures: float) -> None:
    chance = np.random.default_rng(1)
    table = layout("CD")
    readers = Readers(ReaderModel(unread=unread, failures=failures), table, 5, chance)
    walls = Tables(table, 5, chance).deal().walls
    seen = readers.read(walls)
    assert seen.pieces is not None
    assert ((seen.kinds == UNREAD) == (seen.pieces == NO_PIECE)).all()
    there = seen.kinds != UNREAD
    assert (seen.kinds[there] == table.kind_of[walls][there]).all()


def test_misreads_are_other_designs_of_the_set_and_tell_no_piece() -> None:
    chance = np.random.default_rng(2)
    table = layout("GD")
    readers = Readers(ReaderModel(misreads=0.1), table, 50, chance)
    walls = Tables(table, 50, chance).deal().walls
    seen = readers.read(walls)
    assert seen.pieces is None
    assert np.isin(seen.kinds, table.kind_of).all()
    assert (seen.kinds != table.kind_of[walls]).mean() == pytest.approx(0.1, abs=0.02)


def test_a_lane_s_reader_fails_as_a_whole_and_comes_back() -> None:
    table = layout("GD")
    model = ReaderModel(failures=0.5, returns=1.0)
    readers = Readers(model, table, 30, np.random.default_rng(3))
    walls = Tables(table, 30, np.random.default_rng(3)).deal().walls
    side = np.array([place.side for place in table.places.places])
    lost = [(readers.read(walls).kinds == UNREAD) for _ in range(2)]
    for found in lost:
        by_side = np.stack([found[:, side == one] for one in range(4)])
        assert (by_side.all(axis=2) | ~by_side.any(axis=2)).all()
    assert not (lost[0] & lost[1]).any()


@pytest.mark.parametrize(("name", "twins", "strangers"), [("clone", 1, 0), ("foreign", 0, 1)])
def test_tags_show_the_clone_and_the_stranger(name: str, twins: int, strangers: int) -> None:
    table = layout("GD")
    chance = np.random.default_rng(4)
    tables = Tables(table, 1, chance, cheat=CHEATS[name])
    dealt = tables.deal()
    seen = Readers(ReaderModel(), table, 1, chance).read(dealt.walls)
    (deal,) = deals(table, dealt, seen, CHEATS[name].recipe)
    assert deal.uids is not None
    uids = [uid for side in deal.uids for uid in side]
    assert len(uids) - len(set(uids)) == twins
    listed = recorded_tags(enrolled(table))
    assert listed is not None
    assert sum(uid not in listed for uid in uids) == strangers
    assert read_deal(json.loads(json.dumps(deal_row(deal)))) == deal


# Studies and the battery ----------------------------------------------------------------------


def test_a_study_ends_when_all_have_crossed() -> None:
    tables = Tables(layout("GD"), 3, np.random.default_rng(5), cheat=CHEATS["fixed-hand"])
    course = follow(tables, 3, 50, until=("red",))
    assert course.deals == course.crossed["red"].max() < 10
    assert (course.peaks["full"] >= np.log(1e4)).all()


def test_the_battery_flags_a_fair_table_in_about_one_batch_of_nine() -> None:
    table = layout("GD")
    chance = np.random.default_rng(6)
    fair = battery.fair(table, chance)
    scores = fair.scores(next(battery.batched(Tables(table, 400, chance), 400)))
    assert scores.shape == (400, len(battery.TESTS))
    assert 0.06 < (scores > battery.AT_99).any(axis=1).mean() < 0.2
    assert not (scores > 2 * battery.AT_LIFE).any()


def test_the_battery_condemns_an_honest_lazy_drum_and_misses_a_rare_ready_hand() -> None:
    table = layout("GD")
    chance = np.random.default_rng(7)
    fair = battery.fair(table, chance, batches=200)

    def flagged(tables: Tables) -> float:
        scores = fair.scores(next(battery.batched(tables, 50)))
        return float((scores > battery.AT_99).any(axis=1).mean())

    assert flagged(Tables(table, 50, chance, MACHINES["drum-strong"])) == 1.0
    assert flagged(Tables(table, 50, chance, cheat=CHEATS["ready-8th"])) < 0.5
