"""What makes the board switch everything off by itself."""

import pytest

from hal.ids import Actuator, Input
from hal.line import registers as reg
from tests.support.board_master import AT_REST, Examiner, ModbusException
from tests.support.board_process import symbol

GUARDS = {
    Input.ESTOP_RELEASED: (reg.Why.ESTOP_PRESSED, reg.Fault.ESTOP),
    Input.HATCH_CLOSED: (reg.Why.HATCH_OPEN, reg.Fault.HATCH),
    Input.TOP_CLOSED: (reg.Why.TOP_OPEN, reg.Fault.TOP),
}
STEP_MS = 5
LOOP_FOR_EVER = bytes.fromhex("FFCF")  # rjmp to itself


def off_after_ms(board: Examiner, at_most_ms: int) -> int:
    """Return how long outputs stay on when nobody speaks to the board any more."""
    for waited_ms in range(0, at_most_ms, STEP_MS):
        if board.run(STEP_MS).on == 0:
            return waited_ms + STEP_MS
    raise AssertionError(f"outputs still on after {at_most_ms} ms")


def run_drum(board: Examiner) -> None:
    board.motion(Actuator.DRUM, reg.Verb.FORWARD, 60_000)
    board.wait(50)
    assert board.drives.on == 1 << Actuator.DRUM


def test_it_starts_with_everything_off_and_must_be_cleared_before_it_arms(board: Examiner) -> None:
    status = board.status()
    assert status[reg.Status.STATE] == reg.State.IDLE
    assert status[reg.Status.FAULTS_LATCHED] == reg.Fault.RESTART
    assert board.drives.on == 0
    assert board.cycle(reg.CycleFlag.ARM)[reg.Status.STATE] == reg.State.IDLE
    assert board.arm()[reg.Status.STATE] == reg.State.ARMED


@pytest.mark.parametrize("limit_ms", [100, 200, 500, 2000])
def test_a_heartbeat_that_stops_switches_everything_off_in_the_set_time(
    board: Examiner, limit_ms: int
) -> None:
    board.write(reg.Parameters.ADDRESS + reg.Parameters.WATCHDOG, [limit_ms])
    board.arm()
    run_drum(board)
    board.keep_alive()
    assert limit_ms - 20 <= off_after_ms(board, limit_ms + 100) <= limit_ms + STEP_MS
    status = board.status()
    assert status[reg.Status.STATE] == reg.State.FAULT
    assert status[reg.Status.FAULTS_LATCHED] == reg.Fault.WATCHDOG
    dropped, ended = board.events()
    assert (dropped.kind, dropped.source) == (reg.EventKind.OUTPUTS_DROPPED, reg.Why.WATCHDOG)
    assert (ended.outcome, ended.why) == (reg.Outcome.STOPPED, reg.Why.WATCHDOG)


def test_polling_and_repeating_an_old_heartbeat_keep_nothing_alive(armed: Examiner) -> None:
    run_drum(armed)
    armed.keep_alive()
    for _ in range(20):
        armed.run(20)
        armed.status()
        armed.cycle(reg.CycleFlag.ARM)
    armed.run(100)
    assert armed.drives.on == 0
    assert armed.status()[reg.Status.FAULTS_LATCHED] == reg.Fault.WATCHDOG


def test_a_changed_heartbeat_keeps_it_alive(armed: Examiner) -> None:
    run_drum(armed)
    armed.wait(3_000)
    assert armed.drives.on == 1 << Actuator.DRUM
    assert 0 < armed.status()[reg.Status.WATCHDOG_LEFT] <= 500


def test_after_the_watchdog_it_takes_a_clear_to_arm_again(armed: Examiner) -> None:
    run_drum(armed)
    off_after_ms(armed, 600)
    armed.heartbeat += 1
    assert armed.cycle(reg.CycleFlag.ARM)[reg.Status.STATE] == reg.State.FAULT
    assert armed.arm()[reg.Status.STATE] == reg.State.ARMED
    assert armed.wait(100).on == 0


def test_a_disarmed_board_needs_no_heartbeat(board: Examiner) -> None:
    board.run(5_000)
    assert board.status()[reg.Status.FAULTS_LATCHED] == reg.Fault.RESTART
    assert board.status()[reg.Status.WATCHDOG_LEFT] == 0


def test_disarming_stops_what_moves(armed: Examiner) -> None:
    run_drum(armed)
    status = armed.cycle(0)
    assert status[reg.Status.STATE] == reg.State.IDLE
    assert status[reg.Status.DRIVEN + 1] == 0
    assert armed.run(5).on == 0


