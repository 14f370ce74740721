"""The referee of one table: the ledger of the hand, the session before it, and undo."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from firmware_ctl.referee.entries import Args, entry_of
from firmware_ctl.referee.keeping import keep, ledger_text, read_ledger
from firmware_ctl.referee.kept import MOST_HANDS, NOTHING, Amounts, KeptEvening, amounts, plus
from firmware_ctl.referee.view import RefereeView, numbers, offers, sheet_of
from rules.errors import EventError, RulesError
from rules.languages import Language, Text
from rules.settling.answers import as_number
from rules.settling.events import PLAYERS
from rules.settling.ledger import Entry, HandLedger
from rules.settling.outcome import Proposal
from rules.settling.session import Session, export_csv, export_json
from rules.settling.settle import Settlement
from rules.texts import filled

Throw = Sequence[int]


class NoWin(RulesError):
    """A claimed hand that does not win; the reasons are in every language."""

    def __init__(self, reasons: tuple[Text, ...]) -> None:
        super().__init__(
            Text(*("; ".join(reason.to(one) for reason in reasons) for one in Language))
        )


class Referee:
    """Keeps the hand that is played, or was played last, and the session's hands before it.

    A hand stays open to corrections until the next one begins.
    """

    def __init__(self) -> None:
        self._session = Session()
        self._evening = KeptEvening()
        self._before: Amounts = NOTHING
        self._ledger: HandLedger | None = None
        self._text = ""
        self._settled: Settlement | None = None
        self._runs = False
        self._changes = 0

    # What the table tells -------------------------------------------------------------------------

    def begin(
        self,
        variant: str,
        dealer: int,
        *,
        streak: int = 0,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Open the ledger of a new hand; the one before it is closed.

        A variant that nobody settles has no ledger.
        """
        self._close()
        start = {"e": "start", "dealer": dealer, "streak": streak}
        try:
            self._keep(HandLedger(variant, options=dict(options or {})).add(start))
        except RulesError:
            self._keep(None)
        self._runs = self._ledger is not None

    def thrown(self, throws: Sequence[Throw]) -> None:
        """Note the throws that fixed the break: some house rules look at them."""
        if self._ledger is None or not throws:
            return
        names = zip(("dice", "dice2"), throws, strict=False)
        start = {**self._ledger.entries[0], **{name: list(faces) for name, faces in names}}
        try:
            self._keep(self._ledger.correct(1, start))
        except RulesError:
            return  # a throw that the ledger cannot read changes no money

    def end(self) -> None:
        """Hear that the hand at the table has ended; it may still be corrected."""
        self._runs = False
        self._changes += 1

    def new_session(self) -> None:
        """Begin an evening with nothing on anybody's account."""
        self.give_back(KeptEvening())

    def give_back(self, evening: KeptEvening) -> None:
        """Go on from an evening that was kept; of hands that nobody settles now the scores stay."""
        self._session, self._evening, self._runs = Session(), evening, False
        for hand in evening.hands:
            with suppress(RulesError):
                self._session = self._session.add(read_ledger(hand.text))
        rows = evening.running()
        self._before = rows[-1] if rows else amounts(evening.before)
        self._keep(None)

    def give_back_open(self, text: str, *, runs: bool) -> None:
        """Open the ledger again that was open, unless nobody settles it now."""
        with suppress(RulesError):
            self._keep(read_ledger(text))
            self._runs = runs

    # What people enter ----------------------------------------------------------------------------

    def enter(self, word: str, args: Args) -> None:
        """Enter an event.

        Raises:
            RulesError: no hand is open, the event cannot have happened, or the hand does not win;
                the ledger is as before.
        """
        ledger = self._open_ledger()
        entry = entry_of(word, args)
        changed = ledger.add(entry)
        if entry["e"] == "win":
            _check_stands(entry, ledger.settle(), changed.settle())
        self._keep(changed)

    def undo(self) -> None:
        """Take the last entry back.

        Raises:
            RulesError: there is none.
        """
        self._keep(self._open_ledger().undo())

    # What is known --------------------------------------------------------------------------------

    @property
    def ledger(self) -> HandLedger | None:
        """Return the hand that is open to entries."""
        return self._ledger

    @property
    def evening(self) -> KeptEvening:
        """Return the closed hands, to be kept."""
        return self._evening

    @property
    def open_text(self) -> str:
        """Return the open hand, to be kept; it names tiles. Empty without one."""
        return self._text

    def outcome(self) -> str | None:
        """Return how the hand ended, in the words of ``hand-end``; ``None`` while it goes on."""
        if self._ledger is None or self.next_dealer() is None:
            return None
        return outcome_words(self._ledger.entries)

    def next_dealer(self) -> Proposal | None:
        """Return who deals next by the sheet, ``None`` while the hand goes on."""
        found = None if self._settled is None else self._settled.next_dealer
        return None if found is None else Proposal(found.side, found.rule)

    def view(self) -> RefereeView:
        """Return what everybody may see."""
        settled = self._settled
        hand = NOTHING if settled is None else settled.totals
        return RefereeView(
            entries=self._changes,
            open=self._ledger is not None,
            over=self.next_dealer() is not None,
            hand=numbers(hand),
            scores=numbers(self._scores()),
            hands=self._evening.count,
        )

    def sheet(self, language: Language, variant: str) -> dict[str, object]:
        """Return the hand's sheet and the running scores, for those at the table."""
        sheet: dict[str, object] = {"entries": [], "lines": [], "totals": [0] * PLAYERS}
        if self._ledger is not None and self._settled is not None:
            variant = self._ledger.variant
            sheet = sheet_of(self._ledger, self._settled, language)
        view = self.view()
        house = {} if self._ledger is None else dict(self._ledger.options)
        return {
            **sheet,
            "open": view.open,
            "over": view.over,
            "running": self._runs,
            "scores": [[as_number(one) for one in row] for row in self._rows()],
            "offers": offers(variant, language, house),
            "house": house,
        }

    def as_csv(self, language: Language) -> str:
        """Return every line of the session as CSV."""
        return export_csv(self._everything(), language)

    def as_json_lines(self, language: Language) -> str:
        """Return every hand of the session, one JSON object a line."""
        return export_json(self._everything(), language)

    def _everything(self) -> Session:
        if self._ledger is None or not self._has_entries:
            return self._session
        return self._session.add(self._ledger)

    def _rows(self) -> list[Amounts]:
        return [*self._evening.running(), *([self._scores()] if self._has_entries else [])]

    def _scores(self) -> Amounts:
        return self._before if self._settled is None else plus(self._before, self._settled.totals)

    @property
    def _has_entries(self) -> bool:
        return self._ledger is not None and len(self._ledger.entries) > 1

    def _open_ledger(self) -> HandLedger:
        if self._ledger is None:
            raise EventError(filled("refuse.no-hand"))
        return self._ledger

    def _close(self) -> None:
        if self._has_entries and self._ledger is not None and self._settled is not None:
            self._session = Session(self._everything().hands[-MOST_HANDS:])
            self._evening = self._evening.closed(keep(self._ledger, self._settled.totals))
        self._before = self._scores()
        self._keep(None)

    def _keep(self, ledger: HandLedger | None) -> None:
        """Take a ledger in place of the one before; it is settled once, here."""
        self._ledger = ledger
        self._settled = None if ledger is None else ledger.settle()
        self._text = "" if ledger is None else ledger_text(ledger)
        self._changes += 1


