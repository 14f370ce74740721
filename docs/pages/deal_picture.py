"""Draw the pictures of a break and a deal that the pages show."""

from rules.deal_svg import deal_svg
from rules.opening import open_hand
from rules.programs import Profile
from rules.variants import variant

_SOUTH = 1
_THROW = (3, 4)


def taken() -> str:
    """Return a deal from the walls: Chengdu, South deals, 3 + 4 thrown."""
    return deal_svg(open_hand(variant("CD"), [_THROW], _SOUTH))


def raised() -> str:
    """Return a deal whose hands the machine raises, for the same throw."""
    return deal_svg(open_hand(variant("CD"), [_THROW], _SOUTH, Profile.AUTO_DEAL))
