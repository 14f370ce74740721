"""The line between host and board: its delays, its loss, its return."""

import asyncio

import pytest

from hal.errors import LinkLost
from hal.events import (
    BoardEvent,
    InputChanged,
    LinkChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
)
from hal.ids import Actuator, Input, Quality
from hal.motions import Run
from hal.sim import SimTable, run_virtual
from tests.hal.sim_rig import FORWARD, Host, designs, play

POLL_S, IDLE_POLL_S, WIRE_S = 0.025, 0.5, 0.008


def heard_at(table: SimTable) -> list[tuple[float, BoardEvent]]:
    """Note from now on when each event is heard."""
    heard: list[tuple[float, BoardEvent]] = []
    loop = asyncio.get_running_loop()
    table.board.listen(lambda event: heard.append((loop.time(), event)))
    return heard


def test_a_command_takes_3_to_4_ms_to_the_motor() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await asyncio.sleep(1)
        host.start(Run(Actuator.DRUM, FORWARD, 1_000))
        await asyncio.sleep(0.003)
        table.kernel.catch_up()
        assert table.plant.motors.drive[Actuator.DRUM] == 0
        await asyncio.sleep(0.001)
        table.kernel.catch_up()
        assert table.plant.motors.drive[Actuator.DRUM] == 1

    play(scenario)


@pytest.mark.parametrize(("armed", "period"), [(True, POLL_S), (False, IDLE_POLL_S)])
def test_events_are_heard_at_the_next_poll_and_batched(armed: bool, period: float) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        heard = heard_at(table)
        if not armed:
            host.board.disarm()
        for number in range(40):
            await asyncio.sleep(0.317)
            table.plant.press(Input.KEY_DICE_0, 0.001 + number / 1000)
        await asyncio.sleep(1)
        keys = [(at, event) for at, event in heard if isinstance(event, InputChanged)]
        assert len(keys) == 80
        for at, event in keys:
            assert 0 <= at - WIRE_S - event.at <= period + 1e-9
            phase = (at - WIRE_S) / period
            assert phase == pytest.approx(round(phase), abs=1e-6)

    play(scenario)


def test_a_quiet_board_costs_the_loop_nothing() -> None:
    """Disarmed and untouched for a day there is nothing to wake for."""

    async def main() -> int:
        loop = asyncio.get_running_loop()
        table = SimTable.build(loop, sets=(designs(136),))
        await table.board.open()
        wakes = 0
        original = loop.call_at

        def counting(*args: object, **kwargs: object) -> object:
            nonlocal wakes
            wakes += 1
            return original(*args, **kwargs)  # type: ignore[arg-type]

        loop.call_at = counting  # type: ignore[method-assign, assignment]
        await asyncio.sleep(86_400)
        await table.board.close()
        return wakes

    assert run_virtual(main()) == 1  # this test's own sleep


def test_a_pulled_cable_is_noticed_after_half_a_second_and_the_board_has_stopped() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await asyncio.sleep(1)
        host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        table.board.pull_cable()
        pulled = asyncio.get_running_loop().time()
        host.board.stop_all()  # cannot get through, and does not raise
        assert table.plant.motors.drive[Actuator.DRUM] == 1
        await asyncio.sleep(0.4)
        noticed_early = not host.board.link_up
        await asyncio.sleep(0.2)
        assert (noticed_early, host.board.link_up) == (False, False)
        assert host.board.quality is Quality.STALE
        assert table.plant.motors.drive[Actuator.DRUM] == 0
        (lost,) = host.of(LinkChanged)
        assert not lost.up
        assert 0.5 <= lost.at - pulled <= 0.5 + POLL_S
        with pytest.raises(LinkLost, match="cable"):
            host.board.submit(Run(Actuator.DRUM, FORWARD, 60_000))

    play(scenario)


def test_a_replugged_board_tells_what_happened_meanwhile() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        seq = host.board.submit(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        table.board.pull_cable()
        await asyncio.sleep(5)
        table.plant.set_top(is_open=True)
        table.board.replug()
        await asyncio.sleep(2)
        assert host.board.link_up
        lost, back = host.of(LinkChanged)
        assert (lost.up, back.up, back.rebooted) == (False, True, False)
        assert [event.seq for event in host.of(MotionEnded)] == [seq]
        assert len(host.of(OutputsDropped)) == 1
        assert not host.board.level(Input.TOP_CLOSED)
        after = host.events[host.events.index(back) :]
        assert any(isinstance(event, InputChanged) for event in after)

    play(scenario)


def test_a_board_that_restarted_says_so_and_ends_all_motions() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        boot = host.board.identity.boot_id
        end = host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        table.board.pull_cable()
        await asyncio.sleep(2)
        table.board.replug(rebooted=True)
        assert (await end).outcome is Outcome.STOPPED
        assert host.of(LinkChanged)[-1].rebooted
        assert host.board.identity.boot_id != boot
        assert host.board.lane_counts() == (0, 0, 0, 0)
        host.board.arm()
        await host.open_dome()

    play(scenario)


def test_a_brown_out_on_an_unbroken_line_is_noticed_by_the_boot_id() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        end = host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        table.board.power_cycle()
        assert not any(table.plant.motors.drive)
        await asyncio.sleep(2)
        assert [(event.up, event.rebooted) for event in host.of(LinkChanged)] == [
            (False, False),
            (True, True),
        ]
        assert (await end).outcome is Outcome.STOPPED

    play(scenario)


def test_a_short_gap_is_no_loss() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        dome = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        await asyncio.sleep(1)
        table.board.pull_cable()
        await asyncio.sleep(0.2)
        table.board.replug()
        assert (await dome).outcome is Outcome.REACHED
        assert host.of(LinkChanged) == []

    play(scenario)


def test_a_command_lost_in_a_short_gap_is_ended() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await asyncio.sleep(1)
        table.board.pull_cable()
        end = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        await asyncio.sleep(0.1)
        table.board.replug()
        assert (await end).outcome is Outcome.STOPPED
        assert "link" in (await end).why

    play(scenario)


def test_a_board_whose_cable_is_out_cannot_be_opened() -> None:
    async def main() -> None:
        table = SimTable.build(asyncio.get_running_loop(), sets=(designs(136),))
        table.board.pull_cable()
        assert table.board.quality is Quality.UNKNOWN
        with pytest.raises(LinkLost, match="cable"):
            await table.board.open()
        table.board.replug()
        await table.board.open()
        await table.board.open()
        assert table.board.link_up
        await table.board.close()
        await table.board.close()

    run_virtual(main())


def test_a_sink_may_stop_and_submit_while_it_is_called() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        board = host.board

        def sink(event: BoardEvent) -> None:
            if isinstance(event, InputChanged) and event.input is Input.DOME_DOWN:
                board.stop_all()
                board.submit(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))

        board.listen(sink)
        end = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        assert (await end).outcome is Outcome.STOPPED
        await asyncio.sleep(5)
        assert board.level(Input.DOME_UP)

    play(scenario)
