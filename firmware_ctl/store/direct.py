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

    def put(self, batch: Batch) -> None:
        """Write a batch and tell what came of it."""
        try:
            head = self._ledger.append(batch)
        except StoreFault as fault:
            self._heard(InTrouble(fault, holds_up=True))
            return
        self._written += 1
        self._heard(Acknowledged(self._written, head))
        try:
            self._ledger.rest()
        except StoreFault as fault:
            self._heard(InTrouble(fault, holds_up=False))
