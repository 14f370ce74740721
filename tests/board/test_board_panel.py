"""Inputs, eyes, tile readers, digits, lamps and buzzer."""

import pytest

from hal.ids import FOUR_PORT_ACTUATORS, FOUR_PORT_INPUTS, Actuator, Input
from hal.line import registers as reg
from tests.support.board_master import Examiner

TILE = 0x0123_4567_89AB_CD09
OTHER = 0xFFEE_DDCC_BBAA_0102


def show(board: Examiner, text: str, buzzer: int = reg.Buzzer.SILENT) -> None:
    raw = text.encode().ljust(8, b"\0")
    words = [raw[at] << 8 | raw[at + 1] for at in range(0, 8, 2)]
    board.command(reg.Display.ADDRESS, [*words, buzzer])


def reading(board: Examiner, seq: int) -> tuple[int, int, int]:
    """Return lane and flags, agreeing reads, and id of a tile reading."""
    address = reg.Tiles.ADDRESS + seq % reg.Tiles.ENTRIES * reg.Tiles.ENTRY_WORDS
    found, _, packed, *words = board.read(address, reg.Tiles.ENTRY_WORDS)
    assert found == seq
    return packed & 0xFF, packed >> 8, int("".join(f"{word:04X}" for word in words), 16)


def pass_tile(board: Examiner, lane: int, ms: int = 150) -> None:
    board.on(Input.EYE_0 + lane)
    board.run(ms)
    board.off(Input.EYE_0 + lane)
    board.run(20)


@pytest.mark.parametrize("input_", FOUR_PORT_INPUTS)
def test_every_input_reads_where_the_map_says(chip: Examiner, input_: Input) -> None:
    chip.off(*FOUR_PORT_INPUTS)
    chip.run(20)
    chip.on(input_)
    chip.run(20)
    high, middle, low = chip.status()[reg.Status.INPUTS :][:3]
    assert high << 32 | middle << 16 | low == 1 << input_


@pytest.mark.parametrize("actuator", FOUR_PORT_ACTUATORS)
def test_every_actuator_has_its_own_two_lines(chip: Examiner, actuator: Actuator) -> None:
    chip.off(Input.DOME_DOWN, *range(Input.PUSHER_HOME_0, Input.TRAY_DOWN_3 + 1))
    chip.run(20)
    chip.arm()
    for verb, direction in ((reg.Verb.FORWARD, 1), (reg.Verb.REVERSE, -1)):
        chip.motion(actuator, verb, 100)
        drives = chip.wait(80)
        assert drives.on == 1 << actuator
        assert drives.direction(actuator) == direction
        chip.wait(100)


def test_a_tile_is_counted_when_it_has_left_the_eye(board: Examiner) -> None:
    pass_tile(board, 2)
    pass_tile(board, 2)
    assert board.status()[reg.Status.LANE_COUNTS :][:4] == [0, 0, 2, 0]
    passed = [event for event in board.events() if event.kind == reg.EventKind.TILE_PASSED]
    assert [(event.source, event.value) for event in passed] == [(2, 1), (2, 2)]
    assert all(148 <= event.detail <= 152 for event in passed)


def test_a_tile_that_runs_back_is_not_counted(armed: Examiner) -> None:
    armed.motion(Actuator.BELT_1, reg.Verb.REVERSE, 5_000)
    pass_tile(armed, 1)
    assert armed.status()[reg.Status.LANE_COUNTS + 1] == 0
    assert armed.status()[reg.Status.TILE_HEAD] == 0


def test_a_flicker_of_the_eye_is_an_edge_but_no_tile(board: Examiner) -> None:
    for _ in range(5):
        board.on(Input.EYE_3)
        board.run(1)
        board.off(Input.EYE_3)
        board.run(9)
    assert board.status()[reg.Status.LANE_COUNTS + 3] == 0
    assert board.read(reg.Eyes.ADDRESS, reg.Eyes.WORDS)[reg.Eyes.EDGES + 3] >= 8


