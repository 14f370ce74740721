"""What a house has agreed on (约定): options as one line, for every variant that has them."""

from collections.abc import Mapping

from rules.options import OPTIONS, OptionError, options_of

House = Mapping[str, str]
"""Values as they were typed, by the option's name."""


def read_house(text: str) -> House:
    """Return the options in a text such as ``base=2 cap_fan=5``.

    Raises:
        RulesError: a part that is no pair, an option that no variant has, or a value that it does
            not take.
    """
    house: dict[str, str] = {}
    for part in text.split():
        name, sign, value = part.partition("=")
        name = name.casefold().replace("-", "_")
        if not (sign and value):
            raise OptionError(f"{part[:40]!r} is no option: write name=value, such as base=2")
        rows = [option for option in OPTIONS if option.name == name]
        if not rows:
            raise OptionError(f"no variant has an option {name[:40]!r}; see `mjtable rules show`")
        if all(option.kind.read(value) is None for option in rows):
            raise OptionError(f"option {name} cannot be {value[:40]!r}: use {rows[0].kind.hint()}")
        house[name] = value
    return house


def house_of(variant: str, house: House) -> dict[str, str]:
    """Return those options that a variant has and whose value it takes."""
    return {
        option.name: house[option.name]
        for option in options_of(variant)
        if option.name in house and option.kind.read(house[option.name]) is not None
    }
