"""What the house has agreed on: read from one line, for every variant that knows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.config.load import ConfigError, parse_config
from firmware_ctl.referee.house import house_of, read_house
from firmware_ctl.referee.referee import Referee
from rules.errors import RulesError
from rules.options import house
from rules.variants import VARIANTS


def test_each_variant_takes_what_it_knows() -> None:
    agreed = read_house("base=2 cap_fan=5 draw-value=smallest")
    assert house_of("DY", agreed) == {"base": "2", "cap_fan": "5", "draw_value": "smallest"}
    assert house_of("GD", agreed) == {"base": "2"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("base", "write name=value"),
        ("base=", "write name=value"),
        ("=2", "no variant has an option"),
        ("luck=7", "no variant has an option 'luck'"),
        ("base=none", "option base cannot be 'none'"),
        ("cap_fan=99", "option cap_fan cannot be '99'"),
    ],
)
def test_what_is_no_option_is_told(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        read_house(text)


def test_the_configuration_tells_it_with_its_line() -> None:
    text = 'config_version = 1\n[table]\nhouse = "luck=7"\n'
    with pytest.raises(ConfigError, match=r"x:3: table\.house: no variant has"):
        parse_config(text, "x")
    text = text.replace("luck=7", "base=2 cap_fan=5")
    assert parse_config(text, "x").table.house == "base=2 cap_fan=5"


def test_the_stake_of_the_house_is_what_is_paid() -> None:
    plain, dear = Referee(), Referee()
    plain.begin("GD", 0)
    dear.begin("GD", 0, options=house_of("GD", read_house("base=5")))
    for referee in (plain, dear):
        referee.enter("claim", {"by": 1, "value": 2})
    assert dear.view().hand == tuple(5 * won for won in plain.view().hand)


@given(st.text(max_size=30))
def test_any_line_is_read_or_told_and_fits_every_variant(text: str) -> None:
    try:
        agreed = read_house(text)
    except RulesError as error:
        assert str(error)
        return
    for name in VARIANTS:
        house(name, house_of(name, agreed))
