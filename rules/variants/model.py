"""What a variant's row holds for setting up a table."""

from dataclasses import dataclass
from enum import StrEnum

from rules.dealing import DealPlan
from rules.dice import PROCEDURES, DiceProcedure
from rules.errors import LayoutError
from rules.languages import Text
from rules.programs import Program, check_fit, program
from rules.tilesets import TileSet, tile_set
from rules.wall import End


class FirstDealer(StrEnum):
    """How the first dealer (起庄) is found."""

    HIGHEST_THROW = "highest-throw"
    TURNED_TILE = "turned-tile"  # high or low throw, by a tile turned over
    FIRST_SEATED = "first-seated"
    LOT = "lot"
    RANDOM = "random"


class NextDealer(StrEnum):
    """Who deals the next hand after one kind of ending."""

    WINNER = "winner"
    FIRST_WINNER = "first-winner"
    DISCARDER = "discarder"
    DISCARDER_OF_THREE = "discarder-of-three"  # of two winners the first
    NEXT_SEAT = "next-seat"
    STAYS = "stays"
    DEALER_OR_NEXT = "dealer-or-next"  # a dealer who wins stays, else the next seat
    READINESS = "readiness"  # by who was ready at the draw
    DICE = "dice"


class Mark(StrEnum):
    """How well a rule is founded."""

    STATED = "stated"
    DERIVED = "derived"
    USUAL = "usual play"
    PUBLISHED = "published rules"


@dataclass(frozen=True, slots=True)
class Succession:
    """Who deals next: after a win, after several wins on one discard, after a draw (荒牌)."""

    win: NextDealer
    several: NextDealer
    draw: NextDealer


@dataclass(frozen=True, slots=True)
class Flowers:
    """Flowers (补花): where the replacement is drawn, and the time allowed for all, in seconds.

    The dealer replaces first, then each seat in playing order, each until none is left.
    """

    replaced_from: End
    limit_s: int | None


@dataclass(frozen=True, slots=True)
class Source:
    """Which rule a part of the row follows, and how well it is founded."""

    part: str
    rule: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant's set-up. Raises ``LayoutError`` when its program does not fit its tile set."""

    id: str
    name: Text
    set_id: str
    program_id: str
    dice_id: str
    deal: DealPlan
    first_dealer: FirstDealer
    next_dealer: Succession
    kong_from: End
    flowers: Flowers | None
    sources: tuple[Source, ...]

    def __post_init__(self) -> None:
        check_fit(self.tile_set, self.program)
        if self.dice_id not in PROCEDURES:
            raise LayoutError(f"variant {self.id}: no dice procedure {self.dice_id!r}")

    @property
    def tile_set(self) -> TileSet:
        """Return the tile set that the variant is played with."""
        return tile_set(self.set_id)

    @property
    def program(self) -> Program:
        """Return the program that stacks it by default."""
        return program(self.program_id)

    @property
    def dice(self) -> DiceProcedure:
        """Return how its wall is broken."""
        return PROCEDURES[self.dice_id]
