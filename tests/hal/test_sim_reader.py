"""The tile reader: its error rates are those of its settings, and several reads help."""

import math
import random

import pytest

from hal.events import TileRead
from hal.sim import ReaderSettings, SimSettings, SimTable
from hal.sim.reader import Reading, TileReader
from hal.sim.tiles import Books
from hal.tile_id import unpack_tile_id
from tests.hal.sim_rig import Host, play

TRIALS = 30_000


def readings(settings: ReaderSettings) -> tuple[int, list[Reading]]:
    books = Books(belt_tiles=5, row_stacks=20)
    tile = books.add_set(range(100), 0)[42]
    reader = TileReader(books, settings, random.Random(5))
    return books.ids[tile], [reader.read(tile) for _ in range(TRIALS)]


def within(count: int, chance: float) -> bool:
    """Within four standard deviations of what is expected."""
    return abs(count - TRIALS * chance) <= 4 * math.sqrt(TRIALS * chance * (1 - chance))


def test_a_perfect_reader_always_agrees() -> None:
    tile_id, read = readings(ReaderSettings(no_read_rate=0, reads_per_tile=3))
    assert set(read) == {(tile_id, 3)}


@pytest.mark.parametrize("rate", [0.01, 0.2, 0.6])
def test_single_reads_fail_at_their_rate_and_independently(rate: float) -> None:
    _, read = readings(ReaderSettings(no_read_rate=rate, reads_per_tile=3))
    for agreeing, ways in ((3, 1), (2, 3), (1, 3), (0, 1)):
        chance = ways * (1 - rate) ** agreeing * rate ** (3 - agreeing)
        assert within(sum(reads == agreeing for _, reads in read), chance)
    assert {tile_id is None for tile_id, reads in read if reads == 0} <= {True}


def test_a_single_misread_gives_another_tile_at_its_rate() -> None:
    tile_id, read = readings(ReaderSettings(no_read_rate=0, misread_rate=0.1, reads_per_tile=1))
    wrong = sum(each != tile_id for each, _ in read)
    assert within(wrong, 0.1 * 99 / 100)  # one time in a hundred "some tile" is the right one


def test_the_majority_of_reads_is_seldom_wrong() -> None:
    one = ReaderSettings(no_read_rate=0, misread_rate=0.05, reads_per_tile=1)
    five = ReaderSettings(no_read_rate=0, misread_rate=0.05, reads_per_tile=5)
    wrong = []
    for settings in (one, five):
        tile_id, read = readings(settings)
        wrong.append(sum(each != tile_id for each, _ in read))
    assert wrong[1] * 100 < wrong[0]


def test_both_kinds_of_error_together_keep_their_rates() -> None:
    settings = ReaderSettings(no_read_rate=0.1, misread_rate=0.1, reads_per_tile=1)
    _, read = readings(settings)
    assert within(sum(each is None for each, _ in read), 0.1)


@pytest.mark.parametrize(("no_read", "misread"), [(-0.1, 0), (0.6, 0.6), (0, -1)])
def test_impossible_rates_are_refused(no_read: float, misread: float) -> None:
    settings = ReaderSettings(no_read_rate=no_read, misread_rate=misread)
    with pytest.raises(ValueError, match="rate"):
        TileReader(Books(5, 20), settings, random.Random(0))


def test_every_tile_that_passes_is_read_once_with_its_own_id() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.load((5, 5, 5, 5))
        reads = host.of(TileRead)
        assert len(reads) == 40
        parts = [unpack_tile_id(read.tile_id) for read in reads if read.tile_id is not None]
        assert {part.set_index for part in parts} == {0}
        assert sorted(part.design for part in parts) == sorted(n // 4 for n in range(40))
        assert len({part.serial for part in parts}) == 40

    settings = SimSettings(reader=ReaderSettings(no_read_rate=0))
    play(scenario, tiles=40, settings=settings, in_drum=True)


def test_a_table_without_a_reader_reads_nothing_and_says_so() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        assert not host.board.capabilities.tile_reader
        await host.load((5, 5, 5, 5))
        assert host.of(TileRead) == []
        assert host.board.lane_counts() == (10, 10, 10, 10)

    settings = SimSettings(reader=ReaderSettings(fitted=False))
    play(scenario, tiles=40, settings=settings, in_drum=True)
