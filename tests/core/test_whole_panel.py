"""The rest of the panel: digits, lamps, sounds, stowing, and the number tests."""

import asyncio
from dataclasses import replace

import pytest

from firmware_ctl.config.model import Config, Safety, Tiles
from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.lamps import CODES, SOUNDS
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.inputs.panel import Panel
from firmware_ctl.texts import say
from hal.board import BuzzerPattern
from hal.ids import KEYS_DICE, KEYS_LIFT, Actuator, Input
from rules.errors import RulesError
from rules.tilesets import counted_set, tile_set
from tests.support.bench import FEW, Bench, Setup, Thrown, play

REMINDED = replace(FEW, config=Config(safety=Safety(open_reminder_s=20)))


def shown(bench: Bench) -> str:
    return bench.table.board.indicators.display


def heard(bench: Bench) -> BuzzerPattern:
    return bench.table.board.indicators.buzzer


async def soon() -> None:
    await asyncio.sleep(0.01)


def test_the_digits_tell_the_most_urgent_thing_first() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        await soon()
        assert shown(bench) == "36"
        bench.do(Word.LOCK)
        await soon()
        assert shown(bench) == "LOC"
        bench.do(Word.UNLOCK)
        bench.do(Word.PROGRAM, number=108)
        await soon()
        assert shown(bench) == "P108"
        bench.do(Word.PROGRAM, number="confirm")
        bench.do(Word.PROGRAM, Origin.CLI, number=36)
        await soon()
        assert shown(bench) == "36"
        await bench.push_in_a_set()
        await bench.loaded()
        await bench.open()
        await soon()
        assert shown(bench) == "OPEN"
        bench.lay_out_set()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        bench.do(Word.DICE)
        await soon()
        assert shown(bench) == "3-4"
        bench.table.plant.set_top(is_open=True)
        await bench.fault("E502")
        await soon()
        assert shown(bench) == "E502"

    play(scenario, replace(FEW, chance=Thrown((3, 4))))


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_every_code_and_sound_is_explained(language: str) -> None:
    assert all(say(code.key, language) for code in CODES)
    assert set(SOUNDS) == set(BuzzerPattern)
    assert all(say(key, language) for key in SOUNDS.values())


def test_a_well_left_open_is_reminded_of_until_it_is_closed() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.lay_out_set()
        await bench.open()
        opened = bench.now
        await bench.until(lambda: heard(bench) is BuzzerPattern.WARNING)
        assert bench.now - opened == pytest.approx(20, abs=1)
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await soon()
        assert heard(bench) is not BuzzerPattern.WARNING
        await bench.loaded()

    play(scenario, REMINDED)


def test_a_complete_set_beeps_once_and_mute_silences_everything() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await soon()
        assert heard(bench) is BuzzerPattern.READY
        await asyncio.sleep(2)
        assert heard(bench) is BuzzerPattern.SILENT
        bench.table.plant.set_top(is_open=True)
        await bench.fault("E502")
        await soon()
        assert heard(bench) is BuzzerPattern.FAULT
        bench.do(Word.MUTE)
        await soon()
        assert heard(bench) is BuzzerPattern.SILENT

    play(scenario)


def test_a_key_that_was_taken_is_heard() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        await asyncio.sleep(1)
        bench.do(Word.LAMP, Origin.PANEL)
        await soon()
        assert heard(bench) is BuzzerPattern.KEY
        await asyncio.sleep(1)
        assert heard(bench) is BuzzerPattern.SILENT

    play(scenario)


# Stowing -----------------------------------------------------------------------------------------


def test_stowed_sets_stay_inside_until_they_are_asked_for() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.do(Word.STOW)
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.READY)
        await asyncio.sleep(30)
        assert bench.controller.snapshot().phase == "phase.stowed"
        assert shown(bench) == "CLOS"
        assert bench.table.people.on_table == []
        assert bench.stacks_up == [0] * 4
        assert bench.load is Load.COMPLETE  # nothing is loaded either
        assert not bench.say(Word.LIFT).ok
        assert not bench.say(Word.RESUME).ok
        bench.do(Word.STOW)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]

    play(scenario)


def test_stowing_can_be_taken_back_before_anything_was_pushed_in() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.do(Word.STOW, state="on")
        bench.do(Word.STOW, state="off")
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)

    play(scenario)


# Number tests ------------------------------------------------------------------------------------


