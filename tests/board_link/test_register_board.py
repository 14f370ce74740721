"""The board behind the map: what it takes, what it refuses, and that it stops by itself."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.ids import Actuator, Direction, Input
from hal.line import registers as reg
from hal.line.commands import CycleState, MailboxCommand, guard_of
from hal.line.status import BoardStatus, read_status
from hal.modbus import ExceptionCode, Function, ModbusError, ReadRegisters, encode_request
from hal.motions import Motion, Run, Stack
from hal.sim import run_virtual
from hal.sim.register_table import RegisterTable
from tests.board_link.line_rigs import build

ARM = reg.CycleFlag.ARM
CLEAR = reg.CycleFlag.CLEAR
DOME_UP = Run(Actuator.DOME, Direction.FORWARD, 8_000, Input.DOME_UP)
DRUM = Run(Actuator.DRUM, Direction.FORWARD, 60_000)


class Master:
    """A master without a line: it writes blocks and reads the status, with fresh nonces."""

    def __init__(self, table: RegisterTable) -> None:
        self.table, self.board = table, table.board
        self.nonce = self.heartbeat = self.seq = 0

    def status(self) -> BoardStatus:
        return read_status(self.board.read(reg.Status.ADDRESS, reg.Status.WORDS))

    def cycle(self, flags: reg.CycleFlag, *, beat: bool = True) -> None:
        self.nonce += 1
        self.heartbeat += beat
        state = CycleState(flags, reg.LevelOutput(0), self.heartbeat)
        self.board.write(*state.write(self.nonce))

    def arm(self) -> None:
        self.cycle(ARM | CLEAR)

    def mail(self, motion: Motion, seq: int | None = None) -> None:
        self.nonce += 1
        self.seq = self.seq + 1 if seq is None else seq
        self.board.write(*MailboxCommand(self.seq, motion).write(self.nonce))

    def driven(self) -> list[Actuator]:
        return [motor for motor in Actuator if self.table.plant.motors.drive[motor]]


def on_a_board(scenario: Callable[[Master], object], tiles: int = 40) -> None:
    """Run an asynchronous scenario against a fresh board in virtual time."""

    async def main() -> None:
        master = Master(build(tiles, in_drum=False))
        result = scenario(master)
        if asyncio.iscoroutine(result):
            await result

    run_virtual(main(), limit_s=3_600)


def refusal(act: Callable[[], object]) -> ExceptionCode:
    with pytest.raises(ModbusError) as caught:
        act()
    return caught.value.code


# What is taken.


def test_after_a_start_nothing_moves_until_cleared_and_armed() -> None:
    def scenario(master: Master) -> None:
        assert master.status().head.faults_latched == reg.Fault.RESTART
        master.cycle(ARM)
        assert not master.status().head.armed
        master.mail(DOME_UP)
        head = master.status().head
        assert (head.last_seq, head.result, head.why) == (1, reg.Result.REFUSED, reg.Why.NOT_ARMED)
        assert master.status().event_head == 1  # refused, it has ended
        master.arm()
        master.mail(DOME_UP)
        assert master.status().head.result == reg.Result.TAKEN
        assert master.driven() == [Actuator.DOME]

    on_a_board(scenario)


def test_a_nonce_that_is_not_newer_changes_nothing() -> None:
    def scenario(master: Master) -> None:
        master.arm()
        late = master.nonce
        master.cycle(reg.CycleFlag(0))  # disarms
        assert refusal(lambda: _repeat(master, late, ARM)) is ExceptionCode.VALUE
        assert not master.status().head.armed
        assert master.status().head.nonce == late + 1

    def _repeat(master: Master, nonce: int, flags: reg.CycleFlag) -> None:
        state = CycleState(flags, reg.LevelOutput(0), 99)
        master.board.write(*state.write(nonce))

    on_a_board(scenario)


def test_a_repeated_or_older_command_moves_nothing_twice() -> None:
    async def scenario(master: Master) -> None:
        master.arm()
        master.mail(Run(Actuator.DRUM, Direction.FORWARD, 200))
        master.mail(Run(Actuator.RING, Direction.FORWARD, 200))
        await asyncio.sleep(0.3)
        assert master.driven() == []
        for seq in (1, 2):  # line doubling brings both back
            master.mail(Run(Actuator.DRUM, Direction.FORWARD, 200), seq)
            assert master.driven() == []
        assert master.status().head.last_seq == 2

    on_a_board(scenario)


@pytest.mark.parametrize("word", range(2, 11))
def test_a_command_with_a_wrong_guard_is_not_done(word: int) -> None:
    def scenario(master: Master) -> None:
        master.arm()
        address, words = MailboxCommand(1, DOME_UP).write(100)
        damaged = tuple(value ^ (index == word) for index, value in enumerate(words))
        assert refusal(lambda: master.board.write(address, damaged)) is ExceptionCode.VALUE
        assert master.status().head.last_seq == 0
        assert master.driven() == []

    on_a_board(scenario)


@pytest.mark.parametrize(
    ("address", "count"),
    [(reg.Cycle.ADDRESS, 5), (reg.Mailbox.ADDRESS, 10), (reg.Cycle.ADDRESS + 1, 5), (0x0800, 1)],
)
def test_part_of_a_command_block_is_no_address(address: int, count: int) -> None:
    def scenario(master: Master) -> None:
        words = (0,) * count
        assert refusal(lambda: master.board.write(address, words)) is ExceptionCode.ADDRESS

    on_a_board(scenario)


@pytest.mark.parametrize(
    "contents",
    [
        (1, 24, reg.Verb.FORWARD, 1000, 0, 0, 0xFF, 0, 100),  # no such motor
        (1, 2, 9, 1000, 0, 0, 0xFF, 0, 100),  # no such verb
        (1, 2, reg.Verb.FORWARD, 0, 0, 0, 0xFF, 0, 100),  # no speed
        (1, 2, reg.Verb.FORWARD, 1000, 0, 0, 0xFF, 0, 0),  # no limit
        (1, 2, reg.Verb.FORWARD, 1000, 0, 0, 0xFF, 2, 0),  # longer than anything may run
        (1, 2, reg.Verb.FORWARD, 1000, 0, 0, 48, 0, 100),  # no such input
        (1, 2, reg.Verb.STACK, 1000, 0, 5, 0xFF, 0, 100),  # the dome does not stack
        (1, 8, reg.Verb.STACK, 1000, 0, 21, 0xFF, 0, 100),  # more than a side holds
        (1, 2, reg.Verb.SPIN_DICE, 1000, 0, 0, 0xFF, 0, 100),
    ],
)
def test_a_motion_out_of_range_is_refused_as_a_value(contents: Sequence[int]) -> None:
    def scenario(master: Master) -> None:
        master.arm()
        words = (50, guard_of(50, contents), *contents)
        act = lambda: master.board.write(reg.Mailbox.ADDRESS, words)  # noqa: E731
        assert refusal(act) is ExceptionCode.VALUE
        assert master.status().head.last_seq == 0
        assert master.status().head.nonce == 1

    on_a_board(scenario)


def test_a_read_over_the_end_of_a_block_is_no_address() -> None:
    def scenario(master: Master) -> None:
        for address, count in ((reg.Status.ADDRESS, 27), (0x000F, 2), (reg.Cycle.ADDRESS, 1)):
            assert refusal(lambda: master.board.read(address, count)) is ExceptionCode.ADDRESS  # noqa: B023

    on_a_board(scenario)


# What it does by itself.


def test_the_watchdog_is_put_off_by_a_changed_heartbeat_and_nothing_else() -> None:
    async def scenario(master: Master) -> None:
        master.arm()
        master.mail(DRUM)
        for _ in range(9):
            await asyncio.sleep(0.1)
            master.cycle(ARM)
        assert master.driven() == [Actuator.DRUM]
        for _ in range(4):
            await asyncio.sleep(0.1)
            master.cycle(ARM, beat=False)
            master.mail(DRUM)
        assert master.driven() == [Actuator.DRUM]
        await asyncio.sleep(0.11)
        status = master.status()
        assert master.driven() == []
        assert status.head.faults_latched == reg.Fault.WATCHDOG
        master.cycle(ARM)  # without a clear it stays off
        assert not master.status().head.armed

    on_a_board(scenario)


def test_disarming_stops_and_a_stop_stays_armed() -> None:
    def scenario(master: Master) -> None:
        master.arm()
        master.mail(DRUM)
        master.cycle(ARM | reg.CycleFlag.STOP)
        assert master.driven() == []
        assert master.status().head.armed
        master.mail(DRUM)
        master.cycle(reg.CycleFlag(0))
        assert master.driven() == []
        assert not master.status().head.armed

    on_a_board(scenario)


def test_an_actuators_own_longest_run_comes_before_the_commands_limit() -> None:
    async def scenario(master: Master) -> None:
        limits = reg.Limits.ADDRESS + reg.Limits.HEAD + Actuator.DRUM * reg.Limits.ENTRY_WORDS
        master.board.write(limits, (5,))  # 0.5 s
        master.arm()
        master.mail(DRUM)
        for _ in range(6):
            master.cycle(ARM)
            await asyncio.sleep(0.1)
        assert master.driven() == []

    on_a_board(scenario)


def test_a_restart_forgets_everything_and_shows_another_boot_id() -> None:
    def scenario(master: Master) -> None:
        master.arm()
        master.mail(DRUM)
        boot_id = master.status().head.boot_id
        master.board.restart()
        status = master.status()
        assert status.head.boot_id != boot_id
        assert status.head.faults_latched == reg.Fault.RESTART
        assert (status.head.nonce, status.head.last_seq, status.event_head) == (0, 0, 0)
        assert master.driven() == []

    on_a_board(scenario)


# Settings.


def test_settings_are_taken_disarmed_only_in_range_only_and_change_the_sum() -> None:
    def scenario(master: Master) -> None:
        watchdog = reg.Parameters.ADDRESS + reg.Parameters.WATCHDOG
        before = master.status().parameters_crc
        master.board.write(watchdog, (300,))
        assert master.board.read(watchdog, 1) == (300,)
        assert master.status().parameters_crc != before
        for value in (99, 2001):
            assert refusal(lambda: master.board.write(watchdog, (value,))) is ExceptionCode.VALUE  # noqa: B023
        keep = reg.Parameters.ADDRESS + reg.Parameters.KEEP
        assert refusal(lambda: master.board.write(keep, (1,))) is ExceptionCode.VALUE
        master.board.write(keep, (reg.Keep.DEFAULTS,))
        assert master.status().parameters_crc == before
        master.arm()
        assert refusal(lambda: master.board.write(watchdog, (300,))) is ExceptionCode.STATE

    on_a_board(scenario)


def test_the_server_answers_nobody_but_its_unit() -> None:
    def scenario(master: Master) -> None:
        request = ReadRegisters(Function.READ_INPUT, reg.Identity.ADDRESS, 1)
        server = master.table.server
        assert server.feed(encode_request(2, request)) == []
        assert server.feed(encode_request(0, request)) == []
        (reply,) = server.feed(encode_request(1, request))
        assert reply[:5] == bytes([1, 4, 2, 0x4D, 0x4A])

    on_a_board(scenario)


# No sequence of writes keeps an output on for longer than its limit.

LIMIT_MS = 700
flags = st.sampled_from([reg.CycleFlag(bits) for bits in range(8)])
motions = st.one_of(
    st.builds(
        Run,
        st.sampled_from(Actuator),
        st.sampled_from(Direction),
        st.integers(1, LIMIT_MS),
        st.sampled_from([None, *Input]),
        st.booleans(),
    ),
    st.builds(Stack, st.integers(0, 3), st.integers(1, 20), st.integers(1, LIMIT_MS)),
)
steps = st.lists(st.tuples(st.one_of(flags, motions), st.integers(0, 400)), min_size=1, max_size=25)


@settings(max_examples=60, deadline=None)
@given(steps)
def test_no_sequence_of_writes_outlives_limit_and_watchdog(
    sequence: list[tuple[reg.CycleFlag | Motion, int]],
) -> None:
    async def scenario(master: Master) -> None:
        master.arm()
        for step, pause_ms in sequence:
            if isinstance(step, reg.CycleFlag):
                master.cycle(step)
            else:
                master.mail(step)
            await asyncio.sleep(pause_ms / 1000)
        if master.status().head.armed:
            for _ in range(8):
                master.cycle(ARM)  # the host goes on; limits must end it
                await asyncio.sleep(LIMIT_MS / 8_000)
        await asyncio.sleep(0.5)
        assert master.driven() == []

    on_a_board(scenario)
