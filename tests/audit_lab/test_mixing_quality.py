"""How well a machine mixes: what is measured, drawn, said and kept."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from firmware_ctl.audit.commissioned import (
    FILE_NAME,
    Commissioned,
    NotCommissioned,
    read_commissioned,
    write_commissioned,
)
from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.machines import MACHINES
from firmware_ctl.audit_lab.reading import ReaderModel, Readers
from firmware_ctl.audit_lab.rows import deals
from firmware_ctl.audit_lab.tables import Tables
from firmware_ctl.cli.app import run
from rules.integrity.deals import RecordedDeal, deal_row
from rules.integrity.mixing_pictures import heat_map, mixing_words, neighbours, rows
from rules.integrity.mixing_quality import MixingError, mixing_quality
from rules.languages import Language
from rules.programs import Profile

Captured = pytest.CaptureFixture[str]


def walls(
    machine: str, count: int = 120, *, tags: bool = True, variant: str = "GD", seed: int = 1,
    profile: Profile = Profile.FOUR_PORT, unread: float = 0.0,
) -> list[RecordedDeal]:  # fmt: skip
    chance = np.random.default_rng(seed)
    table = layout(variant, profile)
    tables = Tables(table, 1, chance, MACHINES[machine])
    readers = Readers(ReaderModel(unread=unread, tags=tags), table, 1, chance)
    found: list[RecordedDeal] = []
    for _ in range(count):
        dealt = tables.deal()
        found += deals(table, dealt, readers.read(dealt.walls), None)
    return found


@pytest.mark.parametrize("tags", [True, False])
def test_a_machine_that_mixes_keeps_nothing(tags: bool) -> None:
    kept = mixing_quality(walls("uniform", tags=tags)).kept
    assert kept.by_tags is tags
    assert kept.share < 0.01
    assert kept.tolerance < 0.02
    assert kept.seen == pytest.approx(kept.expected, abs=4 * kept.expected**0.5)


@pytest.mark.parametrize("tags", [True, False])
def test_the_lazier_the_machine_the_more_it_keeps(tags: bool) -> None:
    shares = [
        mixing_quality(walls(name, tags=tags)).kept for name in ("kept-5", "kept-15", "kept-40")
    ]
    assert sorted(one.share for one in shares) == [one.share for one in shares]
    assert all(one.share < one.tolerance < one.share + 0.03 for one in shares)


def test_a_drum_that_keeps_its_order_prefers_rows_and_places() -> None:
    quality = mixing_quality(walls("drum-strong", 300))
    share = {row.family: row.share for row in quality.rows}
    assert share["honours"] < 0.48 < 0.51 < share["middle"]
    assert quality.hottest > mixing_quality(walls("uniform", 300)).hottest + 1


def test_the_heat_map_has_a_row_a_kind_and_adds_up_to_nothing() -> None:
    quality = mixing_quality(walls("uniform", 60, variant="MCR"))
    assert quality.heat.shape == (42, 72)
    assert np.abs(quality.heat.sum(axis=1)).max() < 1e-6


def test_raised_hands_belong_to_the_load() -> None:
    quality = mixing_quality(walls("kept-40", 60, profile=Profile.AUTO_DEAL))
    assert quality.kept.chances == (quality.walls - 2) * 135


def test_unread_tiles_are_left_out() -> None:
    quality = mixing_quality(walls("uniform", 60, unread=0.1, tags=False))
    assert 0.05 < quality.unread / (60 * 136) < 0.15
    assert quality.kept.share < 0.02


def test_too_few_walls_or_walls_of_two_programs_tell_nothing() -> None:
    with pytest.raises(MixingError, match="29 whole walls"):
        mixing_quality(walls("uniform", 29))
    with pytest.raises(MixingError, match="2 shapes"):
        mixing_quality(walls("uniform", 30) + walls("uniform", 30, variant="CD"))


@pytest.mark.parametrize("language", Language)
def test_pictures_are_svg_with_a_title_in_every_language(language: Language) -> None:
    quality = mixing_quality(walls("kept-15", 40))
    for draw in (heat_map, neighbours, rows):
        picture = ElementTree.fromstring(draw(quality, language))
        assert picture.tag.endswith("svg")
        title = picture.find("{http://www.w3.org/2000/svg}title")
        assert title is not None and title.text


def test_words_say_what_is_seen_and_accuse_nobody() -> None:
    good = mixing_words(mixing_quality(walls("uniform", 60)))
    lazy = mixing_words(mixing_quality(walls("kept-40", 60)))
    drum = mixing_words(mixing_quality(walls("drum-strong", 300)))
    assert good == ("This machine mixes well: in 60 walls nothing stands out from chance.",)
    assert "follow an old neighbour again" in lazy[0]
    assert any("Rows differ" in line for line in drum)
    assert not any("cheat" in line for line in (*good, *lazy, *drum))


def test_what_was_commissioned_can_be_read_back(tmp_path: Path) -> None:
    assert read_commissioned(tmp_path) is None
    found = Commissioned(0.08, 0.07, 120, "GD/four-port/17,17,17,17", by_tags=True)
    write_commissioned(tmp_path / "new", found)
    assert read_commissioned(tmp_path / "new") == found


@pytest.mark.parametrize("text", ["", "{}", '{"tolerance": 0.1}', "[1]"])
def test_a_damaged_file_says_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    with pytest.raises(NotCommissioned, match="calibrate"):
        read_commissioned(tmp_path)


def test_a_file_that_tolerates_everything_is_refused(tmp_path: Path) -> None:
    write_commissioned(tmp_path, Commissioned(1.0, 0.5, 30, "", by_tags=False))
    with pytest.raises(NotCommissioned, match="tolerates everything"):
        read_commissioned(tmp_path)


def written(path: Path, *tables: str) -> str:
    with path.open("w") as file:
        for table in tables:
            for deal in walls("kept-15", 40):
                print(json.dumps({**deal_row(deal), "table": table}), file=file)
    return str(path)


def test_calibrate_keeps_the_tolerance_and_draws(tmp_path: Path, capsys: Captured) -> None:
    file = written(tmp_path / "deals.jsonl", "one")
    pictures = tmp_path / "pictures"
    code = run(["audit", "calibrate", file, "--state", str(tmp_path), "--json",
                "--pictures", str(pictures)])  # fmt: skip

    assert code == 0
    answer = json.loads(capsys.readouterr().out)
    found = read_commissioned(tmp_path)
    assert found is not None
    assert found.tolerance == pytest.approx(answer["kept"]["tolerance"], abs=1e-4)
    assert len([*pictures.glob("mixing-*.svg")]) == 3


def test_a_dry_run_keeps_nothing(tmp_path: Path, capsys: Captured) -> None:
    file = written(tmp_path / "deals.jsonl", "one")
    assert run(["audit", "calibrate", file, "--state", str(tmp_path), "--dry-run"]) == 0
    assert read_commissioned(tmp_path) is None
    assert "follow an old neighbour" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere.jsonl"], "no such file"),
        (["--from-record", "--state", "nowhere"], "no table has recorded anything"),
        ([], "required"),
    ],
)
def test_calibrate_without_walls_says_what_to_do(
    words: list[str], says: str, capsys: Captured
) -> None:
    assert run(["audit", "calibrate", *words]) in (1, 2)
    assert says in capsys.readouterr().err


def test_several_tables_must_be_told_apart(tmp_path: Path, capsys: Captured) -> None:
    file = written(tmp_path / "deals.jsonl", "one", "two")
    assert run(["audit", "calibrate", file, "--dry-run"]) == 2
    assert "2 tables (one, two)" in capsys.readouterr().err
    assert run(["audit", "calibrate", file, "--dry-run", "--table", "three"]) == 2
    assert run(["audit", "calibrate", file, "--dry-run", "--table", "two"]) == 0


def test_a_bad_line_is_named(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"deal": 1, "variant": "GD", "dealer": 0}\n\n{"deal": "x"}\n')
    assert run(["audit", "calibrate", str(path)]) == 2
    assert f"{path}, line 3" in capsys.readouterr().err
