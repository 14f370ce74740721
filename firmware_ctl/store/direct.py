"""Write batches at once, in the caller's own thread: for tables that live in virtual time.

There a thread's answer would come at a random moment, and waiting for the card costs no time.
"""

from collections.abc import Callable

from firmware_ctl.store.faults import StoreFault
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.writer import Acknowledged, Batch, InTrouble, Report


class DirectWriter:
    """A writer without thread or queue."""

    def __init__(self, ledger: Ledger, heard: Callable[[Report], None]) -> None:
        self._ledger = ledger
        self._heard = heard
        self._written = 0
        self._unwritten = 0
        self._trouble: StoreFault | None = None

    def start(self) -> None:
        """Nothing is to be started."""

    def put(self, batch: Batch) -> None:
        """Write a batch and tell what came of it."""
        try:
            head = self._ledger.append(batch)
        except StoreFault as fault:
            self._trouble = fault
            self._unwritten += len(batch)
            self._heard(InTrouble(fault, holds_up=True))
            return
        self._trouble = None
        self._written += 1
        self._heard(Acknowledged(self._written, head))
        try:
            self._ledger.rest()
        except StoreFault as fault:
            self._heard(InTrouble(fault, holds_up=False))

    def tell(self, fault: StoreFault) -> None:
        """Tell of trouble that holds nothing up; for the ledger."""
        self._heard(InTrouble(fault, holds_up=False))

    async def barrier(self) -> None:
        """Return at once: what was handed over is on the card.

        Raises:
            StoreFault: the last batch is not.
        """
        if self._trouble is not None:
            raise self._trouble

    async def close(self) -> int:
        """Let go of the card, and return how many records were not written."""
        self._ledger.close()
        return self._unwritten
