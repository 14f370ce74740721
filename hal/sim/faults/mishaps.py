"""What people do to the tiles without noticing; it happens when tiles are next pushed in."""

from hal.sim.faults.kind import FaultKind, World, there
from hal.sim.tiles import Place


def _missing(world: World, _: int, chance: float) -> None:
    world.people.drops = int(chance > 0)


def _found(world: World, _: int) -> bool:
    return not world.people.drops and not world.plant.books.counts[Place.FLOOR]


def _extra(world: World, _: int, chance: float) -> None:
    world.people.strays = int(chance > 0)


def _mixed(world: World, _: int, chance: float) -> None:
    world.people.mixes = int(chance > 0)


def _sorted(world: World, _: int) -> bool:
    people = world.people
    return not (people.strays or people.mixes or people.strangers)


KINDS = (
    FaultKind(
        "tile-missing", (), "the drum is empty and lanes still want tiles", _missing,
        there("bring-tiles"), is_over=_found,
    ),
    FaultKind(
        "tile-extra", (), "every wall is full and a tile still comes up", _extra,
        there("take-out-tiles", "sort-sets", "mend-set"), is_over=_sorted,
    ),
    FaultKind(
        "sets-mixed", (), "the reader sees tiles of both sets in one wall", _mixed,
        there("sort-sets", "mend-set"), is_over=_sorted,
    ),
)  # fmt: skip
"""Kinds of people's mishaps. They are over when the tiles are back where they belong."""
