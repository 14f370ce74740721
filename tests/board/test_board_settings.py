"""Parameters and limits: checked, in force at once, kept over a power cut, never half believed."""

import struct

import pytest

from hal.ids import Actuator, Input
from hal.line import registers as reg
from tests.support.board_master import Examiner, ModbusException, crc16

PARAMETERS = reg.Parameters.ADDRESS
FIRST = reg.Parameters.KEEP + 1
IMAGE = 16
"""Where the image of all settings begins in the EEPROM."""

SAVED_MS = 1_500
"""A byte of EEPROM takes 3.4 ms."""

SETTLE_MS = 100


def parameter(board: Examiner, which: int) -> int:
    return board.read(PARAMETERS + which, 1)[0]


def refused_with(board: Examiner, address: int, *words: int) -> int:
    with pytest.raises(ModbusException) as caught:
        board.write(address, words)
    return caught.value.code


def sum_of(board: Examiner) -> int:
    """Return the CRC over what is read, as a host computes it."""
    limits = board.read(reg.Limits.ADDRESS, reg.Limits.WORDS)[reg.Limits.HEAD :]
    parameters = board.read(PARAMETERS, reg.Parameters.WORDS)[FIRST:]
    words = limits + parameters
    return int(struct.unpack("<H", crc16(struct.pack(f">{len(words)}H", *words)))[0])


def restart(board: Examiner) -> None:
    board.board.reset()
    board.run(SETTLE_MS)


def test_a_new_board_has_the_map_s_defaults(board: Examiner) -> None:
    words = board.read(PARAMETERS, reg.Parameters.WORDS)[FIRST:]
    assert words == [default for _, _, default in reg.Parameters.RANGES.values()]
    limits = board.read(reg.Limits.ADDRESS, reg.Limits.WORDS)[reg.Limits.HEAD :]
    assert limits == [word for row in reg.LIMITS_AS_DELIVERED for word in row]
    assert board.status()[reg.Status.FAULTS_LATCHED] == reg.Fault.RESTART


def test_the_status_shows_the_sum_of_all_settings(board: Examiner) -> None:
    before = board.status()[reg.Status.PARAMETERS_CRC]
    assert before == sum_of(board)
    board.write(PARAMETERS + reg.Parameters.DEBOUNCE, [9])
    after = board.status()[reg.Status.PARAMETERS_CRC]
    assert after == sum_of(board) != before


def test_every_value_is_held_to_its_range(board: Examiner) -> None:
    for offset, (low, high, default) in enumerate(reg.Parameters.RANGES.values(), FIRST):
        for bad in {low - 1, high + 1} & set(range(0x10000)):
            assert refused_with(board, PARAMETERS + offset, bad) == 3
        assert parameter(board, offset) == default
    first = reg.Limits.ADDRESS + reg.Limits.HEAD
    for offset, bad in ((0, 0), (0, 1201), (1, 20_001), (2, 0x28FF), (2, 0xFF28), (3, 8)):
        assert refused_with(board, first + offset, bad) == 3


def test_several_words_are_taken_together_or_not_at_all(board: Examiner) -> None:
    where = PARAMETERS + reg.Parameters.WATCHDOG
    assert refused_with(board, where, 400, 1) == 3
    assert parameter(board, reg.Parameters.WATCHDOG) == 500
    board.write(where, [400, 10])
    assert parameter(board, reg.Parameters.WATCHDOG) == 400
    assert parameter(board, reg.Parameters.FRAME_SILENCE) == 10


def test_function_6_writes_one_setting(board: Examiner) -> None:
    where = PARAMETERS + reg.Parameters.DEBOUNCE
    request = struct.pack(">BBHH", reg.UNIT, 6, where, 7)
    assert board.exchange(request) == request[1:]
    assert parameter(board, reg.Parameters.DEBOUNCE) == 7


def test_nothing_is_set_while_armed(armed: Examiner) -> None:
    assert refused_with(armed, PARAMETERS + reg.Parameters.DEBOUNCE, 9) == 4
    assert refused_with(armed, reg.Limits.ADDRESS + 1, 10) == 4
    armed.cycle(0)
    armed.write(PARAMETERS + reg.Parameters.DEBOUNCE, [9])


