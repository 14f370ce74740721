"""What the board does with motions, whatever the host does meanwhile."""

import pytest

from hal.ids import PUSHERS, PUSHERS_OUT, TRAYS, TRAYS_UP, Actuator, Input
from hal.line import registers as reg
from tests.support.board_master import Examiner, ModbusException

FORWARD, REVERSE = reg.Verb.FORWARD, reg.Verb.REVERSE
REACHED, STOPPED = reg.Outcome.REACHED, reg.Outcome.STOPPED
TIME_LIMIT, REFUSED = reg.Outcome.TIME_LIMIT, reg.Outcome.REFUSED

SWITCHED_MS = 10
"""Within this time a motor is on after its command: direction line, then enable line."""

DEBOUNCED_MS = 12


def test_a_run_ends_when_its_input_reads_the_level(armed: Examiner) -> None:
    status = armed.motion(Actuator.DRUM, FORWARD, 5_000, until=Input.KEY_RESET)
    assert status[reg.Status.RESULT] == reg.Result.TAKEN << 8
    assert armed.wait(1_000).direction(Actuator.DRUM) == 1
    assert armed.status()[reg.Status.BUSY + 1] == 1 << Actuator.DRUM
    assert armed.status()[reg.Status.DRIVEN + 1] == 1 << Actuator.DRUM
    armed.on(Input.KEY_RESET)
    assert armed.wait(DEBOUNCED_MS).on == 0
    assert armed.ends() == [(1, REACHED, reg.Why.NONE)]
    assert armed.status()[reg.Status.BUSY + 1] == 0


def test_a_run_may_wait_for_an_input_to_go_off(armed: Examiner) -> None:
    armed.motion(Actuator.DOME, FORWARD, 5_000, until=Input.DOME_DOWN, level=False)
    armed.wait(500)
    assert armed.drives.direction(Actuator.DOME) == 1
    armed.off(Input.DOME_DOWN)
    assert armed.wait(DEBOUNCED_MS).on == 0
    assert armed.ends() == [(1, REACHED, reg.Why.NONE)]


@pytest.mark.parametrize(
    ("actuator", "verb", "end_stop"),
    [
        (Actuator.DOME, FORWARD, Input.DOME_UP),
        *((motor, FORWARD, stop) for motor, stop in zip(PUSHERS, PUSHERS_OUT, strict=True)),
        *((motor, FORWARD, stop) for motor, stop in zip(TRAYS, TRAYS_UP, strict=True)),
    ],
)
def test_an_end_stop_ends_every_motion_into_it(
    armed: Examiner, actuator: Actuator, verb: int, end_stop: Input
) -> None:
    armed.motion(actuator, verb, 8_000)
    assert armed.wait(100).direction(actuator) == 1
    armed.on(end_stop)
    assert armed.wait(DEBOUNCED_MS).on == 0
    armed.motion(actuator, verb, 8_000, until=Input.KEY_RESET)
    assert armed.wait(100).on == 0
    assert armed.ends() == [(1, REACHED, reg.Why.NONE), (2, STOPPED, reg.Why.END_STOP)]


def test_a_run_that_is_there_already_moves_nothing(armed: Examiner) -> None:
    armed.motion(Actuator.DOME, REVERSE, 8_000, until=Input.DOME_DOWN)
    for _ in range(50):
        assert armed.wait(1).on == 0
    assert armed.ends() == [(1, REACHED, reg.Why.NONE)]


def test_the_time_limit_ends_a_run_and_names_the_input_that_did_not_come(armed: Examiner) -> None:
    armed.motion(Actuator.DOME, FORWARD, 300, until=Input.DOME_UP)
    assert armed.wait(280).direction(Actuator.DOME) == 1
    assert armed.wait(40).on == 0
    (event,) = [e for e in armed.events() if e.kind == reg.EventKind.MOTION_ENDED]
    assert (event.outcome, event.why, event.argument) == (
        TIME_LIMIT, reg.Why.INPUT_LATE, Input.DOME_UP,
    )  # fmt: skip


def test_a_command_that_asks_for_too_long_ends_at_the_longest_run(armed: Examiner) -> None:
    armed.motion(Actuator.DICE_CUP, FORWARD, 60_000)
    assert armed.wait(9_900).direction(Actuator.DICE_CUP) == 1
    assert armed.wait(200).on == 0
    assert armed.ends() == [(1, TIME_LIMIT, reg.Why.LONGEST_RUN)]


