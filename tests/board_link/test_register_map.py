"""One source for the map: what is written from it is current, and agrees with the ids of `hal`."""

from board.generate import guard, read_map, stale
from hal.board import BuzzerPattern
from hal.events import Outcome
from hal.ids import Actuator, Input
from hal.line import registers as reg
from hal.motions import LONGEST_LIMIT_MS


def values(enum: str) -> dict[str, int]:
    (found,) = [each for each in read_map().enums if each.name == enum]
    return {name: value for value, name, _ in found.values}


def test_what_is_written_from_the_map_is_current() -> None:
    assert stale() == [], "run `python board/generate.py`"


def test_actuators_and_inputs_are_those_of_every_backend() -> None:
    assert values("Actuator") == {each.name: each.value for each in Actuator}
    assert values("Input") == {each.name: each.value for each in Input}


def test_outcomes_and_sounds_are_those_of_every_backend() -> None:
    assert set(values("Outcome")) == {each.name for each in Outcome}
    assert set(values("Buzzer")) == {each.name for each in BuzzerPattern}


def test_a_motion_may_last_as_long_as_the_longest_actuator_allows() -> None:
    longest = max(row[0] for row in reg.LIMITS_AS_DELIVERED)
    assert longest * 100 == LONGEST_LIMIT_MS


def test_codes_fit_the_bits_that_carry_them() -> None:
    assert max(values("Outcome").values()) < 1 << 3
    assert max(values("Why").values()) < 1 << 5
    assert max(values("StackPhase").values()) < 1 << 3


def test_blocks_fit_one_request_each_or_are_read_by_entry() -> None:
    for block in read_map().blocks:
        assert block.words <= 125 or block.entries > 1, block.name


def test_the_guard_sees_a_word_that_moved() -> None:
    assert guard(1, [0, 0]) == 0xFFFE
    assert guard(1, [1, 2]) != guard(1, [2, 1])
