"""Names of the machine's parts and numbers as people read them, for their labels in the program."""

from firmware_ctl.texts.catalogue import catalogue, say

_KEYS_OF_BOTH_ENDS = "key_lift"
"""Two keys for all, which belong to no side."""


def part_name(label: str, language: str) -> str:
    """Return the name of an input or motor such as ``eye.2`` (光电眼) or ``dome_up``."""
    return _named("part", label, language)


def counter_name(label: str, language: str) -> str:
    """Return the name of a number such as ``retries.1`` or ``motor_s.drum``."""
    stem, _, place = label.partition(".")
    if place and not place.isdigit():
        name = say(_key("counter", stem), language)
        return say("part.at", language, part=name, side=part_name(place, language))
    return _named("counter", label, language)


def place_name(place: str, language: str) -> str:
    """Return the name of where a simulated table can be broken: a side, a motor, a key, a set."""
    if place.isdigit():
        return say(f"side.{place}", language)
    for label in (place, f"key_{place}"):
        if _key("part", label.partition(".")[0]) in catalogue():
            return part_name(label, language)
    return say("part.set", language, name=place)


def _named(kind: str, label: str, language: str) -> str:
    stem, _, number = label.partition(".")
    name = say(_key(kind, stem), language)
    if not number:
        return name
    if stem == _KEYS_OF_BOTH_ENDS:
        return say("part.number", language, part=name, number=int(number) + 1)
    return say("part.at", language, part=name, side=say(f"side.{number}", language))


def _key(kind: str, stem: str) -> str:
    return f"{kind}.{stem.replace('_', '-')}"
