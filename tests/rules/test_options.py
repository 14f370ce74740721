"""House options: typed, with defaults, refused by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.books import MODULES, book
from rules.errors import UnknownName
from rules.options import OPTIONS, Option, OptionError, house, options_of
from rules.options.set_up import set_up_in
from rules.variants import VARIANTS, variant
from rules.wall import End


@pytest.mark.parametrize("option", OPTIONS)
def test_every_default_is_a_value_of_its_option(option: Option) -> None:
    for value in option.defaults.values():
        assert option.kind.read(value) == value


def test_a_variant_has_each_option_once() -> None:
    for name in VARIANTS:
        names = [option.name for option in options_of(name)]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({"cap_fan": 3}, "cap_fan", "3"),
        ({"cap_fan": None}, "cap_fan", "none"),
        ({"Cap-Fan": "NONE"}, "cap_fan", "none"),
        ({"piao_break": True}, "piao_break", "on"),
        ({"piao_break": False}, "piao_break", "off"),
        ({"kong_win_extra": "instead"}, "kong_win_extra", "instead_of_self_draw"),
        ({"draw_value": "small"}, "draw_value", "smallest"),
        ({"base": "10"}, "base", 10),
        ({"sides_108": "13,14,13,14"}, "sides_108", (13, 14, 13, 14)),
        ({"sides_108": [13, 14, 13, 14]}, "sides_108", (13, 14, 13, 14)),
    ],
)
def test_what_a_house_may_say(given: dict[str, object], name: str, value: object) -> None:
    assert house("DY", given)[name] == value
    assert house("DY", given).changed in ({}, {name: value})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"cap_fan": 6}, "option cap_fan of DY cannot be 6: use 3, 4, 5, none"),
        ({"base": 0}, "cannot be 0: use a whole number 1..1000000"),
        ({"base": True}, "cannot be True: use a whole number"),
        ({"sides_108": "14,14,14,14"}, "use four numbers of 0..20 with sum 54"),
        ({"heavenly_bonus": 2}, "use a whole number 0..1"),
        ({"dead_wait": ""}, "use paid, ready_not_paid, not_ready"),
    ],
)
def test_a_wrong_value_names_the_right_ones(given: dict[str, object], why: str) -> None:
    with pytest.raises(OptionError) as caught:
        house("DY", given)

    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("cap_fans", "did you mean cap_fan?"),
        ("zzz", "DY has no option 'zzz': it has base, cap_fan"),
    ],
)
def test_an_unknown_option_names_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(UnknownName) as caught:
        house("DY", {name: "on"})

    assert hint in str(caught.value)


def test_an_option_belongs_to_its_variants() -> None:
    with pytest.raises(UnknownName):
        house("SP", {"cap_fan": 3})


def test_values_are_read_from_text_and_objects() -> None:
    text = house("GY1", {"pattern_values": "gy1-f2=6, GY1-F3=8"})
    objects = house("GY1", {"pattern_values": {"GY1-F2": 6, "GY1-F3": 8}})

    assert text == objects
    assert hash(text) == hash(objects)
    assert text.value("GY1-F2", 5) == 6
    assert text.value("GY1-F4", 20) == 20


@given(st.sampled_from(OPTIONS), st.none() | st.booleans() | st.integers() | st.text(max_size=8))
def test_whatever_is_given_is_read_or_refused(option: Option, given: object) -> None:
    value = option.kind.read(given)

    assert value is None or option.kind.read(value) == value


@pytest.mark.parametrize("name", MODULES)
def test_the_same_house_has_one_book(name: str) -> None:
    assert book(name.lower(), {"base": 7}) is book(name, {"base": "7"})
    assert book(name) is not book(name, {"base": 7})


def test_the_set_up_as_the_house_plays_it() -> None:
    own = house("CD", {"stack_from": "sum", "kong_draw_from": "tail", "sides_108": "13,14,13,14"})
    row, program = set_up_in(variant("CD"), own)

    assert (row.dice_id, row.kong_from) == ("sum-sum", End.TAIL)
    assert program.stacks == (13, 14, 13, 14)
    assert set_up_in(variant("CD"), house("CD")) == (variant("CD"), variant("CD").program)