@pytest.mark.parametrize("guard", sorted(GUARDS))
def test_a_safety_input_drops_all_outputs_and_forbids_motions(
    armed: Examiner, guard: Input
) -> None:
    why, fault = GUARDS[guard]
    run_drum(armed)
    armed.off(guard)
    assert armed.wait(10).on == 0
    status = armed.status()
    assert status[reg.Status.STATE] == reg.State.FAULT
    assert status[reg.Status.FAULTS_LATCHED] == fault
    assert status[reg.Status.FAULTS_LIVE] == fault
    kinds = [(event.kind, event.source) for event in armed.events()]
    assert (reg.EventKind.OUTPUTS_DROPPED, why) in kinds
    armed.arm()
    refused = armed.motion(Actuator.DRUM, reg.Verb.FORWARD, 1_000)
    assert refused[reg.Status.RESULT] == reg.Result.REFUSED << 8 | why
    armed.on(guard)
    armed.wait(20)
    assert armed.drives.on == 0
    assert armed.status()[reg.Status.FAULTS_LIVE] == 0
    armed.motion(Actuator.DRUM, reg.Verb.FORWARD, 1_000)
    assert armed.wait(20).on == 1 << Actuator.DRUM


def test_a_guard_that_an_actuator_does_not_need_does_not_stop_it(board: Examiner) -> None:
    first = reg.Limits.ADDRESS + reg.Limits.HEAD
    for actuator in range(20):
        where = first + actuator * reg.Limits.ENTRY_WORDS + reg.Limits.MUST_BE_SAFE
        board.write(where, [reg.Guard.ESTOP_RELEASED])
    board.arm()
    run_drum(board)
    board.off(Input.TOP_CLOSED)
    assert board.wait(50).on == 1 << Actuator.DRUM
    board.off(Input.ESTOP_RELEASED)
    assert board.wait(20).on == 0


def test_a_start_gives_another_boot_id_and_forgets_numbers(armed: Examiner) -> None:
    run_drum(armed)
    before = armed.status()
    armed.board.reset()
    assert armed.run(60).on == 0
    after = armed.status()
    assert after[reg.Status.BOOT_ID] not in (0, before[reg.Status.BOOT_ID])
    assert after[reg.Status.STATE] == reg.State.IDLE
    assert after[reg.Status.FAULTS_LATCHED] == reg.Fault.RESTART
    assert (after[reg.Status.LAST_SEQ], after[reg.Status.EVENT_HEAD]) == (0, 0)
    with pytest.raises(ModbusException):
        armed.write(reg.Limits.ADDRESS + 1, [0])


def test_a_main_loop_that_hangs_has_its_outputs_off_and_is_restarted(chip: Examiner) -> None:
    chip.arm()
    run_drum(chip)
    before = chip.status()[reg.Status.BOOT_ID]
    where = symbol("board_tick")
    chip.keep_alive()
    healthy = chip.board.poke(where, LOOP_FOR_EVER)
    off_ms = off_after_ms(chip, 200)
    assert off_ms <= 60
    chip.board.poke(where, healthy)
    for _ in range(60):
        assert chip.run(STEP_MS).on == 0
    status = chip.status()
    assert status[reg.Status.BOOT_ID] != before
    assert status[reg.Status.FAULTS_LATCHED] == reg.Fault.RESTART | reg.Fault.HUNG
    assert chip.arm()[reg.Status.STATE] == reg.State.ARMED


def test_a_chip_that_hangs_with_interrupts_off_is_restarted_by_the_hardware(chip: Examiner) -> None:
    chip.arm()
    run_drum(chip)
    where = symbol("board_tick")
    healthy = chip.board.poke(where, bytes.fromhex("F894") + LOOP_FOR_EVER)  # cli, then for ever
    assert off_after_ms(chip, 200) <= 140
    chip.board.poke(where, healthy)
    chip.run(200)
    assert chip.status()[reg.Status.FAULTS_LATCHED] == reg.Fault.RESTART | reg.Fault.HUNG


def test_level_outputs_follow_the_cycle_and_go_off_when_the_link_is_lost(board: Examiner) -> None:
    lamps = reg.LevelOutput.READY_LAMP | reg.LevelOutput.DEALER_2
    board.cycle(0, lamps)
    assert board.run(1_900).lamps & 0x1F == lamps
    assert board.run(200).lamps & 0x1F == 0


def test_a_cut_wire_reads_unsafe(chip: Examiner) -> None:
    chip.off(*AT_REST)
    chip.run(20)
    assert chip.status()[reg.Status.FAULTS_LIVE] == (
        reg.Fault.ESTOP | reg.Fault.HATCH | reg.Fault.TOP
    )
