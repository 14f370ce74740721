"""Power cuts as the card sees them, from a trace of what is written and what is flushed.

A card may have any sector that was written since the last flush, or not have it. Whatever it has
when the power goes, a start succeeds and knows everything that had been acknowledged by then.
"""

import shutil
import sys
from pathlib import Path

import pytest

from tests.store.recorded import opened
from tests.store.traced import ACKNOWLEDGED, Call, Card, trace

NOTHING = (0, bytes(32).hex())


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    place = tmp_path_factory.mktemp("traced")
    program = [sys.executable, "-m", "tests.store.traced", str(place / "record")]
    return list(trace(program, place / "log"))


def _acknowledged(call: Call) -> tuple[int, str]:
    sequence, hash_ = call.data.decode().split()
    return int(sequence), hash_


def test_every_acknowledgement_follows_a_flush_of_all_that_was_written(calls: list[Call]) -> None:
    card = Card()
    seen = 0
    for call in calls:
        card.take(call)
        if call.file == ACKNOWLEDGED:
            seen += 1
            assert [name for name, file in card.files.items() if file.pending] == []
    assert seen > 20


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.soak)])
def test_at_every_sector_of_every_write_nothing_acknowledged_is_lost(
    calls: list[Call], ram: Path, every: int
) -> None:
    commits = [NOTHING, *(_acknowledged(call) for call in calls if call.file == ACKNOWLEDGED)]
    card = Card()
    safe = tried = 0
    for call in calls:
        if call.file == ACKNOWLEDGED:
            safe += 1
        card.take(call)
        if call.name != "pwrite64" or call.file not in card.files:
            continue
        for image in card.images(call.file):
            tried += 1
            if tried % every:
                continue
            assert _start(image, ram / "record") in commits[safe : safe + 2]
    assert tried > 1000


def _start(image: dict[str, bytes], root: Path) -> tuple[int, str]:
    segment = root / "0001"
    segment.mkdir(parents=True)
    for name, content in image.items():
        (segment / name).write_bytes(content)
    ledger, told = opened(root)
    ledger.close()
    assert told == []
    shutil.rmtree(root)
    return ledger.head.sequence, ledger.head.hash.hex()
