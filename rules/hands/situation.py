"""How a hand is won: by which tile, in which situation."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.notation import Meld
from rules.tiles import Suit, Tile


class By(StrEnum):
    """Where the winning tile comes from."""

    SELF = "self"  # 自摸
    DISCARD = "discard"  # 点炮
    ROB = "rob"  # 抢杠
    KONG = "kong"  # 杠上花, on the replacement
    KONG_DISCARD = "kong-discard"  # 杠上炮
    HEAVEN = "heaven"  # 天胡
    EARTH = "earth"  # 地胡


DRAWN = frozenset({By.SELF, By.KONG, By.HEAVEN})
"""Always drawn by the winner himself; where ``EARTH`` belongs is the variant's word."""


class Fact(StrEnum):
    """What people are asked about a win, where the variant counts it: fields of a situation."""

    LAST_TILE = "last_tile"
    LAST_OF_KIND = "last_of_kind"
    FLOATED = "floated"
    FROM_DECLARED = "from_declared"
    PIAO = "piao"
    KONG_CHAIN = "kong_chain"


class Pass(NamedTuple):
    """A winning tile that was let go since the player's last draw, and what it was worth."""

    tile: Tile
    value: int


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything about a win that its tiles do not show; a variant uses what its rules name.

    ``kong_chain`` counts the kongs of the unbroken chain that leads to the win, ``lack`` is the
    suit named at the start (定缺), ``piao`` the number of 财飘, ``streak`` the hand's number in a
    dealer's row (连庄), ``last_tile`` that no tile is left, ``last_of_kind`` that three lie open.
    ``floated`` tells that another player discarded a joker in this round (财飘).
    ``from_declared`` tells that the discarder had declared himself ready (杀报). ``any_way`` asks
    what a hand waits for: the tile may come in any way, and how it comes adds nothing.
    """

    by: By = By.DISCARD
    dealer: bool = False
    seat_wind: Tile | None = None
    round_wind: Tile | None = None
    flowers: tuple[Tile, ...] = ()
    last_tile: bool = False
    last_of_kind: bool = False
    lack: Suit | None = None
    piao: int = 0
    floated: bool = False
    streak: int = 0
    declared: bool = False
    kong_chain: int = 1
    passed: tuple[Pass, ...] = ()
    from_declared: bool = False
    any_way: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed win: the concealed tiles without the winning one, the melds, the winning tile."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    win: Tile
    situation: Situation = Situation()

    @property
    def everything(self) -> tuple[Tile, ...]:
        """Return every tile of the hand: concealed, melded, and the winning one."""
        return (*self.tiles, *(tile for meld in self.melds for tile in meld.tiles), self.win)