def test_renewing_a_run_does_not_stop_the_motor(armed: Examiner) -> None:
    armed.motion(Actuator.DRUM, FORWARD, 500)
    armed.wait(SWITCHED_MS)
    for _ in range(4):
        armed.motion(Actuator.DRUM, FORWARD, 500)
        for _ in range(20):
            assert armed.wait(10).direction(Actuator.DRUM) == 1
    assert armed.wait(600).on == 0
    assert [end[1:] for end in armed.ends()] == [(STOPPED, reg.Why.REPLACED)] * 4 + [
        (TIME_LIMIT, reg.Why.NONE)
    ]


def test_renewing_does_not_stretch_the_longest_run_of_an_output(armed: Examiner) -> None:
    armed.motion(Actuator.DICE_CUP, FORWARD, 6_000)
    armed.wait(5_000)
    armed.motion(Actuator.DICE_CUP, FORWARD, 6_000)
    assert armed.wait(4_900).direction(Actuator.DICE_CUP) == 1
    assert armed.wait(200).on == 0
    assert armed.ends() == [
        (1, STOPPED, reg.Why.REPLACED), (2, TIME_LIMIT, reg.Why.LONGEST_RUN),
    ]  # fmt: skip


def test_a_motor_rests_before_it_turns_the_other_way(armed: Examiner) -> None:
    armed.motion(Actuator.DRUM, FORWARD, 5_000)
    armed.wait(100)
    armed.motion(Actuator.DRUM, REVERSE, 5_000)
    off_ms = 0
    while armed.wait(1).direction(Actuator.DRUM) == 0:
        off_ms += 1
    assert armed.drives.direction(Actuator.DRUM) == -1
    assert off_ms >= 40  # the exchange that told it took some of the 60 ms


def test_a_direction_line_never_changes_under_a_motor_that_is_on(armed: Examiner) -> None:
    armed.motion(Actuator.DRUM, FORWARD, 5_000)
    before = armed.wait(50)
    for verb in (REVERSE, FORWARD, REVERSE):
        armed.motion(Actuator.DRUM, verb, 5_000)
        for _ in range(100):
            now = armed.wait(1)
            if before.on & now.on & 1:
                assert before.reverse & 1 == now.reverse & 1
            before = now


def test_a_stop_ends_one_motion_and_is_harmless_again(armed: Examiner) -> None:
    armed.motion(Actuator.DRUM, FORWARD, 5_000)
    armed.motion(Actuator.RING, FORWARD, 5_000)
    armed.wait(100)
    armed.motion(Actuator.DRUM, reg.Verb.STOP)
    armed.motion(Actuator.DRUM, reg.Verb.STOP)
    assert armed.wait(10).on == 1 << Actuator.RING
    assert armed.ends() == [(seq, STOPPED, reg.Why.STOP) for seq in (1, 3, 4)]


def test_the_stop_flag_ends_everything_at_once_and_the_board_stays_armed(armed: Examiner) -> None:
    for motor in (Actuator.DRUM, Actuator.RING, Actuator.BELT_2):
        armed.motion(motor, FORWARD, 5_000)
    armed.wait(50)
    status = armed.cycle(reg.CycleFlag.ARM | reg.CycleFlag.STOP)
    assert status[reg.Status.DRIVEN + 1] == 0
    assert status[reg.Status.STATE] == reg.State.ARMED
    assert armed.run(5).on == 0
    assert armed.ends() == [(seq, STOPPED, reg.Why.STOP) for seq in (1, 2, 3)]


def test_a_repeated_mailbox_write_moves_nothing_twice(armed: Examiner) -> None:
    armed.motion(Actuator.DRUM, FORWARD, 200, seq=9)
    armed.wait(400)
    assert armed.ends() == [(9, TIME_LIMIT, reg.Why.NONE)]
    for seq in (9, 8, 9):
        status = armed.motion(Actuator.DRUM, FORWARD, 200, seq=seq)
        assert status[reg.Status.LAST_SEQ] == 9
        assert status[reg.Status.RESULT] == reg.Result.TAKEN << 8
        for _ in range(20):
            assert armed.wait(10).on == 0
    assert armed.ends() == []
    armed.motion(Actuator.DRUM, FORWARD, 200, seq=10)
    assert armed.wait(50).on == 1


def test_a_repeat_while_the_motion_runs_neither_restarts_nor_stops_it(armed: Examiner) -> None:
    armed.motion(Actuator.DRUM, FORWARD, 400, seq=1)
    taken_us = armed.drives.now_us
    for _ in range(3):
        armed.wait(100)
        armed.motion(Actuator.DRUM, FORWARD, 400, seq=1)
        assert armed.drives.on == 1
    while armed.wait(1).on:
        pass
    assert 380_000 <= armed.drives.now_us - taken_us <= 405_000
    assert armed.ends() == [(1, TIME_LIMIT, reg.Why.NONE)]


