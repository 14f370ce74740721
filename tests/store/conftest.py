"""The evening that several tests of this package look at."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl.store import ledger
from tests.store.recorded import Recording, record_evening


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Three hands, with the write-ahead log emptied and begun anew several times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "CHECKPOINT_COMMITS", 9)
        patch.setattr(ledger, "SUM_EVERY", 40)
        return record_evening(tmp_path_factory.mktemp("evening"), hands=3)


RAM = Path("/dev/shm")


@pytest.fixture
def ram(tmp_path: Path) -> Iterator[Path]:
    """A directory for files by the thousand: in memory where the system has such a place."""
    if not RAM.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="mjtable-test-", dir=RAM) as place:
        yield Path(place)
