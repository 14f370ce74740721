"""What is done to a wall, to the dice or to the tags, one frozen record a trick.

``of_dealer`` says who gains: the seat so many places after the dealer, or ``None`` for one fixed
side of the machine, drawn once for each table.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatSuit:
    """Deal a seat more tiles of one suit (做清一色) than chance: ``extra`` more in the mean.

    The hand's count of that suit follows the exponential tilt of the fair law, the stealthiest law
    of that mean. ``suits_known`` False draws the suit anew each time.
    """

    extra: float = 2.0
    suits_known: bool = True
    of_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class SeatPairs:
    """Deal a seat ``extra`` more pairs (对子) in the mean, again by the tilt of the fair law."""

    extra: float = 0.5
    of_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class ReadyHand:
    """Deal a seat a hand that waits already (听牌), any such hand alike."""

    of_dealer: int | None = 0


@dataclass(frozen=True, slots=True)
class FixedHand:
    """Deal a seat the same 13 tiles: one suit's 1112345678999, nine gates (九莲宝灯)."""

    of_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class FixedPlaces:
    """Lay all copies of ``designs`` kinds at the same places of every wall."""

    designs: int = 1


@dataclass(frozen=True, slots=True)
class StackedPairs:
    """Stack two equal tiles on each other: ``pairs`` stacks of each of ``designs`` kinds.

    ``designs_known`` keeps the kinds from wall to wall; the stacks are other ones each time.
    """

    designs: int = 1
    pairs: int = 1
    designs_known: bool = True


@dataclass(frozen=True, slots=True)
class CopiedWall:
    """Build the set's previous wall again, ``moved`` of its tiles shuffled among themselves.

    ``rotated`` turns it round the table by a whole number of tiles that chance draws.
    """

    moved: float = 0.1
    rotated: bool = False


@dataclass(frozen=True, slots=True)
class LoadedDice:
    """Load both dice: one face, drawn once a table, falls with chance ``chance``."""

    chance: float = 0.2


@dataclass(frozen=True, slots=True)
class ForcedSum:
    """Let the dice fall on one sum, any of its throws alike (磁力骰子)."""

    total: int = 7


@dataclass(frozen=True, slots=True)
class PickedBreak:
    """Throw what deals a fixed side its longest suit of all breaks that the dice can name."""

    of_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class SwappedTiles:
    """Exchange two tiles of the raised walls after their root is on the display."""


FOREIGN_SERIAL = (1 << 48) - 1
"""The serial number of a tag that no maker of these sets has given out."""


@dataclass(frozen=True, slots=True)
class ForeignTile:
    """Put a tile into play that is none of the machine's, of a design that the set does have."""


@dataclass(frozen=True, slots=True)
class ClonedTag:
    """Give one tile the tag of another."""


Recipe = (
    SeatSuit
    | SeatPairs
    | ReadyHand
    | FixedHand
    | FixedPlaces
    | StackedPairs
    | CopiedWall
    | LoadedDice
    | ForcedSum
    | PickedBreak
    | SwappedTiles
    | ForeignTile
    | ClonedTag
)
"""Any trick."""
