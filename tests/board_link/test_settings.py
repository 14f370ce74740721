"""A board's settings by name: what is told is what would be written, and nonsense is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.ids import Actuator, Input
from hal.line import registers as reg
from hal.line.settings import (
    LIMITS_DELIVERED,
    PARAMETERS_DELIVERED,
    BadSetting,
    Change,
    Value,
    limits_told,
    parameters_told,
    read_change,
)

NUMBERS = [
    (name, reg.Parameters.RANGES[offset])
    for name, offset in (
        ("watchdog", reg.Parameters.WATCHDOG),
        ("reply_delay", reg.Parameters.REPLY_DELAY),
        ("belt_clear", reg.Parameters.BELT_CLEAR),
    )
]


def after(change: Change) -> dict[str, Value]:
    """Tell the parameters of a board as delivered that has taken a change."""
    block = [0, 0, *(default for _, _, default in reg.Parameters.RANGES.values())]
    first = change.address - reg.Parameters.ADDRESS
    block[first : first + len(change.words)] = change.words
    return parameters_told(tuple(block))


def test_every_parameter_and_every_motor_of_the_map_has_a_name() -> None:
    words = reg.Parameters.RANGES
    assert len(PARAMETERS_DELIVERED) == len(words) - 2  # the mask of inputs has three words
    assert len(LIMITS_DELIVERED) == reg.Limits.ENTRIES
    assert PARAMETERS_DELIVERED["baud"] == 115_200
    assert PARAMETERS_DELIVERED["invert"] == []


@given(st.sampled_from(NUMBERS), st.data())
def test_a_number_in_its_range_is_told_as_it_was_written(
    parameter: tuple[str, tuple[int, int, int]], data: st.DataObject
) -> None:
    name, (low, high, _) = parameter
    value = data.draw(st.integers(low, high))
    assert after(read_change(f"{name}={value}")) == {**PARAMETERS_DELIVERED, name: value}
    for wrong in (low - 1, high + 1):
        with pytest.raises(BadSetting, match=f"{low}..{high}"):
            read_change(f"{name}={wrong}")


@given(st.sets(st.sampled_from(list(Input))))
def test_inverted_inputs_are_named(inputs: set[Input]) -> None:
    labels = [input_.label for input_ in sorted(inputs)]
    assert after(read_change(f"invert={','.join(labels)}"))["invert"] == labels


@pytest.mark.parametrize("baud", [9_600, 115_200, 250_000, 500_000])
def test_speeds_are_told_in_baud(baud: int) -> None:
    assert after(read_change(f"baud={baud}"))["baud"] == baud


@given(st.sampled_from(list(Actuator)[: reg.Limits.ENTRIES]), st.integers(1, 1200))
def test_a_motor_s_longest_run_is_told_in_ms(motor: Actuator, tenths: int) -> None:
    change = read_change(f"{motor.label}.longest_run_ms={tenths * 100}")
    block = [0, *(word for row in reg.LIMITS_AS_DELIVERED for word in row)]
    block[change.address - reg.Limits.ADDRESS] = change.words[0]
    told = limits_told(tuple(block))
    assert told.pop(motor.label)["longest_run_ms"] == tenths * 100
    assert told.items() <= LIMITS_DELIVERED.items()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("watchdog", "has the form NAME=VALUE"),
        ("watchdog=", "whole number in 100..2000"),
        ("watchdog=4e2", "whole number in 100..2000"),
        ("wotchdog=400", "no setting 'wotchdog'; there are watchdog"),
        ("baud=57600", "baud is one of 115200"),
        ("invert=dome", "not 'dome'"),
        ("dome.longest_run_ms=150", "steps of 100"),
        ("dome.longest_run_ms=0", "100..120000"),
        ("dome.end_stops=0", "no setting 'dome.end_stops'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_change(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
