"""A bad line: nothing wrong is believed, nothing hangs, and the link comes back by itself."""

import asyncio
from collections import Counter
from contextlib import suppress
from itertools import pairwise

import pytest

from firmware_ctl.core.states import Load, Surface
from hal.board import WATCHDOG_S
from hal.errors import LinkLost, NotArmed
from hal.events import InputChanged, LinkChanged, MotionEnded, Outcome, TilePassed
from hal.ids import Actuator, Input, Quality
from hal.line import registers as reg
from hal.line.board import SerialBoard
from hal.line.clock import BoardClock
from hal.line.greeting import Wanted
from hal.line.status import BoardStatus, read_status
from hal.motions import Run, Stack
from hal.sim import run_virtual
from hal.sim.line_faults import FaultyLine, LineSettings
from hal.sim.memory_line import MemoryLine
from hal.sim.register_table import RegisterTable
from tests.board_link.line_bench import LineBench, play_over_line
from tests.board_link.line_rigs import build, over_memory
from tests.hal.sim_rig import FORWARD, WALLS, Host, hosted

NOTICED_S = 0.2
"""How soon an unplug must be shown."""


class Witness(BoardClock):
    """Count answers, and those whose data are older than the request that they answer."""

    def __init__(self, enough: int) -> None:
        super().__init__()
        self.answers = self.stale = 0
        self.enough, self.done = enough, asyncio.Event()

    def heard(self, uptime_ms: int, sent: float, heard: float) -> None:
        super().heard(uptime_ms, sent, heard)
        self.answers += 1
        self.stale += uptime_ms / 1000 < sent - 0.001  # the board was started at time 0
        if self.answers >= self.enough:
            self.done.set()


def stale_answers(exchanges: int) -> tuple[int, int]:
    """Run a line on which every 7th reply comes 260 ms late; return (answers, stale ones)."""
    witness = Witness(exchanges)

    async def main() -> None:
        table = build(40, in_drum=False)
        settings = LineSettings(late_every=7, late_s=0.26)
        line = MemoryLine(asyncio.get_running_loop(), table.server, FaultyLine(1, settings))
        board = SerialBoard(line)
        board._hearing.clock = witness
        async with hosted(board):
            await witness.done.wait()
            assert board.link_up
            assert board.master.counters.dropped > exchanges / 20

    run_virtual(main(), limit_s=36_000)
    return witness.answers, witness.stale


def test_late_replies_are_never_taken_for_newer_ones() -> None:
    answers, stale = stale_answers(600)
    assert (answers >= 600, stale) == (True, 0)


@pytest.mark.soak
def test_late_replies_are_never_taken_for_newer_ones_10_000_times() -> None:
    answers, stale = stale_answers(10_000)
    assert (answers >= 10_000, stale) == (True, 0)


def wrong_values(statuses: int, damage: LineSettings) -> tuple[int, int]:
    """Take so many statuses over a damaged line; return (taken, those the board never said)."""
    said: set[BoardStatus] = set()
    taken: list[BoardStatus] = []
    enough = asyncio.Event()

    async def main() -> None:
        table = build(40, in_drum=True)
        read = table.board.read

        def witnessed(address: int, count: int) -> tuple[int, ...]:
            words = read(address, count)
            if (address, count) == (reg.Status.ADDRESS, reg.Status.WORDS):
                said.add(read_status(words))
            return words

        table.board.read = witnessed  # type: ignore[method-assign]
        line = MemoryLine(asyncio.get_running_loop(), table.server, FaultyLine(11, damage))
        board = SerialBoard(line)
        async with hosted(board) as host:
            take = board._hearing.take

            def counted(status: BoardStatus) -> None:
                taken.append(status)
                if len(taken) >= statuses:
                    enough.set()
                take(status)

            board._hearing.take = counted  # type: ignore[method-assign]
            motions = asyncio.create_task(keep_moving(host))
            await enough.wait()
            motions.cancel()
            await asyncio.wait([motions])

    run_virtual(main(), limit_s=36_000)
    return len(taken), sum(status not in said for status in taken)


async def keep_moving(host: Host) -> None:
    """Let values change all the time, over losses of the link too."""
    while True:
        with suppress(LinkLost, NotArmed):
            host.board.arm()
            host.board.submit(Run(Actuator.DRUM, FORWARD, 300))
        await asyncio.sleep(0.5)


EVERYTHING = LineSettings(flip=1e-3, drop=1e-3, double=1e-3)


def test_of_a_damaged_line_no_wrong_value_is_believed() -> None:
    taken, wrong = wrong_values(1_000, EVERYTHING)
    assert (taken >= 1_000, wrong) == (True, 0)


