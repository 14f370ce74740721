"""The cheats by name; the same rows drive the plant and the fast generators of walls."""

from dataclasses import dataclass

from hal.sim.cheats.recipes import (
    ClonedTag,
    CopiedWall,
    FixedHand,
    FixedPlaces,
    ForcedSum,
    ForeignTile,
    LoadedDice,
    PickedBreak,
    ReadyHand,
    Recipe,
    SeatPairs,
    SeatSuit,
    StackedPairs,
    SwappedTiles,
)


@dataclass(frozen=True, slots=True)
class Cheat:
    """A cheat: what is done, on which share of the deals, from which deal on (1 is the first)."""

    name: str
    about: str
    recipe: Recipe
    share: float = 1.0
    start: int = 1

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            ValueError: a share outside 0..1, or a start before the first deal.
        """
        if not 0 < self.share <= 1 or self.start < 1:
            raise ValueError(
                f"cheat {self.name}: share {self.share} and start {self.start}; a share is above 0 "
                "and at most 1, and the first deal is 1"
            )


CHEATS: dict[str, Cheat] = {
    row.name: row
    for row in (
        Cheat("suit", "a fixed side gets 2 more of one suit", SeatSuit()),
        Cheat("suit-weak", "a fixed side gets 1 more of one suit", SeatSuit(extra=1.0)),
        Cheat("suit-strong", "a fixed side gets 4 more of one suit", SeatSuit(extra=4.0)),
        Cheat(
            "suit-varies",
            "a fixed side gets 2 more of a suit that changes",
            SeatSuit(suits_known=False),
        ),
        Cheat("suit-late", "as suit, from deal 500 on", SeatSuit(), start=500),
        Cheat("ready", "the dealer's hand waits from the start", ReadyHand()),
        Cheat("ready-2nd", "the same in every second deal, by chance", ReadyHand(), share=1 / 2),
        Cheat("ready-4th", "the same in every fourth deal", ReadyHand(), share=1 / 4),
        Cheat("ready-8th", "the same in every eighth deal", ReadyHand(), share=1 / 8),
        Cheat("places-4", "all copies of one kind at the same four places", FixedPlaces(1)),
        Cheat("places-8", "all copies of two kinds at the same eight places", FixedPlaces(2)),
        Cheat("fixed-hand", "a fixed side gets the same nine gates again and again", FixedHand()),
        Cheat("break", "the dice fall as suits a fixed side best", PickedBreak()),
        Cheat("break-half", "the same in half of the deals", PickedBreak(), share=1 / 2),
        Cheat("stack-one", "two copies of one kind stacked on each other", StackedPairs(1, 1)),
        Cheat(
            "stack-five",
            "the same of five kinds that change",
            StackedPairs(5, 1, designs_known=False),
        ),
        Cheat("stack-three-kinds", "all copies of three kinds stacked", StackedPairs(3, 2)),
        Cheat("pairs", "a fixed side gets half a pair more", SeatPairs()),
        Cheat("copy", "the set's last wall again, a tenth of it shuffled", CopiedWall(0.1)),
        Cheat(
            "copy-rotated",
            "the set's last wall turned round the table, half of it shuffled",
            CopiedWall(0.5, rotated=True),
        ),
        Cheat("dice-20", "one face falls 20 % more often", LoadedDice(0.2)),
        Cheat("dice-50", "one face falls 50 % more often", LoadedDice(0.25)),
        Cheat("dice-80", "one face falls 80 % more often", LoadedDice(0.3)),
        Cheat("dice-double", "one face falls twice as often", LoadedDice(1 / 3)),
        Cheat("dice-20-points", "one face falls with a chance of 37 %", LoadedDice(1 / 6 + 0.2)),
        Cheat("sum-half", "half of the throws show a sum of 7", ForcedSum(7), share=1 / 2),
        Cheat("swap", "two tiles exchanged after the root is on the display", SwappedTiles()),
        Cheat("foreign", "one tile with a tag of neither set", ForeignTile()),
        Cheat("clone", "one tag twice", ClonedTag()),
    )
}
"""Every scripted cheat by name."""
