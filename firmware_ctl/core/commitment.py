"""What the table promises before play: closed walls, the next electronic throw, the cut by keys.

A promise is a hash that everybody may see; what it is of stays here until the hand has ended, the
dice have fallen, or all keys were pressed. :mod:`rules.integrity.commitment` says how each is
checked.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hal.tile_id import BLANK_DESIGN, TileId, pack_tile_id
from rules.dice import Throw
from rules.integrity.commitment.cut import cut_stack
from rules.integrity.commitment.leaves import KEY_BYTES, NO_UID, Leaf, wall_root
from rules.integrity.commitment.opening import OpenedWall
from rules.integrity.commitment.throws import Press, commitment_to
from rules.integrity.composition import Reading
from rules.programs import SIDES, Stacks
from rules.tiles import UNREAD
from rules.wall import StackPlace

_NO_SET = 255


class Secrets(Protocol):
    """Where secrets come from that are told later."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""

    def throw(self, seed: bytes, press: Press) -> Throw:
        """Return the faces that a seed and a press make."""


class ClosedWall:
    """A wall that everybody knows the root of and nobody the tiles."""

    __slots__ = ("_key", "_lanes", "root")

    def __init__(self, key: bytes, lanes: Sequence[Sequence[Reading]]) -> None:
        """Close a wall with a key of its own.

        Raises:
            ValueError: it has no tiles.
        """
        self._key = key
        self._lanes = tuple(tuple(leaf_of(tile) for tile in lane) for lane in lanes)
        self.root = wall_root(key, self._lanes)

    def __repr__(self) -> str:
        return "ClosedWall(secret)"

    def key(self) -> bytes:
        """Return the key, for the record, which seals it."""
        return self._key

    def open(self) -> OpenedWall:
        """Open the wall, now that its hand has ended."""
        return OpenedWall(self._key, self.root, self._lanes)


def close_wall(lanes: Sequence[Sequence[Reading]]) -> ClosedWall | None:
    """Close a wall as a reader saw it; ``None`` where it saw nothing."""
    return ClosedWall(secrets.token_bytes(KEY_BYTES), lanes) if any(lanes) else None


def leaf_of(tile: Reading) -> Leaf:
    """Return a tile as a leaf; its tag's number tells the piece, where the reader knows it."""
    if tile.serial is None:
        return Leaf(int(tile.tile))
    design = BLANK_DESIGN if tile.tile == UNREAD else int(tile.tile)
    mark = _NO_SET if tile.mark is None else tile.mark
    uid = pack_tile_id(TileId(design, mark, tile.serial))
    return Leaf(int(tile.tile), NO_UID if uid == NO_UID else uid)


@dataclass(frozen=True, slots=True)
class ProvedThrow:
    """A throw of the electronic dice, with what it was made of."""

    faces: Throw
    seed: bytes
    press: Press


class FairDice:
    """Electronic dice that lie committed before they are thrown."""

    def __init__(self, source: Secrets) -> None:
        self._source = source
        self._seed = source.secret()

    @property
    def commitment(self) -> str:
        """Return the promise for the next throw."""
        return commitment_to(self._seed)

    def throw(self, press: Press) -> ProvedThrow:
        """Throw; the seed is told now, and the next one is promised."""
        seed, self._seed = self._seed, self._source.secret()
        return ProvedThrow(self._source.throw(seed, press), seed, press)


@dataclass(frozen=True, slots=True)
class ProvedCut:
    """Where the wall was cut, with what named the place."""

    place: StackPlace
    nonce: bytes
    root: bytes
    presses: tuple[Press, ...]
    stacks: Stacks

    def facts(self) -> dict[str, object]:
        """Return the cut as an event tells it."""
        return {
            "side": self.place.side,
            "stack": self.place.stack,
            "nonce": self.nonce.hex(),
            "root": self.root.hex(),
            "presses": [[press.side, press.at_us] for press in self.presses],
            "stacks": list(self.stacks),
        }


class KeyCut:
    """A cut that the players' keys make, each of them by the moment of his press."""

    def __init__(self, source: Secrets) -> None:
        self._source = source
        self._nonce = source.secret()
        self._presses: dict[int, Press] = {}

    @property
    def commitment(self) -> str:
        """Return the promise for the next cut."""
        return commitment_to(self._nonce)

    @property
    def pressed(self) -> tuple[int, ...]:
        """Return the sides that have pressed, in the order of their presses."""
        return tuple(self._presses)

    def forget(self) -> None:
        """Forget the presses: other walls come up."""
        self._presses.clear()

    def press(self, press: Press, root: bytes, stacks: Stacks) -> ProvedCut | None:
        """Take a press; return the cut when it was the last one that was due.

        A side's first press counts. ``root`` is empty where no reader looks; every side with a
        wall presses.
        """
        self._presses.setdefault(press.side, press)
        if any(stacks[side] and side not in self._presses for side in SIDES):
            return None
        presses = tuple(self._presses.values())
        place = cut_stack(self._nonce, root, presses, stacks)
        made = ProvedCut(place, self._nonce, root, presses, stacks)
        self._nonce = self._source.secret()
        self._presses.clear()
        return made
