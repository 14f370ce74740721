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
from rules.languages import Language
from rules.programs import Stacks
from rules.variants import Variant
from rules.wording import break_text, second_throw_text


class Chance(Protocol):
    """A source of chance: the operating system's in a real table, a seed in the simulation."""

    def throw(self) -> Throw:
        """Return the faces of two fair dice."""

    def side(self) -> int:
        """Return one of the four sides, each alike."""


class SystemChance:
    """The operating system's randomness."""

    def throw(self) -> Throw:
        """Return the faces of two fair dice."""
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1

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


@dataclass(slots=True)
class HandBook:
    """The running hand, how many there have been, and how often its dealer has stayed (连庄)."""

    number: int = 0
    streak: int = 0
    running: Hand | None = None
    last: Hand | None = None
    faces: Throw | None = None

    def begin(self, hand: Hand) -> None:
        """Begin a hand."""
        stays = self.last is not None and self.last.dealer == hand.dealer
        self.streak = self.streak + 1 if stays else 0
        self.number += 1
        self.running = hand
        self.last = None

    def end(self) -> Hand | None:
        """End the running hand, if there is one, and return it."""
        ended, self.running = self.running, None
        self.last = ended or self.last
        return ended

    def hand_view(self) -> HandView:
        """Return the hand for views."""
        if self.running is not None:
            return HandView(self.number, "running")
        return HandView(self.number, "ended" if self.number else "none")

    def dice_view(self, language: Language) -> DiceView:
        """Return the last throw and what follows from the ones that count."""
        hand = self.running
        if hand is None:
            return DiceView(self.faces, None, None, "")
        broken = hand.start
        if broken is not None:
            text = break_text(broken, language)
            return DiceView(self.faces, broken.wall_side, broken.stacks_left, text)
        if hand.throws:
            return DiceView(
                self.faces, None, None, second_throw_text(hand.next_thrower(), language)
            )
        return DiceView(self.faces, None, None, "")
