"""What a Modbus master finds on the line, and what line faults do to it."""

import pytest

from hal.line import registers as reg
from tests.support.board_master import Examiner, ModbusException, framed, guarded

QUIET_MS = 30
"""Longer than the silence that ends a broken frame."""


def refused(board: Examiner, request: bytes) -> int:
    with pytest.raises(ModbusException) as caught:
        board.exchange(request)
    return caught.value.code


@pytest.mark.parametrize("function", [3, 4])
def test_it_says_who_it_is(board: Examiner, function: int) -> None:
    identity = board.read(reg.Identity.ADDRESS, reg.Identity.WORDS, function)
    assert identity[reg.Identity.MAGIC] == reg.MAGIC
    assert identity[reg.Identity.MAP_VERSION] == reg.MAP_MAJOR << 8 | reg.MAP_MINOR
    assert identity[reg.Identity.BOARD_TYPE] == reg.BoardType.MEGA2560
    assert identity[reg.Identity.INPUTS_ACTUATORS] == 40 << 8 | 20
    assert identity[reg.Identity.LANES_LEDS] == 4 << 8 | len(reg.LevelOutput)
    assert identity[reg.Identity.RINGS] == reg.Events.ENTRIES << 8 | reg.Tiles.ENTRIES


def test_it_promises_only_what_it_has(board: Examiner) -> None:
    capabilities = board.read(reg.Identity.ADDRESS + reg.Identity.CAPABILITIES, 1)[0]
    assert capabilities == (
        reg.Capability.WATCHDOG
        | reg.Capability.TILE_READER
        | reg.Capability.EYE_LEVELS
        | reg.Capability.DISPLAY
    )


def test_a_board_number_is_read_where_it_was_flashed(board: Examiner) -> None:
    board.board.write_eeprom(4, bytes.fromhex("C0FFEE01"))
    assert board.read(reg.Identity.ADDRESS + reg.Identity.BOARD_ID, 2) == [0xC0FF, 0xEE01]


def test_the_device_identification_is_read_as_a_whole_and_by_object(board: Examiner) -> None:
    whole = board.exchange(bytes([reg.UNIT, 43, 14, 1, 0]))
    assert whole[6] == 3
    assert b"mjtable" in whole
    one = board.exchange(bytes([reg.UNIT, 43, 14, 4, 0]))
    assert one[6:] == bytes([1, 0, 7]) + b"mjtable"
    assert refused(board, bytes([reg.UNIT, 43, 14, 4, 3])) == 2
    assert refused(board, bytes([reg.UNIT, 43, 14, 9, 0])) == 3
    assert refused(board, bytes([reg.UNIT, 43, 13, 1, 0])) == 1


def test_an_unknown_function_is_refused_once_silence_has_ended_it(board: Examiner) -> None:
    assert refused(board, bytes([reg.UNIT, 1, 0, 0, 0, 8])) == 1
    assert board.status()[reg.Status.CRC_ERRORS] == 0


@pytest.mark.parametrize(
    ("address", "count"), [(0x000F, 2), (0x0030, 1), (0x0200, 6), (0x0210, 11), (0xFFFF, 2)]
)
def test_words_outside_one_readable_block_are_refused(
    board: Examiner, address: int, count: int
) -> None:
    with pytest.raises(ModbusException) as caught:
        board.read(address, count)
    assert caught.value.code == 2


@pytest.mark.parametrize("count", [0, 126])
def test_a_count_that_no_reply_can_hold_is_refused(board: Examiner, count: int) -> None:
    request = bytes([reg.UNIT, 3, 0, 0]) + count.to_bytes(2, "big")
    assert refused(board, request) == 3


def test_a_command_block_is_written_whole_or_not_at_all(board: Examiner) -> None:
    block = guarded(7, (reg.CycleFlag.CLEAR, 0, 0, 0))
    with pytest.raises(ModbusException) as caught:
        board.write(reg.Cycle.ADDRESS, block[:5])
    assert caught.value.code == 2
    assert refused(board, bytes([reg.UNIT, 6, 2, 0, 0, 7])) == 2
    assert board.status()[reg.Status.NONCE] == 0
    board.write(reg.Cycle.ADDRESS, block)
    assert board.status()[reg.Status.NONCE] == 7