@pytest.mark.soak
def test_of_a_damaged_line_no_wrong_value_is_believed_40_000_times() -> None:
    taken, wrong = wrong_values(40_000, EVERYTHING)
    assert (taken >= 40_000, wrong) == (True, 0)


@pytest.mark.parametrize(
    "damage",
    [LineSettings(flip=1e-3), LineSettings(drop=1e-3), LineSettings(double=1e-3)],
    ids=["flip", "drop", "double"],
)
def test_a_load_on_a_damaged_line_makes_the_right_stacks(damage: LineSettings) -> None:
    async def scenario(table: RegisterTable, host: Host) -> None:
        ends = await host.load(WALLS[40])
        await asyncio.sleep(1)
        check_whole_load(ends, table, host)

    over_memory(scenario, tiles=40, in_drum=True, faults=FaultyLine(3, damage))


def check_whole_load(ends: list[MotionEnded], table: RegisterTable, host: Host) -> None:
    """What was heard is what happened."""
    assert [end.outcome for end in ends] == [Outcome.REACHED] * 4
    assert host.made() == [5, 5, 5, 5]
    assert Counter(event.lane for event in host.of(TilePassed)) == dict.fromkeys(range(4), 10)
    assert [host.board.level(each) for each in Input] == table.plant.pins.seen
    seqs = [event.seq for event in host.of(MotionEnded)]
    assert len(seqs) == len(set(seqs))
    for input_ in Input:
        levels = [event.level for event in host.of(InputChanged) if event.input is input_]
        assert all(a is not b for a, b in pairwise(levels)), input_


def test_a_mute_board_is_lost_after_half_a_second_and_found_again() -> None:
    async def scenario(table: RegisterTable, host: Host) -> None:
        loop = asyncio.get_running_loop()
        dome = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        await asyncio.sleep(0.5)
        faults.settings.mute = True
        mute_at = loop.time()
        await asyncio.sleep(0.55)
        (lost,) = host.of(LinkChanged)
        assert 0.45 <= lost.at - mute_at <= 0.55
        assert host.board.quality is Quality.STALE
        with pytest.raises(LinkLost):
            host.board.submit(Run(Actuator.DOME, FORWARD, 8_000))
        await asyncio.sleep(WATCHDOG_S)
        assert not any(table.plant.motors.drive)
        faults.clean()
        await asyncio.sleep(5)
        assert [(event.up, event.rebooted) for event in host.of(LinkChanged)] == [
            (False, False),
            (True, False),
        ]
        assert (await dome).outcome is Outcome.STOPPED
        host.board.arm()
        await host.open_dome()

    faults = FaultyLine()
    over_memory(scenario, faults=faults)


def test_what_happened_while_the_link_was_gone_is_told_when_it_is_back() -> None:
    async def main() -> None:
        table = build(40, in_drum=False)
        line = MemoryLine(asyncio.get_running_loop(), table.server)
        async with hosted(SerialBoard(line)) as host:
            line.unplug()
            await asyncio.sleep(0.1)
            for _ in range(3):  # six changes: the ring holds them
                table.plant.press(Input.KEY_DICE_1, 0.1)
                await asyncio.sleep(0.3)
            line.replug()
            await asyncio.sleep(2)
            assert [event.level for event in host.of(InputChanged)] == [True, False] * 3
            line.unplug()
            for _ in range(30):  # sixty: it does not
                table.plant.press(Input.KEY_DICE_1, 0.1)
                await asyncio.sleep(0.3)
            table.plant.pins.put(Input.KEY_DICE_2, True)
            line.replug()
            await asyncio.sleep(2)
            assert host.board.level(Input.KEY_DICE_2)
            pressed = [event for event in host.of(InputChanged) if event.input is Input.KEY_DICE_2]
            assert [event.level for event in pressed] == [True]

    run_virtual(main(), limit_s=600)


def test_a_board_that_starts_anew_ends_all_motions_and_must_be_armed_again() -> None:
    async def scenario(table: RegisterTable, host: Host) -> None:
        ends = [
            host.start(Run(Actuator.DRUM, FORWARD, 60_000)),
            host.start(Stack(2, 3, 60_000)),
        ]
        await asyncio.sleep(1)
        table.board.restart()
        assert not any(table.plant.motors.drive)
        await asyncio.sleep(3)
        assert [event.rebooted for event in host.of(LinkChanged)] == [False, True]
        for end in ends:
            assert (await end).outcome is Outcome.STOPPED
        assert not any(table.plant.motors.drive)
        host.board.arm()
        await host.open_dome()

    over_memory(scenario)


