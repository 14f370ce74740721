"""What befalls the drum (大盘) and its ring (磁圈), and single parts of the tile sets."""

from hal.ids import Actuator
from hal.sim.faults.kind import SETS, Deed, FaultKind, Per, World, there

SLOW_RING = 3.0
SLOW_DRUM = 2.5
WITHHELD_TILES = 4
STICKS_OFTEN = 0.08
"""Of the stacks with a tile of a set whose edges are burred."""

RARELY_SEEN = 0.5
"""Of the tiles whose backs are too dark for the eyes."""


def _weak_ring(world: World, _: int, chance: float) -> None:
    world.plant.drum.weak = SLOW_RING if chance else 1.0


def _slow_drum(world: World, _: int, chance: float) -> None:
    world.plant.drum.slow_down(SLOW_DRUM if chance else 1.0)


def _withheld(world: World, _: int, chance: float) -> None:
    drum = world.plant.drum
    drum.withheld = WITHHELD_TILES if chance else 0
    drum.loose = 1.0 - chance if chance else 0.0
    drum.mended()


def _face_up(world: World, _: int, chance: float) -> None:
    world.plant.drum.face_up_chance = chance


def _drum_stopped(world: World, _: int, chance: float) -> None:
    world.plant.motors.stall(Actuator.DRUM, stuck=chance > 0)


def _oversize(world: World, set_index: int, chance: float) -> None:
    oversize = world.plant.books.oversize
    oversize.pop(set_index, None)
    if chance:
        oversize[set_index] = chance * STICKS_OFTEN


def _dark(world: World, set_index: int, chance: float) -> None:
    dark = world.plant.books.dark
    dark.pop(set_index, None)
    if chance:
        dark[set_index] = chance * RARELY_SEEN


def _magnet_lost(world: World, set_index: int, chance: float) -> None:
    tiles = world.people.sets[set_index] if set_index < len(world.people.sets) else ()
    lame = world.plant.books.lame
    lame.difference_update(tiles)
    if chance and tiles:
        lame.add(world.plant.chance(f"magnet.{set_index}").choice(tiles))
    world.plant.drum.mended()


def _take_from_drum(place: str) -> tuple[Deed, ...]:
    return Deed("replace-set", place), Deed("mend-set"), Deed("free-drum")


def _drum_deeds(_: str) -> tuple[Deed, ...]:
    return Deed("free-motor", Actuator.DRUM.label), Deed("free-drum"), Deed("mend-drum")


def _slow_deeds(_: str) -> tuple[Deed, ...]:
    return Deed("mend-motor", Actuator.DRUM.label), Deed("mend-drum")


KINDS = (
    FaultKind("ring-weak", (), "every lane is slow", _weak_ring, there("clean-ring")),
    FaultKind(
        "drum-slow", (), "every lane is slow, and tiles are turned over late", _slow_drum,
        _slow_deeds,
    ),
    FaultKind("drum-stopped", (), "no tile comes on any lane", _drum_stopped, _drum_deeds),
    FaultKind(
        "last-tiles-stay", (), "the count stops a few tiles short, the drum turns on", _withheld,
        there("free-drum"), per=Per.SHAKE,
    ),
    FaultKind(
        "tile-face-up", (), "a tile lies face up in the wall: by eye", _face_up,
        there("renew-flip-strip"), per=Per.TILE, sensed=False,
    ),
    FaultKind(
        "tiles-oversize", SETS, "stacks stick with tiles of one set only", _oversize,
        there("replace-set"), per=Per.PUSH,
    ),
    FaultKind(
        "tiles-dark", SETS, "every eye misses tiles of one set only", _dark,
        there("replace-set"), per=Per.TILE,
    ),
    FaultKind(
        "tile-magnet-lost", SETS, "one tile of a set never comes up", _magnet_lost,
        _take_from_drum,
    ),
)  # fmt: skip
"""Kinds of faults in drum, ring and tiles."""
