"""The parts of the host's side: numbers, reasons, time, rings, the account of motions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.board import BuzzerPattern, Indicators
from hal.events import MotionEnded, Outcome, TileRead
from hal.ids import Actuator, Direction, Input
from hal.line import reasons
from hal.line import registers as reg
from hal.line.clock import BoardClock
from hal.line.commands import (
    CycleState,
    DisplayState,
    MailboxCommand,
    guard_of,
    is_newer,
    lamps_of,
)
from hal.line.ledger import Ledger
from hal.line.rings import Ring, event_ring, read_event, read_tile, tile_ring
from hal.line.status import NotOurBoard, read_identity
from hal.motions import Run, SpinDice, Stack, Stop

DOME_UP = Run(Actuator.DOME, Direction.FORWARD, 8_000, Input.DOME_UP)


# Numbers.


@given(st.integers(0, 0xFFFF), st.integers(1, 0x7FFF))
def test_newer_is_ahead_by_less_than_half_the_circle(number: int, ahead: int) -> None:
    assert is_newer((number + ahead) & 0xFFFF, number)
    assert not is_newer(number, (number + ahead) & 0xFFFF)
    assert not is_newer(number, number)


def test_the_guards_of_the_page_are_those_of_the_code() -> None:
    cycle = CycleState(reg.CycleFlag.ARM, reg.LevelOutput.READY_LAMP, 7)
    assert cycle.write(0x1234) == (0x0200, (0x1234, 0xEDDA, 1, 0, 1, 7))
    mail = MailboxCommand(1, DOME_UP)
    words = (0x1235, 0x4EFA, 1, 2, 2, 1000, 0, 0, 0x11C, 0, 8_000)
    assert mail.write(0x1235) == (0x0210, words)


@given(st.lists(st.integers(0, 0xFFFF), min_size=1, max_size=9), st.data())
def test_the_guard_sees_every_flipped_bit(contents: list[int], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(contents) - 1))
    changed = contents.copy()
    changed[at] ^= 1 << data.draw(st.integers(0, 15))
    assert guard_of(1, contents) != guard_of(1, changed)


def test_motions_become_mailbox_words() -> None:
    def words(motion: Run | Stack | SpinDice | Stop) -> tuple[int, ...]:
        return MailboxCommand(9, motion).write(1)[1][3:]

    leave = Run(Actuator.DOME, Direction.REVERSE, 100_000, Input.DOME_UP, level=False)
    assert words(leave) == (2, reg.Verb.REVERSE, 1000, 0, 0, 28, 1, 100_000 - 65_536)
    assert words(Stack(2, 17, 1_000)) == (10, reg.Verb.STACK, 1000, 0, 17, 0xFF, 0, 1_000)
    assert words(SpinDice(900)) == (3, reg.Verb.SPIN_DICE, 1000, 0, 0, 0xFF, 0, 900)
    assert words(Stop(Actuator.RING)) == (1, reg.Verb.STOP, 1000, 0, 0, 0xFF, 0, 0)


def test_lamps_and_display_become_bits_and_letters() -> None:
    shown = Indicators(ready_lamp=True, dealer_lamps=(False, False, True, False))
    assert lamps_of(shown) == reg.LevelOutput.READY_LAMP | reg.LevelOutput.DEALER_2
    _, words = DisplayState("E310", BuzzerPattern.FAULT).write(1)
    assert words[2:] == (0x4533, 0x3130, 0, 0, reg.Buzzer.FAULT)


# Reasons.


@pytest.mark.parametrize(
    ("reason", "motion"),
    [
        (reasons.end_stop(Input.DOME_UP), DOME_UP),
        (reasons.input_late(Input.TRAY_UP_2, level=True), DOME_UP),
        (
            reasons.input_late(Input.DOME_UP, level=False),
            Run(Actuator.DOME, Direction.FORWARD, 1, Input.DOME_UP, level=False),
        ),
        (reasons.stacks_late(3, 17, reg.StackPhase.SECOND), Stack(0, 17, 1)),
        (reasons.stall(Actuator.BELT_1), Stack(1, 2, 1)),
        (reasons.cam_stuck(Actuator.STACKER_1), Stack(1, 2, 1)),
        (reasons.lane_stacking(Actuator.BELT_3), DOME_UP),
        *((reasons.plain(code), None) for code in (reg.Why.STOP, reg.Why.WATCHDOG, reg.Why.NONE)),
    ],
)
def test_a_reason_says_the_same_at_both_ends_of_a_line(
    reason: reasons.Reason, motion: Run | Stack | None
) -> None:
    told = reasons.told(reason.code, reason.argument, motion)
    assert told == reason
    assert 0 <= reason.argument < 256


def test_every_code_has_words() -> None:
    assert all(reasons.told(code, 0) for code in reg.Why if code is not reg.Why.NONE)
    assert "31.7" in reasons.told(31, 7)


# Time.


def test_an_event_never_lies_after_the_moment_it_was_heard() -> None:
    clock = BoardClock()
    clock.heard(1_000, sent=10.0, heard=10.020)
    assert clock.at(clock.whole_ms(1_000)) <= 10.020
    assert clock.at(clock.whole_ms(990)) <= 10.020


@given(st.floats(0.995, 1.005), st.lists(st.floats(0.001, 0.02), min_size=20, max_size=40))
def test_a_resonator_that_is_half_a_percent_off_is_followed(rate: float, ways: list[float]) -> None:
    clock, now = BoardClock(), 100.0
    for way in ways:
        sampled = now + way / 2
        clock.heard(int((sampled - 50) * rate * 1000), sent=now, heard=now + way)
        now += 0.5
        happened = sampled - 0.004
        told = clock.at(clock.whole_ms(int((happened - 50) * rate * 1000)))
        assert abs(told - happened) < 0.025 + 0.005


def test_the_boards_time_wraps_after_49_days() -> None:
    clock = BoardClock()
    clock.heard(0xFFFF_FFF0, sent=10.0, heard=10.001)
    before = clock.at(clock.whole_ms(0xFFFF_FFE0))
    clock.heard(0x0000_0010, sent=10.032, heard=10.033)
    assert 0 < clock.at(clock.whole_ms(0x0000_0008)) - before < 0.05


def test_low_bits_are_enough_for_a_recent_time() -> None:
    clock = BoardClock()
    clock.heard(0x0001_0010, sent=0.0, heard=0.0)
    assert clock.whole_ms(0xFFF0, 16) == 0x0000_FFF0


# Rings.


def drain(ring: Ring) -> list[int]:
    """Read everything that waits; return the numbers in the order in which they are read."""
    numbers = []
    while ring.waiting:
        read = ring.next_read()
        count = read.words // read.entry_words
        numbers += [(read.first + i) & 0xFFFF for i in range(count)]
        ring.took(count)
    return numbers


@given(st.integers(0, 0xFFFF), st.lists(st.integers(0, 32), max_size=12))
def test_every_event_is_read_once_and_in_order(start: int, steps: list[int]) -> None:
    ring = event_ring()
    ring.start_at(start)
    read, head = [], start
    for step in steps:
        head += step
        ring.heard(head & 0xFFFF)
        read += drain(ring)
    assert read == [(start + 1 + i) & 0xFFFF for i in range(head - start)]
    assert ring.lost == 0


@given(st.integers(33, 500))
def test_what_was_overwritten_counts_as_lost(step: int) -> None:
    ring = event_ring()
    ring.heard(step)
    assert ring.lost == step - 32
    assert len(drain(ring)) == 32


def test_a_reply_with_other_numbers_is_not_the_reply() -> None:
    ring = event_ring()
    ring.heard(2)
    read = ring.next_read()
    entries = ((1, 0, 5, 0x0101, 1, 0), (2, 0, 6, 0x0101, 0, 0))
    assert read.entries(entries[0] + entries[1]) == list(entries)
    assert read.entries(entries[1] + entries[0]) is None
    assert read.entries(entries[0]) is None


def test_no_two_reads_have_equal_lengths() -> None:
    def lengths(ring: Ring) -> set[int]:
        found = set()
        for waiting in range(1, 9):
            ring.start_at(0)
            ring.head = waiting
            found.add(ring.next_read().words)
        return found

    others = {reg.Identity.WORDS, reg.Status.WORDS, reg.Status.INPUTS, reg.Eyes.WORDS}
    events, tiles = lengths(event_ring()), lengths(tile_ring())
    assert not events & tiles
    assert not (events | tiles) & others


def test_an_end_carries_outcome_reason_and_the_hosts_number() -> None:
    detail = reg.Outcome.TIME_LIMIT << 13 | reg.Why.INPUT_LATE << 8 | Input.DOME_UP
    entry = (7, 0, 0, reg.EventKind.MOTION_ENDED << 8 | Actuator.DOME, 3, detail)
    event = read_event(entry, 1.5, lambda seq: (65_536 + seq, DOME_UP))
    why = "dome_up did not go on in time"
    assert event == MotionEnded(1.5, 65_539, Actuator.DOME, Outcome.TIME_LIMIT, why)


def test_an_event_of_a_newer_map_is_passed_over() -> None:
    def unknown(seq: int) -> tuple[int, None]:
        return seq, None

    assert read_event((1, 0, 0, 99 << 8, 0, 0), 0.0, unknown) is None
    assert read_event((1, 0, 0, reg.EventKind.INPUT_CHANGED << 8 | 200, 0, 0), 0.0, unknown) is None


def test_a_tile_without_a_good_read_has_no_id() -> None:
    assert read_tile((1, 5, 4 << 8 | 2 << 4, 1, 2, 3, 4), 0.0) == TileRead(
        0.0, 2, 0x0001_0002_0003_0004, 4
    )
    bad = reg.TileFlag.BAD_CRC
    assert read_tile((1, 5, 1 << 8 | 2 << 4 | bad, 1, 2, 3, 4), 0.0).tile_id is None


# The account of motions.


def test_a_motion_is_sent_until_the_board_has_it_and_ends_once() -> None:
    ledger = Ledger()
    ledger.begin_after(0xFFFE)
    first, second = ledger.submit(DOME_UP), ledger.submit(SpinDice(5))
    assert (first & 0xFFFF, second & 0xFFFF) == (0xFFFF, 1)  # 0 is left out
    command = ledger.next()
    assert command is not None
    assert command.seq == 0xFFFF
    ledger.taken(0xFFFF)
    command = ledger.next()
    assert command is not None
    assert command.seq == 1
    ledger.taken(1)
    assert ledger.next() is None
    assert ledger.find(0xFFFF) == (first, DOME_UP)
    assert ledger.end(first) is Actuator.DOME
    assert ledger.end(first) is None


def test_a_stop_withdraws_what_the_board_may_not_have_and_then_knows() -> None:
    ledger = Ledger()
    first, second = ledger.submit(DOME_UP), ledger.submit(SpinDice(5))
    ledger.withdraw()
    assert ledger.next() is None
    assert ledger.never_arrived(last_seq=first) == [second]


def test_of_two_motions_of_one_motor_only_the_newest_can_be_under_way() -> None:
    ledger = Ledger()
    first, second = ledger.submit(DOME_UP), ledger.submit(DOME_UP)
    ledger.taken(second)
    assert ledger.not_busy(1 << Actuator.DOME) == [first]
    assert ledger.not_busy(0) == [first, second]


# Identity.


def identity(**changed: int) -> tuple[int, ...]:
    words = [reg.MAGIC, 0x0100, 0x0203, 2, 0x7F, 40 << 8 | 20, 4 << 8, 0, 0, 1, 0, 5, 0, 0, 0, 0]
    for name, value in changed.items():
        words[getattr(reg.Identity, name.upper())] = value
    return tuple(words)


def test_a_board_of_another_major_map_is_refused_and_a_minor_one_is_not() -> None:
    assert read_identity(identity(map_version=0x0109)).map_minor == 9
    with pytest.raises(NotOurBoard, match=r"map 2\.0.*update the program"):
        read_identity(identity(map_version=0x0200))
    with pytest.raises(NotOurBoard, match=r"map 0\.9.*update the board"):
        read_identity(identity(map_version=0x0009))


def test_another_device_is_no_board_of_ours() -> None:
    with pytest.raises(NotOurBoard, match="no mjtable board"):
        read_identity(identity(magic=0))
