"""What a variant of the Guiyang family pays, as one row of data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.notation import MeldKind
from rules.options import House
from rules.settling.chickens import Chickens
from rules.settling.sheet import NextDeal, Sheet


@dataclass(frozen=True, slots=True)
class Bean:
    """What one kind of kong (豆) earns, in units.

    ``feeder`` is paid by who discarded the tile, ``each`` by every other player.
    """

    rule: str
    feeder: int = 0
    each: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """A tile won from who has just made a kong (热炮, 烧豆) or is adding to one (抢杠).

    He loses every income of the hand where ``loses_all`` (一废全废), else the kong just made alone.
    He pays ``times`` the hand, and ``more`` units by the kind of that kong.
    """

    rule: str
    loses_all: bool = False
    times: int = 1
    more: Mapping[MeldKind, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Money:
    """Everything that a variant of the family pays, each with its rule.

    ``concealed_chickens`` is all that a concealed kong of a plain chicken pays, bean included, by
    the rule of the turned chicken; ``kong_of_ones`` the rule by which a kong of 1 of bamboo pays
    chickens and bean in one. ``at_once`` is the rule by which a late kong earns no bean.
    ``declares`` is the rule of a ready declaration (报听), ``declared_pays`` lets who declared pay
    so much more on a self-draw. ``three`` is the rule of three winners on one tile (一炮三响);
    ``three_with_beans`` tells that they pay their beans to the discarder too.
    """

    beans: Mapping[MeldKind, Bean]
    discard: str
    self_draw: str
    burnt: Taken
    robbed: Taken
    check: str
    chickens: Chickens
    dealer: Callable[[Sheet], NextDeal]
    chickens_need_ready: Callable[[House], bool] = lambda _house: True
    concealed_chickens: int | None = None
    kong_of_ones: str | None = None
    gold_concealed: str | None = None
    at_once: str | None = None
    declares: str | None = None
    declared_pays: tuple[str, int] | None = None
    three: str | None = None
    three_with_beans: bool = False
    guarantee: str | None = None
    follow: str | None = None


def whatever_kong(units: int) -> Mapping[MeldKind, int]:
    """Return the same units for every kind of kong."""
    kongs = (MeldKind.DIRECT_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)
    return dict.fromkeys(kongs, units)