def test_a_wrong_guard_or_an_old_nonce_changes_nothing(board: Examiner) -> None:
    block = guarded(100, (reg.CycleFlag.CLEAR | reg.CycleFlag.ARM, 0, 0, 0))
    for bad in (
        [*block[:1], block[1] ^ 1, *block[2:]],
        [*block[:2], reg.CycleFlag.ARM, *block[3:]],
    ):
        with pytest.raises(ModbusException) as caught:
            board.write(reg.Cycle.ADDRESS, bad)
        assert caught.value.code == 3
        assert board.status()[reg.Status.STATE] == reg.State.IDLE
    board.write(reg.Cycle.ADDRESS, guarded(100, (0, 0, 0, 0)))
    for old in (100, 99, 100 + 0x8000):
        late = guarded(old & 0xFFFF, (reg.CycleFlag.CLEAR | reg.CycleFlag.ARM, 0, 0, 0))
        with pytest.raises(ModbusException) as caught:
            board.write(reg.Cycle.ADDRESS, late)
        assert caught.value.code == 3
    status = board.status()
    assert status[reg.Status.NONCE] == 100
    assert status[reg.Status.STATE] == reg.State.IDLE


def test_the_nonce_wraps(board: Examiner) -> None:
    board.nonce = 0xFFFE
    board.cycle(0)
    board.cycle(0)
    assert board.nonce == 1
    assert board.status()[reg.Status.NONCE] == 1


def test_the_worked_rows_of_the_page_are_taken(board: Examiner) -> None:
    board.write(reg.Cycle.ADDRESS, [0x1234, 0xEDDA, 1, 0, 1, 7])
    board.write(
        reg.Mailbox.ADDRESS, [0x1235, 0x4EFA, 1, 2, 2, 0x3E8, 0, 0, 0x11C, 0, 0x1F40]
    )  # fmt: skip
    status = board.status()
    assert status[reg.Status.NONCE] == 0x1235
    assert status[reg.Status.LAST_SEQ] == 1
    assert status[reg.Status.RESULT] == reg.Result.REFUSED << 8 | reg.Why.NOT_ARMED


def test_a_frame_with_a_bad_crc_gets_silence_and_is_counted(board: Examiner) -> None:
    broken = bytearray(framed(bytes([reg.UNIT, 4, 0, 0, 0, 1])))
    broken[-1] ^= 0x10
    board.board.say(bytes(broken))
    assert board.run(QUIET_MS).sent == b""
    assert board.status()[reg.Status.CRC_ERRORS] == 1


def test_a_frame_for_another_unit_gets_silence(board: Examiner) -> None:
    board.board.say(framed(bytes([9, 4, 0, 0, 0, 1])))
    assert board.run(QUIET_MS).sent == b""
    assert board.status()[reg.Status.CRC_ERRORS] == 0


def test_a_frame_in_pieces_is_put_together(board: Examiner) -> None:
    request = framed(bytes([reg.UNIT, 4, 0, 0, 0, 1]))
    for byte in request[:-1]:
        board.board.say(bytes([byte]))
        assert board.run(15).sent == b""
    board.board.say(request[-1:])
    assert board.run(10).sent == framed(bytes([reg.UNIT, 4, 2, 0x4D, 0x4A]))


@pytest.mark.parametrize("rubbish", [b"\x01", b"\x01\x17\x00", b"\xff" * 7, bytes(range(200))])
def test_rubbish_is_forgotten_after_a_silence(board: Examiner, rubbish: bytes) -> None:
    board.board.say(rubbish)
    assert board.run(200).sent == b""
    assert board.read(reg.Identity.ADDRESS, 1) == [reg.MAGIC]


def test_two_requests_in_one_go_are_both_answered(board: Examiner) -> None:
    request = framed(bytes([reg.UNIT, 4, 0, 0, 0, 1]))
    board.board.say(request + request)
    assert board.run(10).sent == 2 * framed(bytes([reg.UNIT, 4, 2, 0x4D, 0x4A]))
