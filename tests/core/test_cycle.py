"""The cycle (升降, 洗牌, 升牌): from power-on to a hand's end and the next cycle."""

import pytest

from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.core.states import Load, Surface
from hal.ids import Actuator
from hal.sim import SimSettings
from hal.sim.settings import StartSettings
from tests.support.acts import SURE_ARGS, check_reply
from tests.support.bench import FEW, Bench, Setup, play

DISORDERED = Setup(tiles=36, settings=SimSettings(start=StartSettings(disordered=True)))


def test_nothing_moves_at_power_on_before_somebody_homes() -> None:
    async def scenario(bench: Bench) -> None:
        for word in (Word.LIFT, Word.DICE, Word.RESUME, Word.OPEN_LOADING, Word.HAND_START):
            assert not bench.say(word).ok
        assert "home" in bench.say(Word.LIFT).why
        await bench.until(lambda: bench.now > 60)
        assert bench.turned == []
        assert bench.surface is Surface.UNHOMED

    play(scenario)


def test_a_table_that_is_homed_says_how_it_is_homed_anew() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        assert "stop it first" in bench.say(Word.HOME).why
        bench.do(Word.STOP)
        bench.do(Word.HOME)
        await bench.until(lambda: bench.surface is Surface.READY)

    play(scenario)


@pytest.mark.parametrize("seed", range(8))
def test_homing_brings_a_disordered_machine_to_rest(seed: int) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        assert bench.surface is Surface.READY
        plant = bench.table.plant
        assert plant.dome.is_low
        assert all(side.pusher.is_low and side.tray_axis.is_high for side in plant.sides)
        assert all(lane.stacker.is_home for lane in plant.lanes)

    play(scenario, Setup(tiles=36, seed=seed, settings=DISORDERED.settings))


def test_two_sets_take_turns() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        assert (bench.surface, bench.stacks_up, bench.stacks_inside) == (
            Surface.READY,
            [0, 0, 0, 0],
            [5, 4, 5, 4],
        )
        snapshot = bench.controller.snapshot()
        assert (snapshot.set_inside, snapshot.set_on_table) == ("A", None)

        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert bench.stacks_up == [5, 4, 5, 4]
        await bench.loaded()
        snapshot = bench.controller.snapshot()
        assert (snapshot.set_inside, snapshot.set_on_table) == ("B", "A")

        bench.do(Word.DICE)
        bench.table.people.play()
        bench.do(Word.HAND_END)
        assert bench.surface is Surface.READY
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert bench.controller.snapshot().set_on_table == "B"

    play(scenario)


def test_loading_goes_on_while_the_walls_rise() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.RAISING)
        await bench.until(lambda: Actuator.DRUM in bench.driven, limit_s=2)
        assert bench.surface is Surface.RAISING
        assert bench.load is Load.LOADING

    play(scenario)


def test_lift_is_refused_while_loading_and_says_how_to_add_a_tile() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        refused = bench.say(Word.LIFT)
        assert (refused.ok, refused.code) == (False, "not-now")
        assert "open-loading" in refused.why
        assert "open-loading" in refused.allowed
        assert "lift" not in refused.allowed

    play(scenario)


@pytest.mark.parametrize(("gap_s", "opens"), [(2.9, True), (3.2, False)])
def test_in_play_two_presses_within_three_seconds_end_the_hand(gap_s: float, opens: bool) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        await bench.loaded()
        first = bench.say(Word.LIFT)
        assert not first.ok
        assert "3 s" in first.why
        pressed = bench.now
        await bench.until(lambda: bench.now >= pressed + gap_s - 0.05)
        assert bench.say(Word.LIFT).ok is opens
        if opens:
            await bench.until(lambda: bench.surface is Surface.OPEN)
            assert bench.controller.snapshot().hand.state == "ended"
        else:
            assert bench.surface is Surface.PLAY
        bench.table.people.play()

    play(scenario)


def test_the_hand_ends_at_the_latest_when_the_well_opens() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        await bench.loaded()
        bench.say(Word.LIFT)
        bench.do(Word.LIFT)
        assert bench.controller.play.hand_runs(), "the dome has only begun to rise"
        await bench.until(lambda: bench.surface is Surface.OPEN)
        assert [e["event"] for e in bench.events].count("hand-ended") == 1

    play(scenario)


def test_a_locked_table_takes_nothing_but_stop_and_the_end_of_a_session() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.do(Word.LOCK)
        for word in set(Word) - {Word.STOP, Word.LOCK, Word.UNLOCK, Word.SESSION}:
            assert check_reply(bench, Command(word, SURE_ARGS.get(word, {}))).code == "locked"
        assert bench.controller.snapshot().allowed == ("stop", "session", "lock", "unlock")
        bench.do(Word.UNLOCK)
        assert "lift" in bench.controller.snapshot().allowed

    play(scenario)


def test_mute_and_lamp_change_what_the_panel_shows_and_nothing_else() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.do(Word.DEALER, side=3)
        await bench.until(lambda: bench.table.board.indicators.dealer_lamps[3])
        assert bench.table.board.indicators.ready_lamp
        bench.do(Word.LAMP)
        bench.do(Word.MUTE)
        await bench.until(lambda: not bench.table.board.indicators.ready_lamp)
        assert bench.table.board.indicators.dealer_lamps == (False,) * 4
        snapshot = bench.controller.snapshot()
        assert (snapshot.muted, snapshot.lamps) == (True, False)
        bench.do(Word.LAMP)
        await bench.until(lambda: bench.table.board.indicators.ready_lamp)

    play(scenario)


def test_the_ready_lamp_is_out_while_anything_moves_or_is_due() -> None:
    async def scenario(bench: Bench) -> None:
        def lit() -> bool:
            return bench.table.board.indicators.ready_lamp

        assert not lit()
        await bench.home()
        await bench.until(lit)
        await bench.push_in_a_set()
        assert not lit()
        await bench.until(lambda: bench.load is Load.LOADING)
        assert not lit()
        await bench.loaded()
        await bench.until(lit)

    play(scenario)


def test_pause_and_resume_leave_the_walls_as_they_would_have_been() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        for _ in range(6):
            await bench.until(lambda: "pause" in bench.controller.snapshot().allowed)
            bench.do(Word.PAUSE, Origin.REMOTE)
            assert bench.driven == []
            assert bench.controller.snapshot().reason == "paused"
            bench.do(Word.RESUME)
            await bench.until(lambda: bench.surface in (Surface.RAISING, Surface.WALLS_UP))
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]

    play(scenario, FEW)
