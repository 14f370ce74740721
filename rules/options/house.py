"""A house: a variant's options, each with its value."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from rules.errors import UnknownName
from rules.options.model import Option, OptionError, Setting
from rules.options.rows import OPTIONS


class House(Mapping[str, Setting]):
    """The options of one variant, checked and complete; equal houses play alike."""

    __slots__ = ("_settings", "variant")

    def __init__(self, variant: str, settings: Mapping[str, Setting]) -> None:
        self.variant = variant
        self._settings = dict(settings)

    def __getitem__(self, name: str) -> Setting:
        return self._settings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings)

    def __len__(self) -> int:
        return len(self._settings)

    def __hash__(self) -> int:
        return hash((self.variant, tuple(self._settings.items())))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, House):
            return NotImplemented
        return (self.variant, self._settings) == (other.variant, other._settings)

    def on(self, name: str) -> bool:
        """Tell whether an option of this house is on."""
        return self._settings.get(name) == "on"

    def has(self, name: str, word: str) -> bool:
        """Tell whether an option of this house has this word."""
        return self._settings.get(name) == word

    def number(self, name: str) -> int | None:
        """Return an option's number, ``None`` for the word none."""
        setting = self._settings[name]
        if isinstance(setting, tuple):
            return None
        return None if setting == "none" else int(setting)

    def value(self, rule: str, usual: int) -> int:
        """Return a pattern's value: the house's own where it has one."""
        for name in ("pattern_values", "values"):
            own = self._settings.get(name, ())
            for pair in own if isinstance(own, tuple) else ():
                if isinstance(pair, tuple) and pair[0] == rule:
                    return pair[1]
        return usual

    @property
    def changed(self) -> dict[str, Setting]:
        """Return the settings that are not the variant's defaults."""
        usual = {option.name: option.defaults[self.variant] for option in options_of(self.variant)}
        return {name: value for name, value in self.items() if value != usual[name]}


def options_of(variant: str) -> tuple[Option, ...]:
    """Return the options of a variant, in the order of the table."""
    return tuple(option for option in OPTIONS if variant in option.defaults)


def house(variant: str, given: Mapping[str, object] | None = None) -> House:
    """Return a variant's options, with what is given in place of the defaults.

    Raises:
        UnknownName: the variant has no option of this name; the nearest is named.
        OptionError: a value that the option does not take; what it takes is named.
    """
    rows = {option.name: option for option in options_of(variant)}
    settings = {name: option.defaults[variant] for name, option in rows.items()}
    for typed, value in (given or {}).items():
        name = typed.strip().casefold().replace("-", "_")
        if name not in rows:
            raise UnknownName(_unknown(typed, variant, rows))
        setting = rows[name].kind.read(value)
        if setting is None:
            raise OptionError(
                f"option {name} of {variant} cannot be {value!r}: use {rows[name].kind.hint()}"
            )
        settings[name] = setting
    return House(variant, settings)


def _unknown(typed: str, variant: str, rows: Mapping[str, Option]) -> str:
    near = get_close_matches(typed.casefold(), rows, n=2, cutoff=0.5)
    if near:
        return f"{variant} has no option {typed!r}: did you mean {' or '.join(near)}?"
    return f"{variant} has no option {typed!r}: it has {', '.join(rows)}"
