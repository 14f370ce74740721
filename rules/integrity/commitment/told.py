"""What a journal tells, hand by hand, once it has been checked."""

from dataclasses import dataclass

from rules.integrity.commitment.opening import OpenedWall
from rules.integrity.commitment.throws import Press
from rules.programs import Stacks


@dataclass(frozen=True, slots=True)
class DiceTold:
    """A throw; ``proved`` when seed and press make these faces, ``None`` for faces without seed."""

    record: int
    side: int
    faces: tuple[int, int] | None
    source: str
    proved: bool | None


@dataclass(frozen=True, slots=True)
class CutTold:
    """A cut by keys: the stack that nonce, root and presses name."""

    record: int
    side: int
    stack: int
    presses: tuple[Press, ...]


@dataclass(slots=True)
class HandTold:
    """One hand as the journal tells it; ``root`` is empty for walls that no reader saw.

    ``wall`` is the wall it was played with, once that was opened and found to be its root's.
    """

    number: int
    begun: int
    dealer: int = 0
    variant: str = ""
    stacks: Stacks = (0, 0, 0, 0)
    ended: int = 0
    root: str = ""
    sealed: int = 0
    opened: int = 0
    dice: tuple[DiceTold, ...] = ()
    cut: CutTold | None = None
    wall: OpenedWall | None = None
