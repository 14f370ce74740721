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
        Cheat("suit", SeatSuit()),
        Cheat("suit-weak", SeatSuit(extra=1.0)),
        Cheat("suit-strong", SeatSuit(extra=4.0)),
        Cheat("suit-varies", SeatSuit(suits_known=False)),
        Cheat("suit-late", SeatSuit(), start=500),
        Cheat("ready", ReadyHand()),
        Cheat("ready-2nd", ReadyHand(), share=1 / 2),
        Cheat("ready-4th", ReadyHand(), share=1 / 4),
        Cheat("ready-8th", ReadyHand(), share=1 / 8),
        Cheat("places-4", FixedPlaces(1)),
        Cheat("places-8", FixedPlaces(2)),
        Cheat("fixed-hand", FixedHand()),
        Cheat("break", PickedBreak()),
        Cheat("break-half", PickedBreak(), share=1 / 2),
        Cheat("stack-one", StackedPairs(1, 1)),
        Cheat("stack-five", StackedPairs(5, 1, designs_known=False)),
        Cheat("stack-three-kinds", StackedPairs(3, 2)),
        Cheat("pairs", SeatPairs()),
        Cheat("copy", CopiedWall(0.1)),
        Cheat("copy-rotated", CopiedWall(0.5, rotated=True)),
        Cheat("dice-20", LoadedDice(0.2)),
        Cheat("dice-50", LoadedDice(0.25)),
        Cheat("dice-80", LoadedDice(0.3)),
        Cheat("dice-double", LoadedDice(1 / 3)),
        Cheat("dice-20-points", LoadedDice(1 / 6 + 0.2)),
        Cheat("sum-half", ForcedSum(7), share=1 / 2),
        Cheat("swap", SwappedTiles()),
        Cheat("foreign", ForeignTile()),
        Cheat("clone", ClonedTag()),
    )
}
"""Every scripted cheat by name."""
