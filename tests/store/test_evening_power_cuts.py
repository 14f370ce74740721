"""An evening whose power is cut goes on in a further life, on the table as it physically stands.

The new controller knows what was acknowledged, moves nothing before a person asks, finishes the
load that it was in, and the evening ends with every tile in its place.

A cut falls into a commit. Wherever in a sector it falls, a start reads what was known before that
commit or after it and nothing else; that is shown here for every sector of commits of this evening,
and in ``test_power_cuts`` and ``test_device_writes`` for all of another one. So it is enough to
live on from the two ends of each commit.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_ctl.core.states import Load, Surface
from firmware_ctl.store.state import Job
from hal.ids import LANES
from hal.sim import run_virtual
from tests.store.lives import (
    ALL_GOES_WRONG,
    AUTO_DEAL,
    FOUR_PORT,
    HANDS,
    QUIET_S,
    House,
    Life,
    Moment,
    Party,
    until_cut,
)
from tests.store.recorded import cut_files, read_back

LAST_COMMIT = {FOUR_PORT: 200, AUTO_DEAL: 520}
"""No evening has so many commits; cuts in later ones than it has are left out."""

UNDER_WAY = ("loading", "balancing", "held", "faulted")
BEGUN_ANEW = {"E304", "E305", "E701"}


def _further_life(party: Party, moment: Moment, ram: Path) -> Life:
    """Cut an evening in the commit with a number, and return the life that goes on to the end."""
    return _life_after(party, ram, lambda life: life.batches == moment.batch, moment.on_card)


def _life_after(party: Party, ram: Path, cut_in: Callable[[Life], bool], on_card: bool) -> Life:
    """Cut an evening, start anew from what the card holds, live on to the end, and return that."""
    lives: list[Life] = []

    async def main() -> None:
        house = House(party, ram / "first")
        cards = await until_cut(house, cut_in)
        if cards is None:
            pytest.skip("the evening is over before this commit")
        house.swap_card(cards[on_card], ram / "second")

        def never(life: Life) -> bool:
            lives[:] = [life]
            return False

        await until_cut(house, never)
        _all_is_well(house)

    run_virtual(main(), limit_s=20_000)
    return lives[0]


def _all_is_well(house: House) -> None:
    assert house.bench.controller.play.hands.number == HANDS
    house.bench.table.verify()
    assert house.bench.table.unsafe == []


def _finished(life: Life) -> bool:
    """Tell whether the load that was under way came to its end as what it was."""
    return life.was.load not in UNDER_WAY or not BEGUN_ANEW & set(life.codes)


SLICE = [
    *((FOUR_PORT, Moment(batch, on_card=batch % 2 == 0)) for batch in range(3, 180, 25)),
    *((AUTO_DEAL, Moment(batch, on_card=batch % 2 == 0)) for batch in range(50, 470, 139)),
]


@pytest.mark.parametrize(("party", "moment"), SLICE)
def test_after_a_cut_the_load_is_finished_and_the_evening_goes_on(
    party: Party, moment: Moment, ram: Path
) -> None:
    assert _finished(_further_life(party, moment, ram))


class _Heard:
    """Has the power go in the commit that is the first to tell of some push of a lane."""

    def __init__(self, push: Callable[[Job, Job, int], bool]) -> None:
        self._push = push
        self._job = Job()

    def __call__(self, life: Life) -> bool:
        before, self._job = self._job, life.record.store.state.table.job
        return any(self._push(before, self._job, lane) for lane in LANES)


def _last_stack(before: Job, now: Job, lane: int) -> bool:
    """A wall is done, and its lane's hand comes next."""
    stacks = now.wanted[lane] - now.hand[lane]
    return now.hand[lane] > 0 and before.made[lane] == stacks - 1 and now.made[lane] == stacks


def _tile_and_push(before: Job, now: Job, lane: int) -> bool:
    """A tile is pushed into the hand in the moment when the next one passes."""
    laying = before.made[lane] > now.wanted[lane] - now.hand[lane]
    return laying and now.made[lane] > before.made[lane] and now.passed[lane] > before.passed[lane]


@pytest.mark.parametrize("push", [_last_stack, _tile_and_push])
def test_a_push_that_no_count_tells_of_is_found_out_and_the_load_is_finished(
    ram: Path, push: Callable[[Job, Job, int], bool]
) -> None:
    life = _life_after(AUTO_DEAL, ram, _Heard(push), on_card=False)
    assert life.was.load in UNDER_WAY
    assert _finished(life)


