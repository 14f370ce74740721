"""A process that is killed while it writes loses nothing that it had acknowledged."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_ctl.store.ledger import Ledger

KILLS = 8
MOST_LINES = 120

WRITER = """
import sys
from pathlib import Path
from firmware_ctl.store import ledger
from firmware_ctl.store.records import Booted, DealerSet, Note
ledger.SUM_EVERY, ledger.CHECKPOINT_COMMITS = 50, 20
book = ledger.Ledger(Path(sys.argv[1]), lambda fault: sys.exit(str(fault)))
def write(*records):
    head = book.append([Note(record, 0, 0, True) for record in records])
    print(head.sequence, head.hash.hex(), flush=True)
    book.rest()
write(Booted("1", True))
side = 0
while True:
    write(*[DealerSet(side + n) for n in range(side % 7 + 1)])
    side += 1
"""


@pytest.mark.parametrize("seed", range(3))
def test_what_was_acknowledged_before_the_kill_is_read_after_it(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(KILLS):
        acknowledged = _killed_after(tmp_path, chance.randint(1, MOST_LINES))
        told: list[Exception] = []
        ledger = Ledger(tmp_path, told.append)
        ledger.close()
        assert told == []
        assert ledger.head.sequence >= acknowledged[0]
        if ledger.head.sequence == acknowledged[0]:
            assert ledger.head.hash.hex() == acknowledged[1]
    assert ledger.state.boots == KILLS
    assert ledger.state.unsafe == KILLS - 1


def _killed_after(root: Path, lines: int) -> tuple[int, str]:
    """Let a process write until it has acknowledged so many commits, and kill it."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(root)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        told += child.stdout.read().splitlines(keepends=True)
    whole = [line for line in told if line.endswith("\n")]
    sequence, hash_ = whole[-1].split()
    return int(sequence), hash_
