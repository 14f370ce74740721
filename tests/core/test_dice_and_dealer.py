"""Dice (骰子), the break (开门) and the dealer (庄家)."""

import asyncio
from dataclasses import replace

import pytest

from firmware_ctl.config.model import Config, Dice
from firmware_ctl.core.commands import Argument, Word
from firmware_ctl.core.roulette import LONGEST_S
from firmware_ctl.core.states import Surface
from hal.sim import SimSettings
from hal.sim.settings import FirmwareSettings
from tests.support.bench import FEW, Bench, Setup, Thrown, play

CUP = Config(dice=Dice(kind="cup"))
READING = SimSettings(firmware=FirmwareSettings(dice_reader=True))


def test_the_first_throw_begins_the_hand_and_breaks_the_wall() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DEALER, side=2)
        assert not bench.controller.play.hand_runs()
        bench.do(Word.DICE)
        assert bench.surface is Surface.PLAY
        dice = bench.controller.snapshot().dice
        assert (dice.faces, dice.stacks) == ((3, 4), 3)  # the smaller die counts the stacks
        assert dice.wall == 0  # 7 seats round from the dealer's own, side 2
        assert dice.text

    play(scenario, replace(FEW, chance=Thrown((3, 4))))


def test_later_throws_are_noted_and_change_no_break() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE, side=1)
        first = bench.controller.snapshot().dice
        bench.do(Word.DICE, side=3)
        second = bench.controller.snapshot().dice
        assert second.faces == (6, 6)
        assert (second.wall, second.stacks, second.text) == (first.wall, first.stacks, first.text)
        assert bench.controller.snapshot().hand.number == 1

    play(scenario, replace(FEW, chance=Thrown((3, 4), (6, 6))))


def test_a_side_that_throws_first_is_the_dealer() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE, side=3)
        assert bench.controller.snapshot().dealer == 3

    play(scenario)


def test_a_cup_without_a_reader_begins_the_hand_with_faces_unknown() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE)
        assert bench.controller.snapshot().phase == "phase.throwing"
        assert not bench.say(Word.DICE).ok
        await bench.until(lambda: bench.surface is Surface.PLAY)
        dice = bench.controller.snapshot().dice
        assert (dice.faces, dice.wall, dice.stacks) == (None, None, None)
        bench.do(Word.DICE, faces="3+4")
        assert bench.controller.snapshot().dice.stacks == 3

    play(scenario, replace(FEW, config=CUP))


def test_a_cup_with_a_reader_tells_what_fell() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE)
        await bench.until(lambda: bench.surface is Surface.PLAY)
        dice = bench.controller.snapshot().dice
        assert dice.faces == bench.table.plant.dice.faces
        assert dice.wall is not None

    play(scenario, replace(FEW, config=CUP, settings=READING))


@pytest.mark.parametrize("command", [Word.STOP, Word.PAUSE])
def test_a_throw_that_is_stopped_counts_for_nothing(command: Word) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE)
        bench.do(command)
        await bench.until(lambda: not bench.driven)
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.now > 120)
        assert not bench.controller.play.hand_runs()
        bench.do(Word.DICE)
        await bench.until(lambda: bench.surface is Surface.PLAY)

    play(scenario, replace(FEW, config=CUP))


def test_dice_of_a_throw_that_was_stopped_are_not_taken_for_the_next_ones() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        await bench.loaded()
        cup = bench.table.plant.dice
        bench.do(Word.DICE)
        before = cup.faces
        while cup.faces is before:  # until they lie; the board is asked every 25 ms, no sooner
            await asyncio.sleep(0.001)
            bench.table.kernel.catch_up()
        bench.do(Word.STOP)
        stopped = cup.faces
        bench.do(Word.RESUME)
        bench.do(Word.DICE)
        await bench.until(lambda: bench.surface is Surface.PLAY)
        assert cup.faces is not stopped
        assert bench.controller.snapshot().dice.faces == cup.faces

    for seed in range(1, 5):
        play(scenario, replace(FEW, config=CUP, settings=READING, seed=seed))