def test_both_lift_keys_after_power_on_lead_to_the_number_tests() -> None:
    async def scenario(bench: Bench) -> None:
        panel = Panel(bench.controller.submit, asyncio.get_running_loop().call_later)
        bench.controller.listen_inputs(panel.feed)
        for key in KEYS_LIFT:
            bench.table.plant.press(key, 1.0)
        await bench.until(lambda: bench.surface is Surface.SERVICE)
        await asyncio.sleep(2)
        assert shown(bench) == "t 1"
        for number in range(2, 6):
            bench.table.plant.press(KEYS_DICE[3])
            await asyncio.sleep(1)
            assert shown(bench) == f"t {number}"
        assert bench.table.board.indicators.dealer_lamps == (False, True, False, True)  # 5
        bench.table.plant.press(KEYS_LIFT[0])
        await asyncio.sleep(1)
        assert bench.table.board.indicators.ready_lamp
        await bench.until(lambda: bench.driven == [Actuator.TRAY_0])
        await asyncio.sleep(5)
        bench.table.plant.press(KEYS_LIFT[0])
        await asyncio.sleep(1)
        assert shown(bench) == "t 6"
        assert bench.driven == []
        bench.table.plant.press(Input.KEY_RESET)
        await bench.until(lambda: bench.surface is Surface.READY)

    play(scenario)


@pytest.mark.parametrize("number", range(1, 17))
def test_no_number_moves_a_motor_against_an_interlock(number: int) -> None:
    async def scenario(bench: Bench) -> None:
        bench.do(Word.SERVICE)
        bench.do(Word.TEST, number=number)
        bench.do(Word.TEST)
        await asyncio.sleep(40)
        bench.do(Word.SERVICE)
        assert bench.surface is Surface.UNHOMED
        assert bench.driven == []
        await bench.home()
        assert bench.codes == []

    play(scenario)


def test_a_watched_sensor_is_shown_with_its_level() -> None:
    async def scenario(bench: Bench) -> None:
        bench.do(Word.SERVICE)
        bench.do(Word.TEST, number=13)
        bench.do(Word.TEST)
        await asyncio.sleep(1)
        bench.table.plant.set_top(is_open=True)
        await bench.fault("E502")

    play(scenario)


def test_the_number_tests_are_the_panels_alone_and_only_while_nothing_is_inside() -> None:
    async def scenario(bench: Bench) -> None:
        for origin in (Origin.CLI, Origin.WEB, Origin.MQTT, Origin.REMOTE):
            assert not bench.say(Word.SERVICE, origin).ok
        await bench.first_set()
        assert "tiles stand inside" in bench.say(Word.SERVICE).why

    play(scenario)


def test_a_stop_ends_a_test() -> None:
    async def scenario(bench: Bench) -> None:
        bench.do(Word.SERVICE)
        bench.do(Word.TEST, number=2)
        bench.do(Word.TEST)
        await asyncio.sleep(0.3)
        assert bench.driven
        bench.do(Word.STOP)
        assert bench.driven == []
        await asyncio.sleep(10)
        assert bench.driven == []
        assert bench.surface is Surface.SERVICE

    play(scenario)


# Tile sets by configuration ----------------------------------------------------------------------


def test_a_set_by_name_brings_its_program_and_is_checked() -> None:
    async def scenario(bench: Bench) -> None:
        program = bench.controller.snapshot().program
        assert (program.current, program.next) == (152, 152)
        await bench.first_set()
        assert bench.controller.snapshot().verdict.level == "ok"
        assert bench.stacks_inside == [19, 19, 19, 19]

    play(scenario, Setup(tiles=152, config=Config(tiles=Tiles(set="152"))))


def test_a_set_by_counts_is_what_the_walls_are_compared_with() -> None:
    counts = "1p-9p=4"

    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.lay_out_set()
        bench.table.people.swap(bench.table.people.on_table[0], 5, 0)
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await bench.fault("E701")

    play(scenario, Setup(tiles=36, config=Config(tiles=Tiles(counts=counts))))


@pytest.mark.parametrize(
    "tiles",
    [
        Tiles(set="7"),
        Tiles(set="144", counts="1m=4"),
        Tiles(counts="1m"),
        Tiles(counts="1m=4 1m=4"),
        Tiles(counts="9m-1m=4"),
        Tiles(counts="1m=7"),
    ],
)
def test_a_set_that_cannot_be_is_refused_when_the_table_starts(tiles: Tiles) -> None:
    async def scenario(_: Bench) -> None:
        raise AssertionError("it started")

    with pytest.raises(RulesError):
        play(scenario, Setup(config=Config(tiles=tiles)))


def test_counts_make_the_known_sets() -> None:
    spoken = {
        "140": "1m-9m=4 1p-9p=4 1s-9s=4 E-N=4 C-P=4 J=4",
        "148": "1m-9m=4 1p-9p=4 1s-9s=4 E-N=4 C-P=4 a-h=1 1x-4x=1",
        "152": "1m-9m=4, 1p-9p=4, 1s-9s=4, E-N=4, C-P=4, a-h=1, J=8",
    }
    for name, text in spoken.items():
        assert counted_set("own", text).counts == tile_set(name).counts
    assert counted_set("own", spoken["152"].replace("J=8", "J=16")).total == 160
