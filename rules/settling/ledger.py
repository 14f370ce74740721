"""The ledger of a hand (牌局记录): its events as they were entered, changed only as a whole.

A ledger never changes: adding, undoing and correcting give a new one. Settling it again gives the
same sheet on every front end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.books import book
from rules.errors import EventError, RulesError
from rules.settling.reading import read_event
from rules.settling.settle import Settlement, settle
from rules.texts import filled

Entry = Mapping[str, object]
"""An event as a JSON object."""


@dataclass(frozen=True, slots=True)
class HandLedger:
    """The events of one hand of a variant; ``options`` are those of the house.

    Options in the start event go before those of the house.
    """

    variant: str
    entries: tuple[Entry, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)

    def settle(self) -> Settlement:
        """Return the sheet as it stands.

        Raises:
            RulesError: which event is wrong, and why.
        """
        events = []
        for number, entry in enumerate(self.entries, start=1):
            try:
                events.append(read_event(entry))
            except RulesError as error:
                raise EventError(filled("refuse.event", number=number, why=error.text)) from None
        own = self.entries[0].get("options") if self.entries else None
        options = {**self.options, **(own if isinstance(own, Mapping) else {})}
        return settle(book(self.variant, options), events)

    def add(self, *entries: Entry) -> "HandLedger":
        """Return the ledger with further events.

        Raises:
            RulesError: one of them cannot have happened then.
        """
        return self._with((*self.entries, *map(dict, entries)))

    def undo(self) -> "HandLedger":
        """Return the ledger without its last event; the start stays.

        Raises:
            EventError: there is nothing to take back.
        """
        if len(self.entries) <= 1:
            raise EventError(filled("refuse.nothing-to-undo"))
        return replace(self, entries=self.entries[:-1])

    def correct(self, number: int, entry: Entry) -> "HandLedger":
        """Return the ledger with one event replaced, counted from 1.

        Raises:
            RulesError: there is no such event, or the hand cannot have gone so.
        """
        if not 1 <= number <= len(self.entries):
            raise EventError(f"no event {number}: there are {len(self.entries)}")
        entries = list(self.entries)
        entries[number - 1] = dict(entry)
        return self._with(entries)

    def insert(self, number: int, entry: Entry) -> "HandLedger":
        """Return the ledger with an event put in as number ``number``: one entered late.

        Raises:
            RulesError: no place for it, or the hand cannot have gone so.
        """
        if not 2 <= number <= len(self.entries) + 1:
            raise EventError(f"no place {number}: give 2 to {len(self.entries) + 1}")
        place = number - 1
        return self._with((*self.entries[:place], dict(entry), *self.entries[place:]))

    def remove(self, number: int) -> "HandLedger":
        """Return the ledger without one event, counted from 1; the start stays.

        Raises:
            RulesError: there is no such event, or the hand cannot have gone so without it.
        """
        if not 2 <= number <= len(self.entries):
            raise EventError(f"no event {number} to remove: give 2 to {len(self.entries)}")
        return self._with((*self.entries[: number - 1], *self.entries[number:]))

    def _with(self, entries: Iterable[Entry]) -> "HandLedger":
        changed = replace(self, entries=tuple(entries))
        changed.settle()
        return changed


def start(variant: str, dealer: int, options: Mapping[str, object] | None = None) -> HandLedger:
    """Return the ledger of a hand that begins.

    Raises:
        RulesError: no such variant, side or option.
    """
    return HandLedger(variant).add({"e": "start", "dealer": dealer, "options": dict(options or {})})
