"""A table that deals: hands laid last, brought up when asked, while the next set is loaded."""

import asyncio

import pytest

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.states import Load, Surface
from hal.ids import DEALERS, LANES, Actuator
from hal.sim import DealSettings, SimSettings
from hal.sim.tiles import Place
from rules.shares import HAND_TILES
from tests.support.bench import Bench, Setup, play

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)
"""Of 108 tiles four hands leave walls of 7 stacks."""


def hands_up(bench: Bench) -> list[int]:
    return [len(hand) for hand in bench.table.people.hands()]


def waiting(bench: Bench) -> list[int]:
    bench.table.kernel.catch_up()
    return [len(hand.slide) for hand in bench.table.plant.hands]


async def dealt(bench: Bench) -> None:
    bench.do(Word.DEAL)
    await bench.until(lambda: bench.surface is Surface.PLAY)


def test_walls_come_up_alone_and_the_hands_when_asked() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        assert bench.stacks_up == [7, 7, 7, 7]
        assert hands_up(bench) == [0] * 4
        snapshot = bench.controller.snapshot()
        assert (snapshot.hands_due, snapshot.phase) == ((0, 1, 2, 3), "phase.deal")
        assert "deal" in snapshot.allowed
        bench.do(Word.DEAL)
        assert bench.surface is Surface.DEALING
        await bench.until(lambda: bench.surface is Surface.PLAY)
        assert hands_up(bench) == [HAND_TILES] * 4
        assert bench.controller.snapshot().hand.state == "running"

    play(scenario, DEALS)


def test_without_dice_drawing_starts_at_the_right_end_of_the_dealers_wall() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DEALER, side=2)
        await dealt(bench)
        dice = bench.controller.snapshot().dice
        assert (dice.faces, dice.wall, dice.stacks) == (None, 2, 0)
        assert "right end" in dice.text

    play(scenario, DEALS)


def test_dice_may_be_thrown_before_or_while_the_hands_come_up() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DEAL)
        bench.do(Word.DICE)
        assert bench.surface is Surface.DEALING
        assert bench.controller.snapshot().dice.stacks == 3
        await bench.until(lambda: bench.surface is Surface.PLAY)
        assert bench.controller.snapshot().hand.number == 1

    play(scenario, DEALS)


def test_the_next_set_is_loaded_meanwhile_and_its_hands_wait_for_these() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        await bench.until(lambda: bench.load is Load.HELD)  # walls done, the slides still full
        assert bench.stacks_inside == [7, 7, 7, 7]
        assert waiting(bench) == [HAND_TILES] * 4
        assert bench.driven == []
        started = bench.now
        await bench.until(lambda: bench.now > started + 1500, limit_s=1600)
        assert bench.codes == []
        await dealt(bench)
        await bench.loaded()
        assert waiting(bench) == [HAND_TILES] * 4
        assert hands_up(bench) == [HAND_TILES] * 4

    play(scenario, DEALS)


def test_while_hands_are_below_the_well_stays_closed_and_the_reason_is_told() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE)
        await bench.until(lambda: bench.load is Load.HELD)
        refused = bench.say(Word.LIFT)
        assert "deal first" in refused.why
        await dealt(bench)
        assert "up already" in bench.say(Word.DEAL).why
        await bench.loaded()
        bench.table.people.play()
        bench.do(Word.HAND_END)
        bench.do(Word.LIFT)

    play(scenario, DEALS)


def test_the_remote_may_deal_before_the_hand_begins() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        assert bench.say(Word.DEAL, Origin.REMOTE).ok

    play(scenario, DEALS)


def test_something_on_the_hatch_is_told_and_dealing_goes_on_where_it_was() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.table.faults.set("hand-tray-stuck", "2")
        bench.do(Word.DEAL)
        told = await bench.fault("E205")
        assert (told.side, bench.surface) == (2, Surface.FAULTED)
        assert told.recover == ("ack", "resume")
        bench.table.faults.clear_all()
        bench.acknowledge_all()
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.surface is Surface.PLAY)
        assert hands_up(bench) == [HAND_TILES] * 4

    play(scenario, DEALS)