def test_a_board_with_other_settings_than_the_table_was_tried_out_with_is_refused(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        table = build(40, in_drum=False)
        line = MemoryLine(asyncio.get_running_loop(), table.server)
        kept = table.board.settings.crc()
        with pytest.raises(LinkLost, match=f"CRC {kept:04X}, but this table was tried out with"):
            await SerialBoard(line, wanted=Wanted(settings_crc=kept ^ 1)).open()
        table.board.write(reg.Parameters.ADDRESS + reg.Parameters.DEBOUNCE, (9,))
        changed = Wanted(settings_crc=table.board.settings.crc())
        async with hosted(SerialBoard(line, wanted=changed)) as host:
            table.board.restart()  # the change was never kept
            await asyncio.sleep(5)
            assert not host.board.link_up
            refusals = [row for row in caplog.messages if "settings have CRC" in row]
            assert len(refusals) == 1
            table.board.write(reg.Parameters.ADDRESS + reg.Parameters.DEBOUNCE, (9,))
            await asyncio.sleep(2)
            assert host.board.link_up

    run_virtual(main(), limit_s=60)


def test_a_loss_and_a_return_are_logged_once_each(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        table = build(40, in_drum=False)
        line = MemoryLine(asyncio.get_running_loop(), table.server)
        async with hosted(SerialBoard(line)):
            line.unplug()
            await asyncio.sleep(20)
            line.replug()
            await asyncio.sleep(5)
        assert [row.partition(": ")[2] for row in caplog.messages] == [
            "link lost: the device was unplugged",
            "the board answers again",
        ]

    run_virtual(main(), limit_s=60)


def test_a_command_is_written_at_once_not_at_the_next_poll() -> None:
    async def scenario(_: RegisterTable, host: Host) -> None:
        board = host.board
        assert isinstance(board, SerialBoard)
        await asyncio.sleep(1)
        while board.master.busy:  # noqa: ASYNC110  until between two polls
            await asyncio.sleep(0.001)
        for act in (lambda: board.submit(Run(Actuator.DRUM, FORWARD, 500)), board.stop_all):
            sent = board.master.counters.sent
            act()
            assert board.master.counters.sent == sent + 1

    over_memory(scenario)


UNPLUGGED_AT_S = (1.0, 4.0, 7.5, 10.0, 14.0, 20.0, 30.0, 38.0)


async def unplugged_at(bench: LineBench, after_s: float, gone_s: float) -> None:
    """Pull the plug so long after power-on, put it back, and finish the cycle."""
    goal = lambda: (  # noqa: E731
        bench.surface is Surface.WALLS_UP and bench.load is Load.COMPLETE and not bench.void
    )
    cycle = asyncio.create_task(bench.walls_up())
    await asyncio.sleep(after_s)
    cycle.cancel()
    await asyncio.wait([cycle])
    pulled_at = bench.now
    bench.line.unplug()
    await bench.until(lambda: "E101" in bench.codes, limit_s=NOTICED_S)
    await asyncio.sleep(max(0.0, pulled_at + WATCHDOG_S + 0.05 - bench.now))
    assert bench.driven == []
    await asyncio.sleep(gone_s)
    bench.line.replug()
    await bench.until(lambda: bench.board.link_up, limit_s=3)
    if not bench.sets_out:
        bench.lay_out_set()
    if bench.sets_out == 1:
        await bench.go_on(lambda: bench.surface is Surface.READY and bench.load is Load.COMPLETE)
        bench.lay_out_set()
    await bench.go_on(goal, limit_s=600)
    assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]


@pytest.mark.parametrize("after_s", UNPLUGGED_AT_S)
def test_unplugged_in_the_middle_of_a_cycle_it_stops_and_then_finishes_with_all_tiles(
    after_s: float,
) -> None:
    async def scenario(bench: LineBench) -> None:
        await unplugged_at(bench, after_s, gone_s=0.4)

    play_over_line(scenario)


@pytest.mark.soak
@pytest.mark.parametrize("tenths", range(10, 500, 7))
def test_unplugged_at_any_time_it_stops_and_then_finishes(tenths: int) -> None:
    async def scenario(bench: LineBench) -> None:
        await unplugged_at(bench, tenths / 10, gone_s=tenths % 5)

    play_over_line(scenario)


def test_a_whole_cycle_on_a_damaged_line_is_a_whole_cycle() -> None:
    async def scenario(bench: LineBench) -> None:
        await bench.walls_up()
        await bench.loaded()
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]
        assert bench.codes == []

    settings = LineSettings(flip=3e-4, drop=3e-4, double=3e-4, latency_s=0.004)
    play_over_line(scenario, faults=FaultyLine(5, settings))