@pytest.mark.parametrize("after_s", [0.5, 3.2])
def test_whatever_stops_the_machine_ends_a_throw_too(after_s: float) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE)
        thrown = bench.now
        await bench.until(lambda: bench.now >= thrown + after_s)
        bench.table.plant.set_top(is_open=True)
        await bench.fault("E502", limit_s=1)
        stopped = bench.now
        await bench.until(lambda: bench.now > stopped + 10)
        assert bench.codes == ["E502"]
        assert not bench.controller.play.hand_runs()
        assert not bench.controller.play.throwing
        bench.table.plant.set_top(is_open=False)
        await bench.go_on(lambda: bench.surface is Surface.WALLS_UP)

    play(scenario, replace(FEW, config=CUP))


def test_a_dead_cup_is_told_and_the_hand_may_begin_without_dice() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.table.faults.set("dice-dead")
        bench.do(Word.DICE)
        told = await bench.fault("E601")
        assert "dice" in told.recover
        bench.do(Word.ACK, fault=told.id)
        bench.do(Word.HAND_START)
        assert bench.surface is Surface.PLAY
        assert bench.controller.snapshot().dice.faces is None

    play(scenario, replace(FEW, config=CUP))


@pytest.mark.parametrize("faces", ["7+1", "34", "3+4+5", "0+1", "three+four"])
def test_typed_faces_that_no_dice_show_are_refused(faces: Argument) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        refused = bench.say(Word.DICE, faces=faces)
        assert "1..6" in refused.why
        assert bench.surface is Surface.WALLS_UP

    play(scenario)


def test_where_two_throws_break_the_wall_the_second_thrower_is_named() -> None:
    """MCR: the dealer's throw names the side that throws again (COM-05)."""

    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DEALER, side=1)
        bench.do(Word.DICE)
        dice = bench.controller.snapshot().dice
        assert (dice.wall, dice.stacks) == (None, None)
        thrower = (1 + 3 + 4 - 1) % 4
        assert bench.controller.play.hands.running is not None
        assert bench.controller.play.hands.running.next_thrower() == thrower
        assert dice.text
        bench.do(Word.DICE)
        broken = bench.controller.snapshot().dice
        assert (broken.wall, broken.stacks) == (thrower, 3 + 4 + 1 + 2)

    play(scenario, Setup(variant="MCR", chance=Thrown((3, 4), (1, 2))))


@pytest.mark.parametrize("stopped_after_s", [0.0, 0.5, 3.0, None])
def test_a_roulette_lands_on_what_chance_drew_whenever_a_key_stops_it(
    stopped_after_s: float | None,
) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.do(Word.DEALER, side="roulette")
        started = bench.now
        lit: list[int | None] = []
        if stopped_after_s is not None:
            await bench.until(lambda: bench.now >= started + stopped_after_s)
            bench.do(Word.DICE, side=3)

        def landed() -> bool:
            lit.append(bench.controller.snapshot().roulette)
            return bench.controller.snapshot().dealer is not None

        await bench.until(landed, limit_s=LONGEST_S)
        assert bench.controller.snapshot().dealer == 2  # what the test's chance draws
        assert {side for side in lit if side is not None} == {0, 1, 2, 3}
        assert bench.table.board.indicators.dealer_lamps == (False, False, True, False)
        assert not bench.say(Word.DICE).ok  # the key is a dice key again

    play(scenario)


def test_a_hand_without_dice_ends_like_any_other() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.HAND_START)
        assert bench.controller.snapshot().hand.state == "running"
        bench.do(Word.HAND_END, result="draw")
        snapshot = bench.controller.snapshot()
        assert (snapshot.hand.state, bench.surface) == ("ended", Surface.READY)
        ended = [event for event in bench.events if event["event"] == "hand-ended"]
        assert [event["result"] for event in ended] == ["draw"]

    play(scenario)
