"""The drum's mixing: perfect when asked for, lazy in the way that real drums are."""

import random

import pytest

from hal.sim import (
    LAZY,
    MEDIUM,
    MIXINGS,
    STRONG,
    UNIFORM,
    WEAK,
    DrumSettings,
    Mixing,
    SimSettings,
    SimTable,
)
from hal.sim.mixing import LOWER, UPPER, Pool
from hal.sim.tiles import NO_TILE
from tests.hal.sim_rig import WALLS, Host, play

TILES = 136
LOADS = 400


def picks(mixing: Mixing, loads: int, seed: int = 1) -> list[list[int]]:
    """Drop tiles 0..135 in order and take them for lower and upper places in turn."""
    rng = random.Random(seed)
    taken = []
    for _ in range(loads):
        pool = Pool(mixing, face_up_share=0.0, flip_us=1, rng=rng)
        pool.add(range(TILES), 0)
        order = [pool.take(LOWER if number % 2 == 0 else UPPER, 0) for number in range(TILES)]
        taken.append([tile for tile in order if tile is not None])
    return taken


def lower_share(loads: list[list[int]], tiles: range) -> float:
    """The share of some tiles, by their place in the order of dropping, in the lower tier."""
    lower = sum(tile in tiles for order in loads for tile in order[0::2])
    return lower / (len(loads) * len(tiles))


def rank_correlation(loads: list[list[int]]) -> float:
    """How much of the order of dropping is left in the order of taking: 0 none, 1 all."""
    mean = (TILES - 1) / 2
    spread = sum((rank - mean) ** 2 for rank in range(TILES))
    return sum(
        sum((rank - mean) * (tile - mean) for rank, tile in enumerate(order)) / spread
        for order in loads
    ) / len(loads)


def chi_square_of_places(loads: list[list[int]], parts: int) -> float:
    """Chi-square of part of drop order × part of taking order, per degree of freedom."""
    size = TILES // parts
    seen = [[0] * parts for _ in range(parts)]
    for order in loads:
        for rank, tile in enumerate(order):
            seen[tile // size][rank // size] += 1
    expected = len(loads) * size / parts
    total = sum((count - expected) ** 2 / expected for row in seen for count in row)
    return total / (parts - 1) ** 2


@pytest.mark.parametrize("mixing", MIXINGS.values(), ids=str)
def test_every_tile_is_taken_once(mixing: Mixing) -> None:
    for order in picks(mixing, 20):
        assert sorted(order) == list(range(TILES))


def test_uniform_is_uniform_in_place_and_tier() -> None:
    loads = picks(UNIFORM, LOADS)
    # Drawn without replacement, so a little below 1 is expected; 1.5 is far out.
    assert chi_square_of_places(loads, 17) < 1.5
    assert rank_correlation(loads) == pytest.approx(0, abs=0.02)
    assert lower_share(loads, range(TILES // 2)) == pytest.approx(0.5, abs=0.01)


def test_the_statistic_does_see_a_lazy_drum() -> None:
    assert chi_square_of_places(picks(WEAK, LOADS), 17) > 1.5


def test_the_presets_keep_more_and_more_of_the_order() -> None:
    kept = [
        rank_correlation(picks(mixing, 100)) for mixing in (UNIFORM, WEAK, MEDIUM, STRONG, LAZY)
    ]
    assert kept == sorted(kept)
    assert kept[1] > 0.1
    assert kept[-1] > 0.9


@pytest.mark.parametrize("mixing", [WEAK, MEDIUM, STRONG, LAZY], ids=str)
def test_first_dropped_tend_to_the_lower_tier_last_dropped_to_the_upper(mixing: Mixing) -> None:
    loads = picks(mixing, LOADS)
    first, last = range(TILES // 4), range(TILES * 3 // 4, TILES)
    assert lower_share(loads, first) > 0.5 > lower_share(loads, last)


def test_a_lazy_machine_shows_it_in_its_walls() -> None:
    """Of the 52 tiles dropped last, fair mixing brings 26 ± 2.84 into the upper tier."""

    def upper_of_last(mixing: Mixing) -> float:
        counts = []
        for seed in range(12):

            async def scenario(table: SimTable, host: Host) -> None:
                await host.open_dome()
                dropped = list(table.people.on_table)
                table.people.push_in()
                await host.close_dome()
                await host.load(WALLS[TILES])
                last = set(dropped[-52:])
                upper = {
                    upper for side in table.plant.sides for _, upper in side.row if upper != NO_TILE
                }
                counts.append(len(last & upper))

            settings = SimSettings(drum=DrumSettings(mixing=mixing))
            play(scenario, settings=settings, seed=seed)
        return sum(counts) / len(counts)

    assert upper_of_last(UNIFORM) == pytest.approx(26, abs=3 * 2.84 / 12**0.5)
    assert upper_of_last(LAZY) > 30
