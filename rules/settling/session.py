"""A session (场): the hands of an evening, running scores, table money, exports."""

import csv
import io
import json
from dataclasses import dataclass, replace

from rules.books import book
from rules.errors import EventError, RulesError
from rules.languages import Language
from rules.settling.answers import as_number, settle_answer
from rules.settling.events import PLAYERS, Win
from rules.settling.ledger import HandLedger
from rules.settling.settle import Settlement
from rules.settling.sheet import Amount

_FULL_WIN = 6
"""Units that a plain self-draw wins from three players; one of them is put aside (DY-45)."""


@dataclass(frozen=True, slots=True)
class Session:
    """The hands so far, in order."""

    hands: tuple[HandLedger, ...] = ()

    def add(self, hand: HandLedger) -> "Session":
        """Return the session with a further hand."""
        return replace(self, hands=(*self.hands, hand))

    def running(self) -> list[tuple[Amount, ...]]:
        """Return the score of each side after each hand; every row sums to 0."""
        score: tuple[Amount, ...] = (0,) * PLAYERS
        rows: list[tuple[Amount, ...]] = []
        for hand in self.hands:
            totals = hand.settle().totals
            score = tuple(before + won for before, won in zip(score, totals, strict=True))
            rows.append(score)
        return rows

    def totals(self) -> tuple[Amount, ...]:
        """Return the score of each side."""
        rows = self.running()
        return rows[-1] if rows else (0,) * PLAYERS


@dataclass(frozen=True, slots=True)
class PutAside:
    """Money that a winner puts aside for the table (台费): in which hand, counted from 1."""

    hand: int
    side: int
    amount: Amount


def table_money(session: Session, costs: int | None = None) -> list[PutAside]:
    """Return what is put aside for the table by self-drawn wins (DY-45), in order.

    ``fixed`` takes one unit of the stake from each self-drawn win, ``proportional`` one for every
    full six units won. It ends when ``costs`` are covered.
    """
    aside: list[PutAside] = []
    total: Amount = 0
    for number, hand in enumerate(session.hands, start=1):
        for side, amount in _from_hand(hand):
            part = amount if costs is None else min(amount, costs - total)
            if part > 0:
                aside.append(PutAside(number, side, part))
                total += part
    return aside


def _from_hand(hand: HandLedger) -> list[tuple[int, Amount]]:
    settled = hand.settle()
    options = {**hand.options, **_start_options(hand)}
    own = book(hand.variant, options)
    way = own.house.get("table_money", "off")
    if way == "off":
        return []
    found: list[tuple[int, Amount]] = []
    for made in settled.wins:
        if made.event.situation.by in own.drawn:
            won = _won_by(settled, made.event.by)
            full = won // (_FULL_WIN * own.base)
            found.append((made.event.by, own.base * (1 if way == "fixed" else full)))
    return found


def _won_by(settled: Settlement, side: int) -> Amount:
    """Return what a side's win itself has brought."""
    own = (line for line in settled.lines if line.payee == side and isinstance(line.cause, Win))
    return sum((line.amount for line in own), start=0)


def _start_options(hand: HandLedger) -> dict[str, object]:
    own = hand.entries[0].get("options") if hand.entries else None
    return dict(own) if isinstance(own, dict) else {}


def export_csv(session: Session, language: Language = Language.EN) -> str:
    """Return every line of every hand as CSV with a heading."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("hand", "variant", "from", "to", "amount", "rule", "text"))
    for number, hand in enumerate(session.hands, start=1):
        for line in hand.settle().lines:
            amount = as_number(line.amount)
            words = line.text.to(language)
            row = (number, hand.variant, line.payer, line.payee, amount, line.rule, words)
            writer.writerow(row)
    return out.getvalue()


def export_json(session: Session, language: Language = Language.EN) -> str:
    """Return every hand as one JSON object a line: its events, its sheet, the running score."""
    rows = []
    for number, (hand, score) in enumerate(
        zip(session.hands, session.running(), strict=True), start=1
    ):
        row = {
            "hand": number,
            "variant": hand.variant,
            "options": dict(hand.options),
            "events": [dict(entry) for entry in hand.entries],
            **settle_answer(hand.settle(), language),
            "score": [as_number(one) for one in score],
        }
        rows.append(json.dumps(row, ensure_ascii=False) + "\n")
    return "".join(rows)


def read_json(text: str) -> Session:
    """Return the session that :func:`export_json` has written; its sheets are worked out anew.

    Raises:
        RulesError: which line is no hand of a session.
    """
    lines = enumerate(text.splitlines(), start=1)
    return Session(tuple(_read_hand(number, line) for number, line in lines if line.strip()))


def _read_hand(number: int, line: str) -> HandLedger:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise EventError(f"line {number} is no JSON: {error}") from None
    match row:
        case {"variant": str(variant), "events": list(events), "options": dict(options)}:
            hand = HandLedger(variant, tuple(events), options)
        case _:
            raise EventError(f"line {number} is no hand: it has a variant, events and options")
    try:
        hand.settle()
    except RulesError as error:
        raise EventError(f"line {number}: {error}") from None
    return hand
