"""What a cheating machine does (做牌, 程序麻将机), as data, and how the simulated plant does it.

Recipes name seats relative to the dealer or fixed sides, never rules: where a seat's tiles lie is
told by whoever sets the machine up.
"""

from hal.sim.cheats.catalogue import CHEATS, Cheat
from hal.sim.cheats.recipes import (
    FOREIGN_SERIAL,
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

__all__ = [
    "CHEATS",
    "FOREIGN_SERIAL",
    "Cheat",
    "ClonedTag",
    "CopiedWall",
    "FixedHand",
    "FixedPlaces",
    "ForcedSum",
    "ForeignTile",
    "LoadedDice",
    "PickedBreak",
    "ReadyHand",
    "Recipe",
    "SeatPairs",
    "SeatSuit",
    "StackedPairs",
    "SwappedTiles",
]
