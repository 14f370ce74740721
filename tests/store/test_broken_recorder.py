"""A mistake in the recorder itself: it is told once, and the table goes on unrecorded."""

import asyncio
from pathlib import Path

import pytest

from firmware_ctl.store.faults import StoreFault, Trouble
from firmware_ctl.store.store import Store
from tests.store.test_store import PlayedTable


def test_an_event_that_it_cannot_note_ends_the_record_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        told: list[StoreFault] = []
        store, table = Store(tmp_path, {}, told.append), PlayedTable()
        store.start(table, "1.2.3", simulated=True)
        await store.barrier()
        kept = store.head.sequence
        table.tell("hand-began", number="not a number", dealer=None)  # lacks what it must have
        table.tell("surface", old="ready")
        assert [fault.trouble for fault in told] == [Trouble.RECORDER]
        table.begun()
        await store.close()
        assert [fault.trouble for fault in told] == [Trouble.RECORDER], "told once"
        assert store.head.sequence == kept

    asyncio.run(scenario())
    assert "records no more" in caplog.text