def test_settings_are_lost_at_a_start_unless_they_are_kept(board: Examiner) -> None:
    where = PARAMETERS + reg.Parameters.DEBOUNCE
    board.write(where, [9])
    restart(board)
    assert parameter(board, reg.Parameters.DEBOUNCE) == 5
    board.write(where, [9])
    board.write(PARAMETERS + reg.Parameters.KEEP, [reg.Keep.SAVE])
    board.run(SAVED_MS)
    restart(board)
    assert parameter(board, reg.Parameters.DEBOUNCE) == 9
    assert board.status()[reg.Status.FAULTS_LATCHED] == reg.Fault.RESTART
    board.write(PARAMETERS + reg.Parameters.KEEP, [reg.Keep.DEFAULTS])
    assert parameter(board, reg.Parameters.DEBOUNCE) == 5
    restart(board)
    assert parameter(board, reg.Parameters.DEBOUNCE) == 9


def test_while_it_saves_it_is_busy_and_answers_all_the_same(chip: Examiner) -> None:
    chip.write(PARAMETERS + reg.Parameters.DEBOUNCE, [9])
    chip.write(PARAMETERS + reg.Parameters.KEEP, [reg.Keep.SAVE])
    assert refused_with(chip, PARAMETERS + reg.Parameters.DEBOUNCE, 8) == 6
    assert chip.status()[reg.Status.STATE] == reg.State.IDLE
    chip.run(SAVED_MS)
    chip.write(PARAMETERS + reg.Parameters.DEBOUNCE, [8])


@pytest.mark.parametrize("at", [0, 7, 90, 170, 189])
def test_a_damaged_image_is_not_believed(board: Examiner, at: int) -> None:
    board.write(PARAMETERS + reg.Parameters.DEBOUNCE, [9])
    board.write(PARAMETERS + reg.Parameters.KEEP, [reg.Keep.SAVE])
    board.run(SAVED_MS)
    board.board.write_eeprom(IMAGE + at, b"\x55")
    restart(board)
    assert parameter(board, reg.Parameters.DEBOUNCE) == 5
    latched = board.status()[reg.Status.FAULTS_LATCHED]
    assert latched == reg.Fault.RESTART | reg.Fault.PARAMETERS
    assert board.arm()[reg.Status.STATE] == reg.State.ARMED


def test_the_debounce_is_what_was_set(board: Examiner) -> None:
    board.write(PARAMETERS + reg.Parameters.DEBOUNCE, [50])
    board.events()
    board.on(Input.KEY_LIFT_0)
    board.run(40)
    board.off(Input.KEY_LIFT_0)
    board.run(100)
    assert board.events() == []
    board.on(Input.KEY_LIFT_0)
    board.run(60)
    (event,) = board.events()
    assert (event.kind, event.source, event.value) == (1, Input.KEY_LIFT_0, 1)


def test_an_inverted_input_reads_the_other_way(board: Examiner) -> None:
    mask = 1 << Input.DOME_UP
    words = [mask >> 32, mask >> 16 & 0xFFFF, mask & 0xFFFF]
    board.write(PARAMETERS + reg.Parameters.INVERT, words)
    board.run(20)
    inputs = board.status()[reg.Status.INPUTS :][:3]
    assert inputs[1] >> (Input.DOME_UP - 16) & 1


def test_a_longest_run_that_was_set_is_obeyed(board: Examiner) -> None:
    first = reg.Limits.ADDRESS + reg.Limits.HEAD
    board.write(first + Actuator.RING * reg.Limits.ENTRY_WORDS, [3])
    board.arm()
    board.motion(Actuator.RING, reg.Verb.FORWARD, 60_000)
    assert board.wait(270).direction(Actuator.RING) == 1
    assert board.wait(50).on == 0


def test_the_reply_waits_as_long_as_was_set(chip: Examiner) -> None:
    request = struct.pack(">BBHH", reg.UNIT, 6, PARAMETERS + reg.Parameters.REPLY_DELAY, 20)
    chip.exchange(request)
    sent_us = chip.drives.now_us
    chip.read(reg.Identity.ADDRESS, 1)
    assert chip.drives.now_us - sent_us >= 20_000


def test_another_unit_number_is_in_force_after_the_next_start(board: Examiner) -> None:
    board.write(PARAMETERS + reg.Parameters.UNIT_ID, [17])
    assert board.read(reg.Identity.ADDRESS, 1) == [reg.MAGIC]
    board.write(PARAMETERS + reg.Parameters.KEEP, [reg.Keep.SAVE])
    board.run(SAVED_MS)
    restart(board)
    with pytest.raises(TimeoutError):
        board.read(reg.Identity.ADDRESS, 1)
    answer = board.exchange(bytes([17, 4, 0, 0, 0, 1]))
    assert answer[2:] == bytes([0x4D, 0x4A])