def outcome_words(entries: Sequence[Entry]) -> str | None:
    """Return wins and draw of a ledger in the words of ``hand-end``, ``None`` without either.

    Wins on one and the same discard stand together.
    """
    words: list[str] = []
    wins = [entry for entry in entries if entry.get("e") == "win"]
    while wins:
        first = wins[0]
        source = first.get("from")
        together = [
            win
            for win in wins
            if win is first
            or (source is not None and win.get("from") == source and _same(win, first))
        ]
        wins = [win for win in wins if not any(win is one for one in together)]
        words += ["win", *(str(win["by"]) for win in together)]
        words += [] if source is None else ["from", str(source)]
    draw = next((entry for entry in entries if entry.get("e") == "draw"), None)
    if draw is not None:
        words.append("draw")
        last = draw.get("last_drawer")
        words += [] if last is None else ["last", str(last)]
    return " ".join(words) or None


def _same(one: Entry, other: Entry) -> bool:
    return one.get("tile") == other.get("tile")


def _check_stands(entry: Entry, before: Settlement, after: Settlement) -> None:
    """Check that a win that was entered stands.

    Raises:
        NoWin: it does not, and why.
    """
    if any(made.event.by == entry["by"] for made in after.wins):
        return
    told = {text.to(Language.EN) for text in before.warnings}
    why = [t for t in after.warnings if t.to(Language.EN) not in told]
    raise NoWin(tuple(why))