@pytest.mark.parametrize("party", LAST_COMMIT)
def test_the_cuts_reach_the_last_commit_of_an_evening(party: Party, ram: Path) -> None:
    lives: list[Life] = []

    async def main() -> None:
        def never(life: Life) -> bool:
            lives[:] = [life]
            return False

        await until_cut(House(party, ram), never)

    run_virtual(main(), limit_s=20_000)
    slices = [moment.batch for of, moment in SLICE if of is party]
    assert max(slices) < lives[0].batches < LAST_COMMIT[party]


@pytest.mark.soak
@pytest.mark.parametrize("on_card", [True, False])
@pytest.mark.parametrize("batch", range(2, LAST_COMMIT[FOUR_PORT]))
def test_a_table_of_walls_survives_a_cut_in_every_commit(
    ram: Path, batch: int, *, on_card: bool
) -> None:
    assert _finished(_further_life(FOUR_PORT, Moment(batch, on_card), ram))


@pytest.mark.soak
@pytest.mark.parametrize("on_card", [True, False])
@pytest.mark.parametrize("batch", range(2, LAST_COMMIT[AUTO_DEAL], 3))
def test_a_table_that_deals_survives_a_cut_in_every_commit(
    ram: Path, batch: int, *, on_card: bool
) -> None:
    assert _finished(_further_life(AUTO_DEAL, Moment(batch, on_card), ram))


class _Entered:
    """Has the power go when the card first tells of a state of one of the two machines."""

    def __init__(self) -> None:
        self.states = set[Surface | Load]()

    def __call__(self, life: Life) -> bool:
        table = life.record.store.state.table
        now: set[Surface | Load] = {Surface(table.surface), Load(table.load)}
        new = now - self.states
        self.states |= new
        return bool(new)


@pytest.mark.parametrize(
    "party",
    [
        Party(AUTO_DEAL.setup, AUTO_DEAL.change, ALL_GOES_WRONG),
        Party(FOUR_PORT.setup, FOUR_PORT.change, ALL_GOES_WRONG),
    ],
)
@pytest.mark.parametrize("on_card", [True, False])
def test_an_evening_goes_on_though_the_power_is_cut_once_in_every_state_of_both_machines(
    ram: Path, party: Party, *, on_card: bool
) -> None:
    entered = _Entered()

    async def main() -> None:
        house = House(party, ram / "0")
        lives = 0
        while cards := await until_cut(house, entered):
            lives += 1
            house.swap_card(cards[on_card], ram / str(lives))
        _all_is_well(house)

    run_virtual(main(), limit_s=50_000)
    deals = party.setup.settings.deal.fitted
    assert entered.states == {*Surface, *Load} - ({Surface.DEALING} if not deals else set())


@pytest.mark.parametrize(
    ("party", "seconds"),
    [
        (FOUR_PORT, 23),
        *(pytest.param(FOUR_PORT, length, marks=pytest.mark.soak) for length in range(20, 36)),
        *(pytest.param(AUTO_DEAL, length, marks=pytest.mark.soak) for length in range(24, 60, 4)),
    ],
)
def test_an_evening_comes_to_its_end_though_the_power_is_cut_again_and_again(
    ram: Path, party: Party, seconds: int
) -> None:
    """A life is so long after people have come; the longest that is begun anew takes nine.

    The last commit is on the card of each second life.
    """

    def is_over(life: Life) -> bool:
        return life.bench.now >= life.began + QUIET_S + seconds

    async def main() -> None:
        house = House(party, ram / "0")
        lives = 0
        while cards := await until_cut(house, is_over):
            lives += 1
            house.swap_card(cards[lives % 2], ram / str(lives))
        assert lives > 1
        _all_is_well(house)

    run_virtual(main(), limit_s=50_000)


@pytest.mark.parametrize(
    "batch", [40, *(pytest.param(batch, marks=pytest.mark.soak) for batch in range(2, 180, 7))]
)
def test_a_cut_at_any_sector_of_a_commit_reads_as_if_it_were_before_or_after_it(
    ram: Path, batch: int
) -> None:
    async def main() -> None:
        house = House(FOUR_PORT, ram / "first")
        cards = await until_cut(house, lambda life: life.batches == batch)
        assert cards is not None
        before, after = (read_back(card, ram / "whole") for card in cards)
        assert before != after
        torn = list(cut_files(*cards))
        assert len(torn) > 2
        for files in torn:
            shutil.rmtree(ram / "torn", ignore_errors=True)
            assert read_back(files, ram / "torn") in (before, after)

    run_virtual(main(), limit_s=20_000)
