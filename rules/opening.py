"""Put a hand's opening together: variant, walls, dice, break, drawing order, deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dealing import RAISED, Deal, deal
from rules.dice import Break, Throw, break_wall, break_without_dice
from rules.programs import Profile, Program, Stacks, check_fit
from rules.shares import Share, missing_half, share_of
from rules.variants import Variant
from rules.wall import Place, linear_order


@dataclass(frozen=True, slots=True)
class Opening:
    """A hand's opening: the walls, the break, the drawing order and the deal."""

    variant: Variant
    profile: Profile
    share: Share
    throws: tuple[Throw, ...]
    broken: Break
    order: tuple[Place, ...]
    deal: Deal

    @property
    def stacks(self) -> Stacks:
        """Return the stacks of each wall, a half one too."""
        return self.share.piles


def open_hand(
    row: Variant,
    throws: Sequence[Throw],
    dealer: int = 0,
    profile: Profile = Profile.FOUR_PORT,
    program: Program | None = None,
) -> Opening:
    """Work out a hand's opening; an auto-deal machine may go without a throw.

    ``program`` replaces the variant's own, for a house that shares the stacks out differently
    (COM-02) or plays on three sides.

    Raises:
        DiceError: a face outside 1..6, or not as many throws as the variant asks for.
        LayoutError: no such side, the set is not dealt by machine, or the program does not
            stack the set.
    """
    raised = profile is Profile.AUTO_DEAL
    chosen = program or row.program
    check_fit(row.tile_set, chosen)
    share = share_of(chosen, profile)
    if raised and not throws:
        broken = break_without_dice(share.piles, dealer)
    else:
        broken = break_wall(share.piles, row.dice, dealer, throws)
    order = linear_order(share.piles, broken.first, missing_half(share))
    dealt = deal(order, RAISED if raised else row.deal, dealer)
    return Opening(row, profile, share, tuple(throws), broken, order, dealt)
