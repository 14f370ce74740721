"""From a table's record to the wall check: the deals are those that the players were dealt."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.audit.chain_reader import chain_links
from firmware_ctl.audit.journal_export import journal_lines
from firmware_ctl.audit.recorded_deals import (
    is_journal,
    recorded_deals,
    records_of,
    records_of_journal,
)
from firmware_ctl.audit.signing import JournalKey
from firmware_ctl.cli.audit_deals import deals_in
from firmware_ctl.cli.errors import CliError
from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Surface
from firmware_ctl.fleet.evaluate import evaluate
from firmware_ctl.fleet.ingest import NoDealsFile, files_in, ingest
from firmware_ctl.simulation import SeededChance
from hal.tile_id import unpack_tile_id
from rules.errors import RulesError
from rules.integrity.deals import RecordedDeal, deal_row
from tests.store.recorded import MACHINE, Recording
from tests.support.bench import FEW, Bench, play

FAIR = replace(FEW, chance=SeededChance(4))
Walls = tuple[tuple[int, ...], ...]


def played(root: Path, hands: int = 2) -> list[Walls]:
    """Record some hands, and return the walls that stood on the trays, by side."""
    shown: list[Walls] = []

    async def scenario(bench: Bench) -> None:
        recording = Recording(bench.controller, root)
        await bench.walls_up()
        for _ in range(hands):
            shown.append(tuple(
                tuple(unpack_tile_id(tile).design for tile in wall)
                for wall in bench.table.people.walls()
            ))  # fmt: skip
            bench.do(Word.DICE)
            bench.table.people.play()
            await bench.loaded()
            bench.do(Word.HAND_END)
            await bench.push_in_a_set()
            await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        recording.recorder.stop()
        recording.ledger.close()

    play(scenario, FAIR)
    return shown


def journal(root: Path) -> list[bytes]:
    key = JournalKey(MACHINE)
    return list(journal_lines(chain_links(root), key.sign, table="here", key=key.public))


def test_the_record_tells_the_walls_of_every_hand_that_has_ended(tmp_path: Path) -> None:
    shown = played(tmp_path)
    found = list(recorded_deals(records_of(chain_links(tmp_path)), "t"))
    assert [deal.walls for deal in found] == shown
    assert [deal.tile_set for deal in found] == ["A", "B"]
    assert [len(deal.throws) for deal in found] == [1, 1]
    assert all(deal.uids is not None and None not in deal.uids[0] for deal in found)
    assert {deal.table for deal in found} == {"t"}


def test_a_journal_tells_the_same_as_the_record(tmp_path: Path) -> None:
    played(tmp_path, hands=1)
    lines = journal(tmp_path)
    assert is_journal(lines[0])
    assert list(recorded_deals(records_of_journal(lines))) == list(
        recorded_deals(records_of(chain_links(tmp_path)))
    )


def test_a_hand_that_has_not_ended_tells_nothing(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        recording = Recording(bench.controller, tmp_path)
        await bench.walls_up()
        bench.do(Word.DICE)
        recording.recorder.stop()
        recording.ledger.close()

    play(scenario, FAIR)
    assert list(recorded_deals(records_of(chain_links(tmp_path)))) == []


BEGUN = {"number": 1, "dealer": 0, "variant": "MCR"}
OPENED = ("wall-opened", {"tiles": ["1m 2m"] * 4})
Told = tuple[str, dict[str, Any]]


def dice(*faces: int) -> Told:
    return "dice", {"faces": list(faces) or None}


def deals_of(*records: Told, **begun: object) -> list[RecordedDeal]:
    return list(recorded_deals([("hand-begun", {**BEGUN, **begun}), *records, OPENED]))


def test_a_throw_that_nobody_read_opens_no_wall() -> None:
    (deal,) = deals_of(dice(), dice(3, 4), dice(1, 1), dice(6, 6))
    assert deal.throws == ((3, 4), (1, 1))


def test_half_of_the_throws_are_none() -> None:
    (deal,) = deals_of(dice(3, 4), dice())
    assert deal.throws == ()


def test_dice_have_no_part_in_a_wall_that_keys_have_cut() -> None:
    (deal,) = deals_of(dice(3, 4), dice(1, 1), cut=[2, 5])
    assert deal.throws == ()


def test_a_hand_of_which_records_were_lost_is_left_out() -> None:
    assert deals_of(("gap", {"records": 3}), dice(3, 4), dice(1, 1)) == []


def test_a_sum_says_which_set_is_on_the_table() -> None:
    places = {"set_on_table": "B"}
    (deal,) = deals_of(("state", {"state": {"table": {"places": places}}}))
    assert deal.tile_set == "B"


@pytest.mark.parametrize("records", [
    [dice(9, 9)],
    [("places", {"places": {"set_on_table": "Z"}})],
])  # fmt: skip
def test_what_no_table_has_is_refused(records: list[Told]) -> None:
    with pytest.raises(RulesError):
        deals_of(*records)


def test_a_dealer_sits_at_one_of_four_sides() -> None:
    with pytest.raises(RulesError, match="dealer 9"):
        deals_of(dealer=9)


def written(path: Path, lines: list[bytes]) -> str:
    path.write_bytes(b"".join(lines))
    return str(path)


def test_the_verbs_read_journals_and_deals_files_alike(tmp_path: Path) -> None:
    played(tmp_path / "record", hands=1)
    from_journal = list(deals_in(written(tmp_path / "j.jsonl", journal(tmp_path / "record"))))
    rows = [json.dumps(deal_row(deal)).encode() + b"\n" for deal in from_journal]
    assert list(deals_in(written(tmp_path / "d.jsonl", rows))) == from_journal
    assert [deal.table for deal in from_journal] == ["here"]


def test_a_fleet_takes_journals_too(tmp_path: Path) -> None:
    played(tmp_path / "record", hands=2)
    name = written(tmp_path / "j.journal", journal(tmp_path / "record"))
    taken = ingest(files_in([Path(name).parent]), tmp_path / "work")
    (report,) = evaluate(taken.parts[0]).tables
    assert (report.table, report.deals) == ("here", 2)


@pytest.mark.parametrize("spoil", [
    lambda lines: [*lines[:3], b"{\n"],
    lambda lines: [lines[0], b'{"record": {"kind": "places", "data": {}}}\n'],
])  # fmt: skip
def test_a_spoiled_journal_says_who_finds_the_place(
    tmp_path: Path, spoil: Callable[[list[bytes]], list[bytes]]
) -> None:
    played(tmp_path / "record", hands=1)
    name = written(tmp_path / "j.jsonl", spoil(journal(tmp_path / "record")))
    with pytest.raises(CliError, match="mjtable audit verify"):
        list(deals_in(name))


@pytest.mark.parametrize("content", [
    bytes(range(1, 256)) * 40,
    b'{"mjtable-journal":1}\n{"record": {"kind": "places", "data": {}}}\n',
    b'"mjtable-journal"' + b"[" * 200_000,
])  # fmt: skip
def test_a_fleet_names_the_file_that_is_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.journal"
    path.write_bytes(content)
    with pytest.raises(NoDealsFile, match=r"odd\.journal"):
        ingest([path], tmp_path / "work")


def test_a_fleet_names_the_line_that_is_nested_without_end(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text("[" * 200_000 + "\n")
    (bad,) = evaluate(ingest([path], tmp_path / "work").parts[0]).bad
    assert (bad.line, bad.why) == (1, "this is no JSON")


def test_an_empty_file_holds_no_deals(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    assert list[RecordedDeal](deals_in(str(tmp_path / "empty.jsonl"))) == []
