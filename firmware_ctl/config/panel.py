"""The settings that people change on the web page: a file of its own beside the owner's.

The owner's file is never written to. A change is kept in ``conf.d/90-panel.toml`` and counts from
the next start; to take it back is to leave it out there.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.config.fields import SECTIONS, Field, Value
from firmware_ctl.config.load import (
    DROP_IN_FOLDER,
    ConfigError,
    Given,
    drop_ins,
    parse_given,
    read_given,
    wrong_value,
)
from firmware_ctl.config.model import CONFIG_VERSION
from firmware_ctl.config.render import toml_value

PANEL_FILE = "90-panel.toml"

FIELDS: Mapping[str, Field] = {
    field.key: field for section in SECTIONS.values() for field in section.fields
}
"""Every key by its dotted name."""


class BadChange(ValueError):
    """A change that cannot be kept; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One key: what it is without the page's change, and that change if there is one."""

    field: Field
    file: Value
    panel: Value | None

    @property
    def value(self) -> Value:
        """Return what counts from the next start."""
        return self.file if self.panel is None else self.panel


class PanelSettings:
    """The settings of a table whose configuration is a file."""

    def __init__(self, owner: Path) -> None:
        self._owner = owner
        self.path = owner.parent / DROP_IN_FOLDER / PANEL_FILE

    def settings(self) -> tuple[Setting, ...]:
        """Return every key as it counts from the next start.

        Raises:
            ConfigError: a file is wrong.
        """
        others = [self._owner, *(file for file in drop_ins(self._owner) if file != self.path)]
        given: Given = {}
        for file in others:
            for section, values in read_given(file).items():
                given.setdefault(section, {}).update(values)
        own = self._own()
        return tuple(
            Setting(
                field,
                given.get(field.section, {}).get(field.name, field.default),
                own.get(field.section, {}).get(field.name),
            )
            for field in FIELDS.values()
        )

    def change(self, changes: Mapping[str, object]) -> None:
        """Keep changes by dotted key; ``None`` takes one back.

        Raises:
            BadChange: a key that is none, a wrong value, or the file cannot be written; nothing is
                changed then.
            ConfigError: the file as it stands is wrong.
        """
        own = {section: dict(values) for section, values in self._own().items()}
        for key, value in changes.items():
            field = FIELDS.get(key)
            if field is None:
                raise BadChange(f"unknown key {key[:40]!r}")
            if value is None:
                own.get(field.section, {}).pop(field.name, None)
            else:
                own.setdefault(field.section, {})[field.name] = _checked(field, value)
        text = panel_text(own)
        try:
            parse_given(text, PANEL_FILE)
            _write(self.path, text)
        except ConfigError as error:
            raise BadChange(error.problems[0].text) from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadChange(f"{self.path} cannot be written: {reason}") from error

    def _own(self) -> Given:
        return read_given(self.path) if self.path.exists() else {}


def panel_text(given: Given) -> str:
    """Return the page's file."""
    lines = [
        "# Written by the web page; what stands here comes after the owner's file.",
        f"config_version = {CONFIG_VERSION}",
    ]
    for section in SECTIONS.values():
        values = given.get(section.name)
        if values:
            lines += ["", f"[{section.name}]"]
            lines += [f"{name} = {toml_value(value)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _checked(field: Field, value: object) -> Value:
    if (wrong := wrong_value(field, value)) is not None:
        raise BadChange(f"{field.key} is {wrong}, not {str(value)[:40]!r}")
    assert isinstance(value, str | int | float | bool)
    return float(value) if field.kind is float else value


def _write(path: Path, text: str) -> None:
    """Put a file in place whole, so that a power cut leaves the old or the new one."""
    path.parent.mkdir(exist_ok=True)
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
