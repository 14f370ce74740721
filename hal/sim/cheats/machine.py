"""Build a cheat into a plant: a drum that sorts, a magnet under the dice, tags, a sleight of hand.

What lies where is told by the script, which knows rules and seats; the plant knows only lanes.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hal.sim.cheats.recipes import (
    FOREIGN_SERIAL,
    ClonedTag,
    ForeignTile,
    Recipe,
    SwappedTiles,
)
from hal.sim.plant import Plant
from hal.sim.tiles import NO_TILE
from hal.tile_id import TileId, pack_tile_id, unpack_tile_id

Lanes = Sequence[Sequence[int]]
"""The designs that each lane is to get, in lane order."""


class Script(Protocol):
    """What the chip wants, load by load and throw by throw."""

    def next_load(self) -> Lanes:
        """Return how the tiles that fall in next are to lie."""

    def next_throw(self) -> tuple[int, int]:
        """Return how the dice are to fall next."""


@dataclass(slots=True)
class Sorter:
    """Choose tiles so that the lanes get what the script says.

    A plan is drawn up when the drum holds no tile of the last one; tiles that run back from a belt
    are the next to go up again.
    """

    script: Script
    designs: Sequence[int]
    chance: random.Random
    _plan: tuple[list[int], ...] = ()

    def choose(self, lane: int, inside: Sequence[int]) -> int | None:
        """Return the tile for a lane, ``None`` while it has its share."""
        held = set(inside)
        if not any(tile in held for own in self._plan for tile in own):
            self._plan = self._drawn_up(inside)
        return next((tile for tile in self._plan[lane] if tile in held), None)

    def _drawn_up(self, inside: Sequence[int]) -> tuple[list[int], ...]:
        """Return the pieces of each lane; a design that is wanting is made up for by another."""
        shuffled = list(inside)
        self.chance.shuffle(shuffled)
        by_design: dict[int, list[int]] = {}
        for tile in shuffled:
            by_design.setdefault(self.designs[tile], []).append(tile)
        plan: list[list[int]] = []
        gaps: list[tuple[int, int]] = []
        for lane, wanted in enumerate(self.script.next_load()):
            plan.append([])
            for design in wanted:
                left = by_design.get(design)
                if not left:
                    gaps.append((lane, len(plan[lane])))
                plan[lane].append(left.pop() if left else NO_TILE)
        spare = [tile for left in by_design.values() for tile in left]
        for lane, at in gaps:
            plan[lane][at] = spare.pop() if spare else NO_TILE
        return tuple([tile for tile in own if tile != NO_TILE] for own in plan)


def install(plant: Plant, recipe: Recipe | None, script: Script) -> None:
    """Build a cheat into a plant with its tiles in their boxes; ``None`` only sorts by script."""
    books = plant.books
    designs = [unpack_tile_id(tile_id).design for tile_id in books.ids]
    plant.drum.sorter = Sorter(script, designs, plant.chance("cheat")).choose
    plant.dice.magnet = script.next_throw
    match recipe:
        case ForeignTile():
            strange = TileId(designs[0], books.sets[0], FOREIGN_SERIAL)
            books.ids[0] = pack_tile_id(strange)
        case ClonedTag():
            books.ids[1] = books.ids[0]


def act_at_the_table(plant: Plant, recipe: Recipe | None, chance: random.Random) -> None:
    """Do what is done after the walls have risen and their root is on the display."""
    if isinstance(recipe, SwappedTiles):
        swap(plant, chance)


def swap(plant: Plant, chance: random.Random) -> tuple[int, int]:
    """Exchange two tiles of different designs in one raised wall; return their numbers.

    Raises:
        ValueError: no wall stands.
    """
    standing = [side for side in plant.sides if side.tray]
    if not standing:
        raise ValueError("two tiles were to be swapped, but no wall stands: raise the walls first")
    side = chance.choice(standing)
    designs = plant.books.ids
    places = [(stack, tier) for stack, pair in enumerate(side.tray) for tier in (0, 1)
              if pair[tier] != NO_TILE]  # fmt: skip
    first = chance.choice(places)
    kind = unpack_tile_id(designs[side.tray[first[0]][first[1]]]).design
    second = chance.choice(
        [at for at in places
         if unpack_tile_id(designs[side.tray[at[0]][at[1]]]).design != kind]
    )  # fmt: skip
    one, other = (side.tray[stack][tier] for stack, tier in (first, second))
    _put(side.tray, first, other)
    _put(side.tray, second, one)
    return one, other


def _put(tray: "list[tuple[int, int]]", at: tuple[int, int], tile: int) -> None:
    stack, tier = at
    lower, upper = tray[stack]
    tray[stack] = (lower, tile) if tier else (tile, upper)
