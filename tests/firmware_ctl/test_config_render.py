"""The commented file to start from, and the values in force."""

import json
import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.config.fields import SECTIONS, Field, Value, values
from firmware_ctl.config.load import ConfigError, parse_config
from firmware_ctl.config.model import Config
from firmware_ctl.config.render import init_text, show_data, show_text, toml_value
from rules.variants import VARIANTS

PRINTABLE = "aZ9 é\u6771\U0001f004\"'`\\=#[]{},.%"
TOML = st.characters(codec="utf-8")
HOUSE = ("base=2", "Base=1000000", "cap-fan=none", "sides_108=13,14,13,14", "dead_wait=paid")
FIELDS = [field for section in SECTIONS.values() for field in section.fields]


def test_the_file_to_start_from_is_valid_and_changes_nothing() -> None:
    assert parse_config(init_text(), "init") == Config()


def test_the_file_to_start_from_is_still_the_defaults_with_every_key_taken_in() -> None:
    taken_in = re.sub(r"^#(?=\w)", "", init_text(), flags=re.MULTILINE)
    assert len(tomllib.loads(taken_in)) == len(SECTIONS) + 1
    assert parse_config(taken_in, "init") == Config()


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_every_key_is_explained_above_its_line(field: Field) -> None:
    lines = init_text().splitlines()
    section = lines.index(f"[{field.section}]")
    at = lines.index(f"#{field.name} = {toml_value(field.default)}", section)
    assert field.rule.help in lines[at - 1] + lines[at - 2]
    assert field.allowed() in lines[at - 1]


def valid_values(field: Field) -> st.SearchStrategy[Value]:
    rule = field.rule
    if field.key == "table.variant":
        return st.sampled_from(tuple(VARIANTS))
    if field.key == "table.house":
        return st.lists(st.sampled_from(HOUSE), max_size=3).map(" ".join)
    if field.key == "voice.quiet":
        minute = st.times().map(lambda moment: f"{moment:%H:%M}")
        return st.one_of(st.just(""), st.builds("{}-{}".format, minute, minute))
    if rule.choices:
        return st.sampled_from(rule.choices)
    if field.kind is int:
        assert rule.low is not None
        assert rule.high is not None
        return st.integers(int(rule.low), int(rule.high))
    if field.kind is float:
        return st.floats(rule.low, rule.high)
    if field.kind is bool:
        return st.booleans()
    return st.text(PRINTABLE, max_size=200)


@given(st.data())
def test_shown_values_read_back_as_they_were(data: st.DataObject) -> None:
    parts = {
        section.name: section.kind(
            **{field.name: data.draw(valid_values(field)) for field in section.fields}
        )
        for section in SECTIONS.values()
    }
    config = Config(**parts)
    assert parse_config(show_text(config), "shown") == config


@given(
    st.sampled_from([field for field in FIELDS if field.kind is str]), st.text(TOML, max_size=20)
)
def test_any_text_for_a_key_is_taken_or_refused_with_its_name(field: Field, given: str) -> None:
    text = f"config_version = 1\n[{field.section}]\n{field.name} = {toml_value(given)}\n"
    try:
        config = parse_config(text, "typed")
    except ConfigError as error:
        assert field.key in str(error)
    else:
        assert {key.key: value for key, value in values(config)}[field.key] == given


def test_shown_data_is_json_with_every_key() -> None:
    data = json.loads(json.dumps(show_data(Config())))
    for field, value in values(Config()):
        assert data[field.section][field.name] == value
