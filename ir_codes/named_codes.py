"""Remotes as other programs list them: a name and its keys, each a free name and a code.

A key map of the table is such a list whose names are commands. Names with a space are written with
an underscore where a format has no spaces, and read back the same way.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ir_codes.keymap import KeyMap
from ir_codes.scancodes import Code


class NamedCode(NamedTuple):
    """One key."""

    name: str
    code: Code


@dataclass(frozen=True, slots=True)
class Remote:
    """One remote; ``notes`` tell what of a file could not be taken over."""

    name: str
    keys: tuple[NamedCode, ...]
    notes: tuple[str, ...] = ()

    def renamed(self, names: Mapping[str, str]) -> "Remote":
        """Return the remote with other names for some of its keys."""
        keys = tuple(NamedCode(names.get(key.name, key.name), key.code) for key in self.keys)
        return Remote(self.name, keys, self.notes)


def remote_of(key_map: KeyMap) -> Remote:
    """Return the keys of a key map, named by what they say."""
    keys = tuple(NamedCode(key.text, code) for code, key in key_map.keys.items())
    return Remote(key_map.name, keys)


def with_spaces(name: str) -> str:
    """Return the command that a name without spaces stands for."""
    return name.replace("_", " ")


def without_spaces(name: str) -> str:
    """Return a command as one word."""
    return name.replace(" ", "_")


def alike(keys: Iterable[NamedCode]) -> list[tuple[str, str]]:
    """Return the names of keys that send the same code as an earlier one, with that one's name."""
    first: dict[Code, str] = {}
    same = []
    for name, code in keys:
        if code in first:
            same.append((first[code], name))
        else:
            first[code] = name
    return same
