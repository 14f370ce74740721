"""Evenings in virtual time (``mjtable sim``): equal seeds, variants, no reader, books, memory."""

import gc
from dataclasses import replace

import pytest

from firmware_ctl.simulation import Options, simulate
from hal.sim import MIXINGS
from rules.errors import RulesError

TILES = {"QS": 108, "GD": 136, "MCR": 144, "B144": 144}


def test_two_runs_with_one_seed_are_equal_but_for_the_time_they_took() -> None:
    first, second = (simulate(Options(hands=4, seed=11)) for _ in range(2))
    assert replace(first, wall_s=0.0) == replace(second, wall_s=0.0)


def test_another_seed_gives_another_evening() -> None:
    first, second = (simulate(Options(hands=2, seed=seed)) for seed in (1, 2))
    assert first.virtual_s != second.virtual_s


@pytest.mark.parametrize("variant", sorted(TILES))
@pytest.mark.parametrize("reader", [True, False], ids=["reader", "no reader"])
def test_every_tile_that_goes_in_comes_up_but_for_the_set_inside(
    variant: str, reader: bool
) -> None:
    summary = simulate(Options(hands=3, variant=variant, reader=reader))
    tiles = TILES[variant]
    assert (summary.tiles_in, summary.tiles_out) == (4 * tiles, 3 * tiles)
    assert (summary.unsafe, summary.faults, summary.tiles_lost) == (0, (), 0)


@pytest.mark.parametrize("mixing", sorted(MIXINGS))
def test_every_way_of_mixing_plays(mixing: str) -> None:
    assert simulate(Options(mixing=mixing)).unsafe == 0


@pytest.mark.parametrize("seed", range(12))
def test_a_set_of_136_is_loaded_in_18_to_60_seconds(seed: int) -> None:
    summary = simulate(Options(hands=1, seed=seed))
    loads = 2
    seconds = summary.state_s["load:loading"] + summary.state_s["load:balancing"]
    assert 18 <= seconds / loads <= 60


def test_the_states_last_as_long_as_the_evening_together() -> None:
    summary = simulate(Options(hands=2))
    surface = sum(s for name, s in summary.state_s.items() if not name.startswith("load:"))
    assert surface == pytest.approx(summary.virtual_s, abs=1.0)


def test_an_unknown_variant_is_refused_in_words() -> None:
    with pytest.raises(RulesError, match="NOPE"):
        simulate(Options(variant="NOPE"))


def test_progress_is_told_after_every_hand() -> None:
    told: list[int] = []
    simulate(Options(hands=3), told.append)
    assert told == [1, 2, 3]


def test_memory_does_not_grow_with_the_hands() -> None:
    """Objects are counted, not bytes: the interpreter keeps freed tuples for later."""
    alive: dict[int, int] = {}

    def look(hands: int) -> None:
        if hands in (20, 60):
            gc.collect()
            alive[hands] = len(gc.get_objects())

    simulate(Options(hands=60), look)
    assert alive[60] < alive[20] + 20, "less than half an object a hand"
