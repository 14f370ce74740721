"""Write a configuration for people: a commented file to start from, or the values in force."""

import json
from collections.abc import Mapping

from firmware_ctl.config.fields import SECTIONS, Field, Value, values
from firmware_ctl.config.model import Config

_WIDTH = 96


def init_text(chosen: Mapping[tuple[str, str], Value] | None = None) -> str:
    """Return a file with every key explained and commented out at its default.

    ``chosen`` gives values, by section and name, that are written instead.
    """
    given = chosen or {}
    lines = [
        "# The configuration of one mahjong table. Take away a key's # to change it; check the",
        "# file with `mjtable config check`. What is not named here keeps its default.",
        f"config_version = {Config().config_version}",
    ]
    for section in SECTIONS.values():
        lines += ["", f"# {section.about}", f"[{section.name}]"]
        for field in section.fields:
            lines += _explained(field)
            value = given.get((section.name, field.name))
            if value is None:
                lines.append(f"#{field.name} = {toml_value(field.default)}")
            else:
                lines.append(f"{field.name} = {toml_value(value)}")
    return "\n".join(lines) + "\n"


def show_text(config: Config) -> str:
    """Return the values in force as a configuration file."""
    lines = [f"config_version = {config.config_version}"]
    section = ""
    for field, value in values(config):
        if field.section != section:
            section = field.section
            lines += ["", f"[{section}]"]
        lines.append(f"{field.name} = {toml_value(value)}")
    return "\n".join(lines) + "\n"


def show_data(config: Config) -> dict[str, object]:
    """Return the values in force as plain JSON data."""
    data: dict[str, object] = {"config_version": config.config_version}
    for section in SECTIONS:
        data[section] = {f.name: value for f, value in values(config) if f.section == section}
    return data


def toml_value(value: Value) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)


def _explained(field: Field) -> list[str]:
    sentence = f"{field.rule.help}; {field.allowed()}"
    if len(sentence) <= _WIDTH:
        return [f"# {sentence}"]
    return [f"# {field.rule.help}", f"# {field.allowed()}"]
