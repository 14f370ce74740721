"""A fleet's deals: parted, judged anywhere with the same result, merged by means."""

import json
from math import exp, log
from pathlib import Path

import duckdb
import pytest

from firmware_ctl.cli.app import run
from firmware_ctl.fleet import engines
from firmware_ctl.fleet.evaluate import BadLine, PartReport, TableReport, evaluate
from firmware_ctl.fleet.ingest import files_in, ingest
from firmware_ctl.fleet.merge import merged, worst_mixers, write_tables

Captured = pytest.CaptureFixture[str]


def simulated(path: Path, prefix: str, *words: str, tables: int = 2, deals: int = 12) -> Path:
    """Write deals of simulated tables whose names begin with a prefix."""
    raw = path.with_suffix(".raw")
    code = run(["audit", "simulate", "--out", str(raw), "--tables", str(tables),
                "--deals", str(deals), *words])  # fmt: skip
    assert code == 0
    rows = [json.loads(line) for line in raw.read_text().splitlines()]
    raw.unlink()
    path.write_text("".join(json.dumps({**row, "table": prefix + row["table"]}) + "\n"
                            for row in rows))  # fmt: skip
    return path


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journals")
    simulated(folder / "lazy.jsonl", "lazy", "--machine", "kept-40", tables=5, deals=32)
    simulated(folder / "good.jsonl", "good", "--seed", "2", tables=5, deals=32)
    simulated(folder / "bad.jsonl", "cheat", "--cheat", "fixed-hand", "--seed", "3")
    return folder


def names_in(part: Path) -> list[str]:
    with duckdb.connect() as base:
        rows = base.execute("SELECT DISTINCT name FROM read_parquet(?)", [str(part)]).fetchall()
    return [str(row[0]) for row in rows]


def told(done: int) -> None:
    assert done > 0


def report(table: str, **numbers: float) -> TableReport:
    wealth = {route: numbers.get(route, 0.0) for route in ("full", "a", "b", "c")}
    return TableReport(
        table=table, deals=1, level="ok", first_red=0, kept=numbers.get("kept"), tolerance=None,
        hottest=None, **wealth,
    )  # fmt: skip


def test_a_table_s_deals_are_all_in_one_part(journals: Path, tmp_path: Path) -> None:
    taken = ingest(files_in([journals]), tmp_path)
    assert len(taken.parts) == 2
    assert taken.lines == 5 * 32 * 2 + 2 * 12
    homes: dict[str, set[Path]] = {}
    for part in taken.parts:
        for name in names_in(part):
            homes.setdefault(name, set()).add(part)
    assert len(homes) == 12
    assert all(len(parts) == 1 for parts in homes.values())


def test_a_deal_told_twice_counts_once_and_a_shared_wall_is_noticed(
    journals: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "again.jsonl"
    copy.write_text((journals / "good.jsonl").read_text())
    other = tmp_path / "other.jsonl"
    other.write_text((journals / "good.jsonl").read_text().replace('"good', '"stranger'))
    taken = ingest([journals / "good.jsonl", copy, other], tmp_path / "work")
    assert taken.repeated == 5 * 32
    assert taken.shared == 5 * 32
    assert sum(evaluate(part).tables[0].deals for part in taken.parts[:1]) == 32


def test_every_way_of_working_it_out_gives_the_same(journals: Path, tmp_path: Path) -> None:
    parts = ingest(files_in([journals]), tmp_path).parts
    alone = merged(engines.in_this_process(parts, "drum", told))
    together = merged(engines.in_processes(parts, "drum", told, jobs=2))
    assert together == alone
    assert [one.table for one in alone.tables] == sorted(one.table for one in alone.tables)


@pytest.mark.realtime
def test_several_dask_workers_give_what_one_process_gives(journals: Path, tmp_path: Path) -> None:
    parts = ingest(files_in([journals]), tmp_path).parts
    alone = merged(engines.in_this_process(parts, "drum", told))
    spread = merged(engines.on_dask(parts, "drum", told, "local", workers=3))
    assert spread == alone


def test_machines_that_mix_badly_come_first_and_the_cheat_is_red(
    journals: Path, capsys: Captured
) -> None:
    assert run(["audit", "fleet", str(journals), "--jobs", "1", "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    summary = lines[-1]
    assert summary["summary"] is True
    assert {name[:4] for name in summary["worst_mixers"][:5]} == {"lazy"}
    assert {name[:5] for name in summary["red"]} == {"cheat"}
    assert summary["tables"] == 12 == len(lines) - 1
    honest = [row for row in lines[:-1] if not row["table"].startswith("cheat")]
    assert all(row["level"] not in ("red", "block") for row in honest)
    kept = {row["table"][:4]: row["kept"] for row in honest}
    assert kept["lazy"] > 0.1 > 0.02 > kept["good"]


def test_the_table_shows_in_words_what_json_tells(journals: Path, capsys: Captured) -> None:
    assert run(["audit", "fleet", str(journals / "good.jsonl"), "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "5 tables, 160 deals, 0 told twice" in shown


def test_evidence_of_tables_is_averaged() -> None:
    parts = [PartReport((report("x", a=log(9.0)),), ()), PartReport((report("w", a=0.0),), ())]
    found = merged(parts)
    assert exp(found.evidence["a"]) == pytest.approx(5.0)
    assert [one.table for one in found.tables] == ["w", "x"]
    assert merged([]).evidence["a"] == 0.0


def test_huge_evidence_does_not_overflow() -> None:
    found = merged([PartReport((report("x", a=900.0), report("y")), ())])
    assert found.evidence["a"] == pytest.approx(900 - log(2))


def test_worst_mixers_are_ordered_by_evidence_then_by_what_they_keep(tmp_path: Path) -> None:
    tables = (
        report("calm"), report("keeps", kept=0.2), report("worst", c=9.0), report("less", kept=0.1)
    )  # fmt: skip
    path = tmp_path / "it's here.parquet"
    write_tables(merged([PartReport(tables, ())]), path)
    assert worst_mixers(path, 9) == ["worst", "keeps", "less", "calm"]
    assert worst_mixers(path, 2) == ["worst", "keeps"]


def test_bad_lines_are_named_and_the_others_count(tmp_path: Path, capsys: Captured) -> None:
    path = simulated(tmp_path / "deals.jsonl", "t", tables=1, deals=3)
    path.write_text('{"deal": 1}\n' + path.read_text() + "no json\n")
    assert run(["audit", "fleet", str(path), "--jobs", "1"]) == 2
    told_ = capsys.readouterr()
    assert "2 lines are no deals" in told_.err
    assert "1 tables" in told_.out or "2 tables" in told_.out


def test_bad_lines_carry_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"deal": 1, "table": "t", "variant": "GD", "dealer": 0}\nnonsense\n')
    (part,) = ingest([path], tmp_path / "work").parts
    (bad,) = merged([evaluate(part)]).bad
    assert bad == BadLine(str(path), 2, "this is no JSON")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        (["."], "no deals file or journal"),
        (["x", "--jobs", "0"], "give 1..1024 jobs"),
    ],
)
def test_wrong_use_says_what_to_do(
    words: list[str], says: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["audit", "fleet", *words]) == 2
    assert says in capsys.readouterr().err