def test_an_eye_s_idle_level_and_noise_are_measured(chip: Examiner) -> None:
    for lane, level in enumerate((150, 160, 400, 170)):
        chip.board.set_eye(lane, level)
    chip.run(1_500)
    chip.board.set_eye(1, 180)
    chip.run(300)
    eyes = chip.read(reg.Eyes.ADDRESS, reg.Eyes.WORDS)
    idle, now = eyes[reg.Eyes.IDLE :][:4], eyes[reg.Eyes.NOW :][:4]
    assert idle[0] == pytest.approx(150, abs=3)
    assert idle[2] == pytest.approx(400, abs=3)
    assert now[1] == pytest.approx(180, abs=2)
    noise = eyes[reg.Eyes.NOISE :][:4]
    assert noise[1] >= 18
    assert noise[3] < noise[1] + 160


def test_a_tag_is_read_several_times_while_it_passes(board: Examiner) -> None:
    board.board.put_tag(0, TILE)
    pass_tile(board, 0)
    board.board.put_tag(0, OTHER)
    pass_tile(board, 0)
    lane_flags, reads, tile = reading(board, 1)
    assert (lane_flags, tile) == (0, TILE)
    assert reads >= 4
    assert reading(board, 2)[2] == OTHER


def test_lanes_are_read_side_by_side(board: Examiner) -> None:
    ids = [TILE + lane for lane in range(4)]
    for lane, tile in enumerate(ids):
        board.board.put_tag(lane, tile)
    board.on(*range(4))
    board.run(180)
    board.off(*range(4))
    board.run(20)
    readings = [reading(board, seq) for seq in range(1, 5)]
    assert [(each[0] >> 4, each[2]) for each in readings] == list(enumerate(ids))
    assert all(each[1] >= 4 for each in readings)


def test_a_tile_without_a_tag_and_one_that_reads_badly_are_told_apart(board: Examiner) -> None:
    pass_tile(board, 1)
    board.board.put_tag(1, TILE, damaged=True)
    pass_tile(board, 1)
    no_read, bad_crc = reg.TileFlag.NO_READ, reg.TileFlag.NO_READ | reg.TileFlag.BAD_CRC
    assert reading(board, 1) == (1 << 4 | no_read, 0, 0)
    assert reading(board, 2) == (1 << 4 | bad_crc, 0, 0)


def test_without_all_readers_the_board_does_not_claim_to_read_tiles(board: Examiner) -> None:
    board.board.fit_reader(2, fitted=False)
    board.board.reset()
    board.run(100)
    capabilities = board.read(reg.Identity.ADDRESS + reg.Identity.CAPABILITIES, 1)[0]
    assert not capabilities & reg.Capability.TILE_READER


def test_digits_show_a_text_with_its_points(board: Examiner) -> None:
    show(board, "12.A-")
    assert board.run(5).segments == bytes([0x06, 0x5B | 0x80, 0x77, 0x40])
    show(board, "")
    assert board.run(5).segments == bytes(4)


def test_lamps_show_what_the_cycle_says_and_whether_it_is_armed(board: Examiner) -> None:
    assert board.run(5).lamps == 0x40  # a start is a fault until it is cleared
    board.arm()
    board.keep_alive()
    assert board.run(5).lamps == 0x20
    board.cycle(reg.CycleFlag.ARM, reg.LevelOutput.READY_LAMP | reg.LevelOutput.DEALER_3)
    assert board.run(5).lamps == 0x20 | 0x11


@pytest.mark.parametrize(
    ("sound", "ends"),
    [
        (reg.Buzzer.KEY, True),
        (reg.Buzzer.READY, True),
        (reg.Buzzer.WARNING, False),
        (reg.Buzzer.FAULT, False),
    ],
)
def test_sounds_end_or_go_on_until_silence(board: Examiner, sound: int, *, ends: bool) -> None:
    show(board, "", sound)
    assert 900 <= board.run(2).hertz <= 2_100
    heard = [board.run(20).hertz for _ in range(150)]
    assert any(heard[-60:]) is not ends
    show(board, "", reg.Buzzer.SILENT)
    assert not any(board.run(20).hertz for _ in range(60))
