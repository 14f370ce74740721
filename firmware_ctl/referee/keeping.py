"""Write a closed hand's ledger down, and read it back by the rules."""

import json
from collections.abc import Sequence

from firmware_ctl.referee.kept import Amount, KeptHand, texts
from rules.settling.ledger import HandLedger
from rules.settling.session import read_json


def keep(ledger: HandLedger, totals: Sequence[Amount]) -> KeptHand:
    """Return a closed hand as it is written down."""
    return KeptHand(ledger_text(ledger), texts(totals))


def ledger_text(ledger: HandLedger) -> str:
    """Return a ledger as a line of JSON."""
    row = {
        "variant": ledger.variant,
        "options": dict(ledger.options),
        "events": [dict(entry) for entry in ledger.entries],
    }
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def read_ledger(text: str) -> HandLedger:
    """Return the ledger that :func:`ledger_text` has written.

    Raises:
        RulesError: it is none, or these rules do not settle it.
    """
    return read_json(text).hands[0]
