"""The configuration's keys as a flat list, made from the model; loader and renderers walk it."""

from collections.abc import Iterator
from dataclasses import Field as DataclassField
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_type_hints

from firmware_ctl.config.model import Config, Rule

Value = str | int | float | bool

TYPE_NAMES: dict[type, str] = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One key of one section: its type, its default, and its rule."""

    section: str
    name: str
    kind: type
    default: Value
    rule: Rule

    @property
    def key(self) -> str:
        """Return the dotted name, as it is spoken of."""
        return f"{self.section}.{self.name}"

    def allowed(self) -> str:
        """Return which values the key takes, for a person."""
        rule = self.rule
        if rule.choices:
            return " or ".join(f'"{choice}"' for choice in rule.choices)
        if rule.low is not None and rule.high is not None:
            return f"{TYPE_NAMES[self.kind]} in {rule.low:g}..{rule.high:g}"
        return TYPE_NAMES[self.kind]


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the file: its class, one sentence about it, and its fields."""

    name: str
    kind: type
    about: str
    fields: tuple[Field, ...]


def _section(name: str, kind: type) -> Section:
    hints = get_type_hints(kind)
    return Section(
        name=name,
        kind=kind,
        about=(kind.__doc__ or "").strip().splitlines()[0],
        fields=tuple(_field(name, hints[f.name], f) for f in fields(kind)),
    )


def _field(section: str, kind: type, of: DataclassField[Any]) -> Field:
    default: Any = of.default
    return Field(section, of.name, kind, kind(default), of.metadata["rule"])


SECTIONS: dict[str, Section] = {
    name: _section(name, kind)
    for name, kind in get_type_hints(Config).items()
    if is_dataclass(kind) and isinstance(kind, type)
}


def values(config: Config) -> Iterator[tuple[Field, Value]]:
    """Yield every field with the value that it has in this configuration."""
    for section in SECTIONS.values():
        part: Any = getattr(config, section.name)
        for field in section.fields:
            yield field, getattr(part, field.name)
