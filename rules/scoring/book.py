"""A rule book: what a variant says about winning, bound to the options of one house."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from rules.hands.forms import Forms
from rules.hands.full_hand import FullHand
from rules.hands.packed import FIELD, KINDS, UNITS
from rules.hands.refusals import Refusal
from rules.hands.situation import DRAWN, By, Claim, Fact
from rules.languages import Text
from rules.options import House
from rules.options.set_up import set_up_in
from rules.scoring.curves import Curve
from rules.scoring.rows import Tallier, Tally
from rules.scoring.schemes import Scheme
from rules.tiles import Tile
from rules.variants import Variant, variant

if TYPE_CHECKING:
    from rules.scoring.judging import WinCheck

Condition = Callable[[FullHand, House], Refusal | None]
"""What a hand must fulfil besides its shape; a refusal says why it does not."""


Verdict = Callable[[FullHand, Tally, House], Refusal | None]
"""What the best reading of a hand must fulfil; a refusal says why it does not."""


class Scope(StrEnum):
    """Which tiles a passed win bars until the player's next draw (过水不胡)."""

    TILE = "tile"  # the same tile
    LINE = "line"  # the same wait: 147, 258 or 369 of its suit (同一条线)
    ANY = "any"


@dataclass(frozen=True, slots=True)
class PassRule:
    """What passing a win costs; a win worth more may be taken where ``unless_higher`` is true.

    Where ``declared_any`` is true, who has declared ready may then win by self-draw only.
    """

    rule: str
    scope: Scope
    unless_higher: bool
    declared_any: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """What a variant says about winning; the set-up stands in ``rules.variants``.

    ``shapes`` yield the forms that win, ``conditions`` are asked in their order, ``verdicts`` then
    of the best reading. ``scheme`` values a form, ``curve`` gives the multiplier of a value,
    ``None`` where the stake is not multiplied; ``minimum`` is the least value of a win.
    ``earth_drawn`` tells that the winner draws an earthly hand (地胡) himself. ``last_four`` is the
    rule by which the last four tiles must be won. ``round_wind`` tells that a prevalent wind (圈风)
    counts; ``asks`` are the facts that count and that neither tiles nor earlier events show.
    ``counter`` gives a judge of whole hands for a table that a library counts, where the house
    allows one; it stands in for shapes and scheme.
    ``amounts`` are what the settlement pays besides the hand, each under its rule and part: a
    house may give its own. ``texts`` say each rule that sheets and explanations name, besides the
    rows of the scheme.
    """

    id: str
    shapes: tuple[Forms, ...]
    conditions: tuple[Condition, ...]
    scheme: Scheme
    curve: Curve | None
    verdicts: tuple[Verdict, ...] = ()
    minimum: int = 0
    chow: bool = False
    round_wind: bool = False
    asks: tuple[Fact, ...] = ()
    earth_drawn: bool = True
    jokers: Callable[[House], frozenset[Tile]] | None = None
    counter: Callable[[House], "Counter | None"] | None = None
    passing: PassRule | None = None
    last_four: str | None = None
    amounts: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, Text] = field(default_factory=dict)


class Counter(Protocol):
    """A judge of whole hands, agreeing with what shapes and scheme would find."""

    def check(self, book: "Book", claim: Claim, *, known: bool = False) -> "WinCheck":
        """Judge a claimed win, of tiles ``known`` to be right or not; leave its reading open."""

    def laid_out(self, book: "Book", claim: Claim, check: "WinCheck") -> "WinCheck":
        """Return an answer with the reading to lay out, and the other readings."""


class Book:
    """A variant's rules in one house: compiled once, then only read."""

    __slots__ = (
        "cap",
        "counter",
        "drawn",
        "foreign",
        "house",
        "jokers",
        "rules",
        "set_up",
        "tally",
    )

    def __init__(self, rules: Rules, house: House) -> None:
        self.rules = rules
        self.house = house
        self.set_up: Variant = set_up_in(variant(rules.id), house)[0]
        self.tally: Tallier = rules.scheme.bind(house)
        self.counter = rules.counter(house) if rules.counter else None
        self.jokers = rules.jokers(house) if rules.jokers else frozenset()
        self.cap: int | None = house.number("cap_fan") if "cap_fan" in house else None
        self.foreign: int = sum(
            UNITS[tile] * FIELD for tile in range(KINDS) if not self.set_up.tile_set.counts[tile]
        )
        on_draw = rules.earth_drawn and not house.has("earthly_by", "dealers_first_discard")
        self.drawn = DRAWN | ({By.EARTH} if on_draw else frozenset())

    @property
    def id(self) -> str:
        """Return the variant's id."""
        return self.rules.id

    @property
    def base(self) -> int:
        """Return the stake: what one unit of a value or kong is worth."""
        return self.house.number("base") or 1

    def capped(self, value: int) -> int:
        """Return a value cut to the house's cap (封顶)."""
        return value if self.cap is None else min(value, self.cap)

    def amount(self, key: str) -> int:
        """Return an amount of the settlement: the house's own where it has one."""
        return self.house.value(key, self.rules.amounts[key])

    def multiplier(self, value: int) -> int:
        """Return what the stake is multiplied by; the cap is applied.

        Where the stake is not multiplied it is the value itself.
        """
        capped = self.capped(value)
        return self.rules.curve(capped) if self.rules.curve else capped

    def text(self, rule: str) -> Text:
        """Return the words of a rule: a row's name or a text of the variant, else the id itself."""
        if rule in self.rules.texts:
            return self.rules.texts[rule]
        for row in self.rules.scheme.rows():
            if row.rule == rule:
                return row.name
        return Text(rule, rule, rule)
