"""The hand at the table: its number, its dealer, its throws, and where the wall is broken.

A hand begins with the first throw after the walls came up, or without dice when a person says so.
That throw, with the second one where the variant asks for two, fixes the break; later throws are
only noted.
"""

import secrets
from dataclasses import dataclass, field
from typing import Protocol

from firmware_ctl.core.snapshot import DiceView, HandView
from rules.dice import Break, Throw, break_wall, break_without_dice, named_wall
from rules.integrity.commitment.cut import break_at
from rules.integrity.commitment.throws import SEED_BYTES, Press, fair_throw
from rules.languages import Language
from rules.programs import Stacks
from rules.variants import Variant
from rules.wall import StackPlace
from rules.wording import break_text, second_throw_text


class Chance(Protocol):
    """A source of chance: the operating system's in a real table, a seed in the simulation."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""

    def throw(self, seed: bytes, press: Press) -> Throw:
        """Return the faces that a seed and a press make."""

    def side(self) -> int:
        """Return one of the four sides, each alike."""


class SystemChance:
    """The operating system's randomness."""

    def secret(self) -> bytes:
        """Return 32 bytes that nobody can guess."""
        return secrets.token_bytes(SEED_BYTES)

    def throw(self, seed: bytes, press: Press) -> Throw:
        """Return the faces that a seed and a press make."""
        return fair_throw(seed, press)

    def side(self) -> int:
        """Return one of the four sides, each alike."""
        return secrets.randbelow(4)


@dataclass(slots=True)
class Hand:
    """One hand; ``stacks`` are those of the walls that it is played with."""

    variant: Variant
    stacks: Stacks
    dealer: int
    throws: list[Throw] = field(default_factory=list)
    broken: Break | None = None
    dealt: bool = False
    cut: StackPlace | None = None

    def cut_at(self, place: StackPlace) -> None:
        """Take the cut that keys have made; dice break the wall no more."""
        self.cut = place
        self.broken = break_at(self.dealer, place)

    @property
    def start(self) -> Break | None:
        """Return where drawing starts, if that is known.

        Where hands came up and no dice were thrown it is the right end of the dealer's wall.
        """
        if self.broken is None and self.dealt and not self.throws:
            return break_without_dice(self.stacks, self.dealer)
        return self.broken

    def thrown(self, faces: Throw) -> None:
        """Take the faces of a throw; those that the break needs fix it, later ones do not."""
        self.throws.append(faces)
        needed = self.variant.dice.throws
        if self.broken is None and len(self.throws) == needed:
            self.broken = break_wall(self.stacks, self.variant.dice, self.dealer, self.throws)

    def next_thrower(self) -> int:
        """Return whose throw is due: the dealer's, then that of the player whom it names."""
        if self.throws and self.broken is None:
            return named_wall(self.variant.dice, self.dealer, self.throws[0])
        return self.dealer


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """The last throw and what follows from the ones that count; ``thrower`` is to throw again."""

    faces: Throw | None = None
    broken: Break | None = None
    thrower: int | None = None
    commitment: str | None = None

    def view(self, language: Language) -> DiceView:
        """Return the dice for views."""
        if self.broken is not None:
            text = break_text(self.broken, language)
            side, left = self.broken.wall_side, self.broken.stacks_left
            return DiceView(self.faces, side, left, text, self.commitment)
        text = "" if self.thrower is None else second_throw_text(self.thrower, language)
        return DiceView(self.faces, None, None, text, self.commitment)


@dataclass(slots=True)
class HandBook:
    """The running hand, how many there have been, and how often its dealer has stayed (连庄).

    ``last_dealer`` dealt the hand that has ended, until the next one begins.
    """

    number: int = 0
    streak: int = 0
    running: Hand | None = None
    last_dealer: int | None = None
    faces: Throw | None = None

    def begin(self, hand: Hand) -> None:
        """Begin a hand."""
        self.streak = self.streak + 1 if self.last_dealer == hand.dealer else 0
        self.number += 1
        self.running = hand
        self.last_dealer = None

    def end(self) -> None:
        """End the running hand, if there is one."""
        ended, self.running = self.running, None
        if ended is not None:
            self.last_dealer = ended.dealer

    def hand_view(self) -> HandView:
        """Return the hand for views."""
        if self.running is not None:
            return HandView(self.number, "running")
        return HandView(self.number, "ended" if self.number else "none")

    def dice(self) -> DiceFacts:
        """Return the last throw and what follows from the ones that count."""
        hand = self.running
        if hand is None:
            return DiceFacts(self.faces)
        again = hand.next_thrower() if hand.start is None and hand.throws else None
        return DiceFacts(self.faces, hand.start, again)