def test_a_dead_flush_switch_is_told_as_such_and_loses_no_hand() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.table.faults.set("hand-flush-sensor-dead", "1")
        bench.do(Word.DEAL)
        await bench.fault("E251")
        bench.table.faults.clear_all()
        await bench.go_on(lambda: bench.surface is Surface.PLAY)
        assert hands_up(bench) == [HAND_TILES] * 4

    play(scenario, DEALS)


def test_a_blind_slide_sensor_is_told_by_one_answer_and_the_hand_is_whole() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("hand-full-sensor-dead", "1")
        await bench.push_in_a_set()
        asked = await bench.fault("E350")
        assert asked.question is not None
        assert "13" in asked.question
        bench.do(Word.ANSWER, fault=asked.id, answer="yes")
        told = await bench.fault("E421")
        assert (told.id, told.side, told.question) == (asked.id, 1, None)
        bench.table.faults.clear_all()
        bench.do(Word.ACK, fault=told.id)
        bench.do(Word.RESUME)
        await bench.loaded()
        assert waiting(bench) == [HAND_TILES] * 4

    play(scenario, DEALS)


def test_a_short_hand_is_void_and_comes_up_to_be_pushed_in_again() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("hand-tile-astray", "1", 0.2)
        await bench.push_in_a_set()
        asked = await bench.fault("E350")
        bench.do(Word.ANSWER, fault=asked.id, answer="no")
        told = await bench.fault("E305")
        assert told.side == 1
        assert told.recover == ("ack", "lift")
        bench.table.faults.clear_all()
        bench.acknowledge_all()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert bench.controller.snapshot().phase == "phase.walls-void"
        assert not bench.say(Word.DEAL).ok
        people = bench.table.people
        lost = bench.table.plant.books.at(Place.FLOOR)
        assert hands_up(bench)[1] == HAND_TILES - len(lost)
        people.take_walls()
        people.take_hands()
        people.pick_up(lost)
        await bench.loaded()
        assert waiting(bench) == [HAND_TILES] * 4

    play(scenario, DEALS)


@pytest.mark.parametrize("tenths", range(1, 34, 4))
@pytest.mark.parametrize("how", [Word.PAUSE, Word.STOP])
def test_dealing_that_is_held_goes_on(how: Word, tenths: int) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DEAL)
        await asyncio.sleep(tenths / 10)
        if not bench.say(how).ok:
            return  # it was over
        assert bench.driven == []
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.surface is Surface.PLAY)
        assert hands_up(bench) == [HAND_TILES] * 4

    play(scenario, DEALS)


@pytest.mark.parametrize("at_s", [0.4, 1.2, 2.4])
def test_a_board_that_restarts_while_it_deals_is_homed_and_the_hands_come_up(at_s: float) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DEAL)
        await asyncio.sleep(at_s)
        bench.table.board.power_cycle()
        await bench.fault("E102")
        await bench.go_on(lambda: bench.surface is Surface.PLAY)
        if bench.controller.snapshot().hands_due:
            await dealt(bench)
        assert hands_up(bench) == [HAND_TILES] * 4

    play(scenario, DEALS)


def test_an_emergency_stop_leaves_the_deal_motors_off() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DEAL)
        await asyncio.sleep(1)
        assert set(DEALERS) & set(bench.driven)
        bench.table.plant.set_estop(pressed=True)
        await bench.fault("E501")
        assert bench.driven == []
        bench.table.plant.set_estop(pressed=False)
        await bench.until(lambda: bench.controller.snapshot().estop == "released")
        await bench.go_on(lambda: bench.surface is Surface.PLAY)

    play(scenario, DEALS)


def test_a_table_without_hand_trays_says_that_it_raises_walls_only() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        assert "walls only" in bench.say(Word.DEAL).why

    play(scenario)


def test_no_deal_motor_ever_turns_on_a_table_without_hand_trays() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        turned = {each.actuator for each in bench.turned}
        assert not turned & {Actuator(DEALERS[lane]) for lane in LANES}

    play(scenario)
