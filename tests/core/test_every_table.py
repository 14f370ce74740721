"""Every variant on both kinds of machine, every program: walls and hands are the deal plan's.

What people find is read from the plant, tile by tile, and compared with what the rules say of the
tiles in the order in which they passed the lanes' eyes.
"""

import asyncio

import pytest

from firmware_ctl.simulation import Evening, Options, evening, simulate
from hal.events import TileRead
from hal.ids import LANES
from hal.sim import run_virtual
from rules.errors import LayoutError
from rules.opening import open_hand
from rules.programs import PROGRAMS, Profile, program
from rules.shares import HAND_TILES, share_of
from rules.variants import VARIANTS, variant
from rules.wall import Place, Spot, Tier, wall_of_lane

HANDS = 2


def dealt_by(name: str, profile: Profile) -> bool:
    try:
        share_of(program(name), profile)
    except LayoutError:
        return False
    return True


class Onlooker:
    """Notes the tiles as they pass the eyes, and compares what comes up with the rules."""

    def __init__(self, night: Evening) -> None:
        self._night = night
        self._passing: list[list[int | None]] = [[] for _ in LANES]
        self._loaded: list[list[list[int | None]]] = []
        self.looked = 0
        night.table.board.listen(self._read)
        night.controller.subscribe(self._count)
        night.lookers.append(self.look)

    def _read(self, event: object) -> None:
        if isinstance(event, TileRead):
            self._passing[event.lane].append(event.tile_id)

    def _count(self, event: dict[str, object]) -> None:
        if event["event"] == "load" and event["new"] == "complete":
            self._loaded.append(self._passing)
            self._passing = [[] for _ in LANES]

    def look(self) -> None:
        """Compare walls and hands on the table with the lanes' tiles and the share of the sides."""
        play = self._night.controller.play
        share = play.choice.share(play.loaded)
        lanes = self._loaded[self.looked]
        self.looked += 1
        people = self._night.table.people
        for side in LANES:
            wall, hand = people.walls()[side], people.hands()[side]
            laid = share.wall_tiles(side)
            assert len(wall) == laid
            assert len(hand) == share.hand_tiles(side)
            assert wall == wall_of_lane(tuple(lanes[side][:laid]))
            assert list(hand) == lanes[side][laid:]
        self._look_at_plan()

    def _look_at_plan(self) -> None:
        """The tiles that the deal plan gives each side are those that stand there."""
        hand = self._night.controller.play.hands.running
        assert hand is not None
        profile = self._night.controller.play.choice.profile
        opened = open_hand(hand.variant, hand.throws, hand.dealer, profile)
        assert hand.broken == opened.broken
        found = {place: self._tile_at(place) for place in opened.order}
        assert len(set(found.values())) == len(opened.order)
        taken = [place for places in opened.deal.hands for place in places]
        assert len(set(taken)) == len(taken)
        dealt = sum(len(each) for each in self._night.table.people.hands())
        assert len(taken) + opened.deal.left + dealt == hand.variant.tile_set.total
        for seat in range(4):
            side = (hand.dealer + seat) % 4
            holds = len(opened.deal.hands[side]) + len(self._night.table.people.hands()[side])
            assert holds == HAND_TILES + (seat == 0)

    def _tile_at(self, place: Place) -> int:
        stack = self._night.table.plant.sides[place.side].tray[place.stack]
        lower, upper = stack
        return upper if place.tier is Tier.UPPER else lower


def play_and_look(options: Options) -> Onlooker:
    async def main() -> Onlooker:
        async with evening(options) as night:
            onlooker = Onlooker(night)
            await night.power_on()
            for _ in range(HANDS):
                await night.hand()
            night.table.verify()
            assert night.table.unsafe == []
            assert night.faults == ()
            await asyncio.sleep(0)
            return onlooker

    return run_virtual(main())


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("name", VARIANTS)
def test_walls_and_hands_are_tile_by_tile_what_the_deal_plan_says(
    name: str, profile: Profile
) -> None:
    onlooker = play_and_look(Options(variant=name, profile=profile.value))
    assert onlooker.looked == HANDS


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_comes_up_as_its_share_says_and_loses_no_tile(name: str) -> None:
    summary = simulate(Options(hands=1, variant="CD", program=name))
    tiles = program(name).tiles
    assert (summary.tiles_in, summary.tiles_out) == (2 * tiles, tiles)
    assert (summary.unsafe, summary.faults) == (0, ())


@pytest.mark.parametrize("name", [name for name in PROGRAMS if dealt_by(name, Profile.AUTO_DEAL)])
@pytest.mark.parametrize("reader", [True, False], ids=["reader", "no reader"])
def test_every_program_that_is_dealt_comes_up_too(name: str, reader: bool) -> None:
    options = Options(hands=1, variant="CD", program=name, profile="auto-deal", reader=reader)
    summary = simulate(options)
    tiles = program(name).tiles
    assert (summary.tiles_in, summary.tiles_out) == (2 * tiles, tiles)
    assert (summary.unsafe, summary.faults) == (0, ())


def test_a_program_that_is_not_dealt_is_refused_in_words() -> None:
    with pytest.raises(LayoutError, match="not dealt by machine"):
        simulate(Options(program="20", profile="auto-deal"))


@pytest.mark.parametrize("profile", Profile)
def test_two_runs_with_one_seed_are_equal(profile: Profile) -> None:
    first, second = (
        simulate(Options(hands=2, seed=4, profile=profile.value)).state_s for _ in range(2)
    )
    assert first == second


def test_three_sides_leave_side_2_empty_and_one_half_stack() -> None:
    share = share_of(program("108-3"), Profile.AUTO_DEAL)
    assert share.stacks == (12, 11, 0, 11)
    assert share.half == 1
    assert share.dealt_to == (0, 1, 3)
    assert share.tiles == 108
    assert share.place(1, 22) == Place(1, 11, Tier.LOWER)
    assert share.place(1, 23) == Place(1, 0, Spot.HAND)
    assert variant("CD").tile_set.total == share.tiles
