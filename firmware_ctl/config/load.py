"""Read a configuration file and say everything that is wrong with it, at once and in words."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from firmware_ctl.config.fields import SECTIONS, TYPE_NAMES, Field, Section, Value
from firmware_ctl.config.lines import Key, key_lines, line_of
from firmware_ctl.config.model import CONFIG_VERSION, Config, Table
from firmware_ctl.config.quiet_hours import BadQuietHours, QuietHours

LARGEST_FILE = 1 << 20
LONGEST_TEXT = 200
DROP_IN_FOLDER = "conf.d"
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a configuration file; ``line`` is ``None`` where no line is to blame."""

    line: int | None
    key: str
    text: str


class ConfigError(Exception):
    """A configuration file cannot be used; holds all of its problems, in the order of the file."""

    def __init__(self, source: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(source, problems)
        self.source = source
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(
            f"{self.source}:{problem.line}: {problem.text}"
            if problem.line is not None
            else f"{self.source}: {problem.text}"
            for problem in self.problems
        )


Given = dict[str, dict[str, Value]]
"""What a file gives: values by section and name."""


def read_config(path: Path) -> Config:
    """Return the configuration in a file and in what is dropped in beside it.

    Files ``conf.d/*.toml`` in its folder come after it in the order of their names; each value
    takes the place of an earlier one.

    Raises:
        ConfigError: a file cannot be read, or any of its content is wrong.
    """
    found: Given = {}
    for file in (path, *drop_ins(path)):
        for section, values in read_given(file).items():
            found.setdefault(section, {}).update(values)
    return config_of(found)


def drop_ins(path: Path) -> tuple[Path, ...]:
    """Return the files that are dropped in beside a configuration file, in their order."""
    return tuple(sorted((path.parent / DROP_IN_FOLDER).glob("*.toml")))


def read_given(path: Path) -> Given:
    """Return what one file gives, checked.

    Raises:
        ConfigError: the file cannot be read, or any of its content is wrong.
    """
    try:
        text = _read_text(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise _file_error(path, f"cannot be read: {reason}; check name and permissions") from error
    return parse_given(text, str(path))


def parse_config(text: str, source: str) -> Config:
    """Return the configuration in a TOML text; ``source`` names it in messages.

    Raises:
        ConfigError: with every problem found, each with its line.
    """
    return config_of(parse_given(text, source))


def config_of(given: Given) -> Config:
    """Return the configuration with these values, which are checked, and defaults for the rest."""
    parts: dict[str, Any] = {name: SECTIONS[name].kind(**values) for name, values in given.items()}
    return Config(**parts)


def parse_given(text: str, source: str) -> Given:
    """Return what a TOML text gives.

    Raises:
        ConfigError: with every problem found, each with its line.
    """
    tables = _parse_toml(text, source)
    problems = _Problems(key_lines(text))
    version = _check_version(tables, problems)
    if version is not None and version > CONFIG_VERSION:
        # Complaints about keys that a newer program knows would only mislead.
        raise ConfigError(source, problems.in_order())
    sections = _read_sections(tables, problems)
    table = sections.get("table", {})
    _check_variant(table.get("variant"), problems)
    _check_house(table.get("house"), problems)
    _check_quiet_hours(sections.get("voice", {}).get("quiet"), problems)
    if problems.found:
        raise ConfigError(source, problems.in_order())
    return sections


class _Problems:
    """Collects problems and finds their lines."""

    def __init__(self, lines: Mapping[Key, int]) -> None:
        self.found: list[Problem] = []
        self._lines = lines

    def add(self, key: Key, text: str) -> None:
        self.found.append(Problem(line_of(key, self._lines), ".".join(key), text))

    def in_order(self) -> tuple[Problem, ...]:
        return tuple(sorted(self.found, key=lambda problem: problem.line or 0))


def _read_text(path: Path) -> str:
    if path.is_dir():
        raise _file_error(path, "is a directory; name a file such as table.toml in it")
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise _file_error(path, "is larger than 1 MiB; this is no configuration file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        text = f"byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8 text"
        raise ConfigError(str(path), (Problem(line, "", text),)) from error


def _file_error(path: Path, text: str) -> ConfigError:
    return ConfigError(str(path), (Problem(None, "", text),))


def _parse_toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        problem = Problem(None, "", "is nested too deeply; this is no configuration file")
        raise ConfigError(source, (problem,)) from error
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        message = str(error)
        where = _AT_LINE.search(message)
        line = int(where[1]) if where and where[1] else None
        reason = _AT_LINE.sub("" if line else " at the end of the file", message)
        problem = Problem(line, "", f"not TOML: {reason}")
        raise ConfigError(source, (problem,)) from error


def _check_version(tables: dict[str, Any], problems: _Problems) -> int | None:
    """Check the file's version, and return it when it is a number."""
    key = ("config_version",)
    version = tables.get("config_version")
    if version is None:
        problems.add(key, f"config_version is missing; write `config_version = {CONFIG_VERSION}`")
    elif isinstance(version, bool) or not isinstance(version, int):
        problems.add(key, f"config_version is a whole number, not {_shown(version)}")
    elif version > CONFIG_VERSION:
        problems.add(
            key,
            f"config_version {version} is newer than this program's {CONFIG_VERSION}; "
            "update mjtable, or use the file of the older version",
        )
        return version
    elif version < CONFIG_VERSION:
        problems.add(
            key,
            f"config_version {version} is older than this program's {CONFIG_VERSION}; "
            "compare the file with `mjtable config init` and raise the number",
        )
    return None


def _read_sections(tables: dict[str, Any], problems: _Problems) -> Given:
    sections: Given = {}
    for name, content in tables.items():
        if name == "config_version":
            continue
        section = SECTIONS.get(name)
        if section is None:
            known = ("config_version", *SECTIONS)
            problems.add((name,), f"unknown key `{_short(name)}`; {_meant(name, known)}")
        elif not isinstance(content, dict):
            problems.add((name,), f"{name} is a section: write [{name}], its keys below it")
        else:
            sections[name] = _read_section(section, content, problems)
    return sections


def _read_section(
    section: Section, content: dict[str, Any], problems: _Problems
) -> dict[str, Value]:
    known = {field.name: field for field in section.fields}
    accepted: dict[str, Value] = {}
    for name, given in content.items():
        key = (section.name, name)
        field = known.get(name)
        if field is None:
            unknown = f"{section.name}.{_short(name)}"
            problems.add(key, f"unknown key `{unknown}`; {_meant(name, tuple(known))}")
        elif (wrong := wrong_value(field, given)) is not None:
            problems.add(key, f"{field.key} is {wrong}, not {_shown(given)}")
        else:
            accepted[name] = float(given) if field.kind is float else given
    return accepted


def _check_variant(named: Value | None, problems: _Problems) -> None:
    """Check the rules that a file names; the default ones are known to exist."""
    if named is None or named == Table().variant:
        return
    from rules.errors import RulesError  # noqa: PLC0415 -- a file without rules needs no library
    from rules.variants import variant  # noqa: PLC0415

    try:
        variant(str(named))
    except RulesError as error:
        problems.add(("table", "variant"), f"table.variant: {error}")


def _check_house(given: Value | None, problems: _Problems) -> None:
    """Check the options of the house; without any nothing is loaded."""
    if not given:
        return
    from firmware_ctl.referee.house import read_house  # noqa: PLC0415 -- the same
    from rules.errors import RulesError  # noqa: PLC0415

    try:
        read_house(str(given))
    except RulesError as error:
        problems.add(("table", "house"), f"table.house: {error}")


def _check_quiet_hours(given: Value | None, problems: _Problems) -> None:
    if given is None:
        return
    try:
        QuietHours.parse(str(given))
    except BadQuietHours as error:
        problems.add(("voice", "quiet"), str(error))


def wrong_value(field: Field, given: object) -> str | None:
    """Return what the value should be, or ``None`` when it is right."""
    if not _fits(field.kind, given):
        return field.allowed()
    rule = field.rule
    if rule.choices and given not in rule.choices:
        return field.allowed()
    if isinstance(given, int | float) and rule.low is not None and rule.high is not None:
        # Written so that nan, which compares false with everything, is refused.
        return None if rule.low <= given <= rule.high else field.allowed()
    if isinstance(given, str) and not (given.isprintable() and len(given) <= LONGEST_TEXT):
        return f"{TYPE_NAMES[str]} of printable characters, {LONGEST_TEXT} at most"
    return None


def _fits(kind: type, given: object) -> bool:
    if isinstance(given, bool):
        return kind is bool
    return isinstance(given, int | float) if kind is float else isinstance(given, kind)


def _meant(name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean `{near[0]}`?" if near else "known here are " + ", ".join(known)


def _short(text: str) -> str:
    return text if len(text) <= 40 and text.isprintable() else ascii(text[:40])[1:-1]


def _shown(given: object) -> str:
    """Return a value as it may be shown: as TOML says it, short, without control characters."""
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, dict | list):
        return "a table" if isinstance(given, dict) else "a list"
    if isinstance(given, str):
        return f'"{_short(given)}"'
    return _short(str(given))