def test_without_arming_every_motion_is_refused(board: Examiner) -> None:
    status = board.motion(Actuator.DOME, FORWARD, 8_000)
    assert status[reg.Status.RESULT] == reg.Result.REFUSED << 8 | reg.Why.NOT_ARMED
    assert board.wait(100).on == 0
    assert board.ends() == [(1, REFUSED, reg.Why.NOT_ARMED)]


def test_the_belt_of_a_stacking_lane_is_not_lent(armed: Examiner) -> None:
    armed.motion(Actuator.STACKER_1, reg.Verb.STACK, 5_000, amount=3)
    armed.motion(Actuator.BELT_1, REVERSE, 1_000)
    assert armed.wait(100).direction(Actuator.BELT_1) == 1
    armed.motion(Actuator.BELT_1, reg.Verb.STOP)
    assert armed.wait(20).on == 0
    assert armed.ends() == [
        (2, REFUSED, reg.Why.LANE_STACKING), (1, STOPPED, reg.Why.STOP),
        (3, STOPPED, reg.Why.STOP),
    ]  # fmt: skip


def test_the_dice_settle_after_their_spin(armed: Examiner) -> None:
    armed.motion(Actuator.DICE_CUP, reg.Verb.SPIN_DICE, 300)
    assert armed.wait(100).direction(Actuator.DICE_CUP) == 1
    armed.wait(2_000)
    ended, settled = armed.events()
    assert (ended.kind, ended.outcome) == (reg.EventKind.MOTION_ENDED, REACHED)
    assert (settled.kind, settled.value) == (reg.EventKind.DICE_SETTLED, 0)
    assert settled.ms > ended.ms


@pytest.mark.parametrize(
    "words",
    [
        (1, 20, FORWARD, 1000, 0, 0, 0xFF, 0, 100),  # no such actuator
        (1, 0, 0, 1000, 0, 0, 0xFF, 0, 100),  # no such verb
        (1, 0, 6, 1000, 0, 0, 0xFF, 0, 100),
        (1, 0, FORWARD, 0, 0, 0, 0xFF, 0, 100),  # no speed
        (1, 0, FORWARD, 1001, 0, 0, 0xFF, 0, 100),
        (1, 0, FORWARD, 1000, 0, 0, 40, 0, 100),  # no such input
        (1, 0, FORWARD, 1000, 0, 0, 0x0200, 0, 100),  # no such level
        (1, 0, FORWARD, 1000, 0, 0, 0xFF, 0, 0),  # no limit
        (1, 0, FORWARD, 1000, 0, 0, 0xFF, 1, 0xD4C1),  # 120,001 ms
        (1, 0, reg.Verb.SPIN_DICE, 1000, 0, 0, 0xFF, 0, 100),  # the drum is no cup
        (1, 0, reg.Verb.STACK, 1000, 0, 1, 0xFF, 0, 100),  # nor a stacker
        (1, 8, reg.Verb.STACK, 1000, 0, 0, 0xFF, 0, 100),  # no stacks
        (1, 8, reg.Verb.STACK, 1000, 0, 21, 0xFF, 0, 100),
        (1, 8, reg.Verb.STACK, 1000, 1, 1, 0xFF, 0, 100),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_and_takes_no_number(
    armed: Examiner, words: tuple[int, ...]
) -> None:
    with pytest.raises(ModbusException) as caught:
        armed.command(reg.Mailbox.ADDRESS, words)
    assert caught.value.code == 3
    assert armed.wait(20).on == 0
    assert armed.status()[reg.Status.LAST_SEQ] == 0
    assert armed.ends() == []


def test_the_ring_keeps_the_newest_events_and_numbers_show_what_is_lost(armed: Examiner) -> None:
    for _ in range(reg.Events.ENTRIES + 3):
        armed.motion(Actuator.DRUM, reg.Verb.STOP)
    head = armed.status()[reg.Status.EVENT_HEAD]
    assert head == reg.Events.ENTRIES + 3
    first = reg.Events.ADDRESS
    seqs = [
        armed.read(first + entry * reg.Events.ENTRY_WORDS, 1)[0]
        for entry in range(reg.Events.ENTRIES)
    ]
    assert sorted(seqs) == list(range(4, head + 1))
    assert all(seq % reg.Events.ENTRIES == entry for entry, seq in enumerate(seqs))
