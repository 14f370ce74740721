"""The settlement sheet of one hand while it is being worked out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.dice import named_wall
from rules.hands.situation import By
from rules.languages import Text
from rules.notation import Meld
from rules.scoring.book import Book
from rules.scoring.judging import WinCheck
from rules.scoring.reading import HAND
from rules.settling.events import PLAYERS, Chicken, Declare, Draw, Event, Kong, Start, Win
from rules.texts import filled
from rules.tiles import Suit, Tile

Amount = int | Fraction
"""An amount in units of the stake's currency; halves can occur."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet: who pays whom how much, by which rule, in words.

    ``cause`` is the event that it follows from, ``None`` for what is settled at the hand's end.
    """

    payer: int
    payee: int
    amount: Amount
    rule: str
    text: Text
    cause: Event | None = None


@dataclass(slots=True)
class KongMade:
    """A kong that was made, and what each side paid for it so far as it still stands."""

    event: Kong
    paid: dict[int, Amount] = field(default_factory=dict)
    passed_on: bool = False

    @property
    def total(self) -> Amount:
        """Return all that was paid."""
        return sum(self.paid.values(), start=0)


@dataclass(frozen=True, slots=True)
class WinMade:
    """A win that stands: its event and its worth; ``check`` is ``None`` where it was declared."""

    event: Win
    value: int
    uncapped: int
    check: WinCheck | None


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Who deals next, ``None`` where dice or people decide, by which rule."""

    side: int | None
    rule: str


class Sheet:
    """What has happened in a hand so far, and the lines that follow from it.

    Read it freely; change it only by its methods. Sides are those of the machine. ``barred`` are
    the sides that can no longer win (相公).
    """

    def __init__(self, book: Book, start: Start) -> None:
        self.book = book
        self.start = start
        self.dealer = start.dealer
        self.lines: list[Line] = []
        self.warnings: list[Text] = []
        self.kongs: list[KongMade] = []
        self.wins: list[tuple[WinMade, ...]] = []
        self.declared: dict[int, str] = {}
        self.declarations: list[Declare] = []
        self.lacks: dict[int, Suit] = {}
        self.barred: set[int] = set()
        self.chicken: Chicken | None = None
        self.draw: Draw | None = None
        self.cause: Event | None = None
        self.not_ready: frozenset[int] = frozenset()
        self.base: int = book.base * (2 if self._is_doubles("piao_doubles") else 1)
        self.doubled: frozenset[int] = self._doubled()

    @property
    def out(self) -> frozenset[int]:
        """Return the sides that have won."""
        return frozenset(made.event.by for together in self.wins for made in together)

    @property
    def still_in(self) -> tuple[int, ...]:
        """Return the sides that have not won, in playing order from the dealer."""
        out = self.out
        return tuple(side for side in self.order(self.dealer) if side not in out)

    @staticmethod
    def order(first: int) -> tuple[int, ...]:
        """Return all sides in playing order."""
        return tuple((first + seat) % PLAYERS for seat in range(PLAYERS))

    def pay(
        self, payer: int, payee: int, units: Amount, rule: str, text: Text | None = None
    ) -> Amount:
        """Write a line of so many units of the stake and return its amount; none for nothing.

        A player who plays double (飘) pays and is paid double.
        """
        double = 2 if self.doubled & {payer, payee} else 1
        return self.move(payer, payee, units * self.base * double, rule, text)

    def move(
        self, payer: int, payee: int, amount: Amount, rule: str, text: Text | None = None
    ) -> Amount:
        """Write a line of an exact amount, such as money that is given back."""
        if amount and payer != payee:
            whole = int(amount) if amount == int(amount) else amount
            words = text or self.book.text(rule)
            self.lines.append(Line(payer, payee, whole, rule, words, self.cause))
        return amount

    def warn(self, key: str, **values: object) -> None:
        """Note something that people should know."""
        self.warnings.append(filled(key, **values))

    def kongs_of(self, side: int) -> list[KongMade]:
        """Return the kongs that a side has made, in order."""
        return [made for made in self.kongs if made.event.by == side]

    def won_tiles(self) -> list[Tile]:
        """Return the tiles of the hands that have won; one that several won lies there once."""
        found: list[Tile] = []
        for together in self.wins:
            claims = [made.event.claim for made in together if made.event.claim is not None]
            for claim in claims:
                found += claim.everything
            for claim in claims[1:]:
                found.remove(claim.win)
        return found

    def melds_with_kongs(
        self, side: int, tiles: Sequence[Tile], melds: tuple[Meld, ...]
    ) -> tuple[Meld, ...]:
        """Return a hand's melds, with the kongs of the sheet where the hand as given lacks them."""
        missing = HAND - len(tiles) - 3 * len(melds)
        held = {meld.tiles[0] for meld in melds}
        kongs = [made.event for made in self.kongs_of(side) if made.event.tile not in held]
        if missing <= 0 or missing != 3 * len(kongs):
            return melds
        return melds + tuple(Meld(kong.kind, (kong.tile,) * 4) for kong in kongs)

    def totals(self) -> tuple[Amount, ...]:
        """Return what each side has won or lost; the sum is 0."""
        totals: list[Amount] = [0] * PLAYERS
        for line in self.lines:
            totals[line.payer] -= line.amount
            totals[line.payee] += line.amount
        return tuple(totals)

    def _is_doubles(self, option: str) -> bool:
        """Tell whether an option about equal dice (豹子) is on and came true."""
        throws = self.start.throws
        return self.book.house.on(option) and bool(throws) and throws[0][0] == throws[0][1]

    def _doubled(self) -> frozenset[int]:
        """Return who plays double (摔飘, 摔豹子)."""
        if self._is_doubles("piao_doubles"):
            return frozenset(range(PLAYERS))
        if self.book.house.on("piao_break") and self.start.throws:
            dice = self.book.set_up.dice
            return frozenset({named_wall(dice, self.dealer, self.start.throws[0])})
        return frozenset()


TAKEN_FROM_OTHERS = frozenset({By.DISCARD, By.ROB, By.KONG_DISCARD})
"""Ways to win with a tile of another player."""
