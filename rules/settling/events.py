"""What happens in a hand, so far as money depends on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.dice import Throw
from rules.hands.situation import Claim, Situation
from rules.notation import Hand, Meld, MeldKind
from rules.tiles import Suit, Tile

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Start:
    """A hand begins: who deals, what was thrown, the hand's number in the dealer's row (连庄).

    ``round_wind`` is the prevalent wind (圈风), where the variant counts one.
    """

    dealer: int
    options: Mapping[str, object] = field(default_factory=dict)
    throws: tuple[Throw, ...] = ()
    streak: int = 0
    round_wind: Tile | None = None


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong that stands; ``source`` is the feeder of a direct kong, or of the pung added to.

    ``late`` marks one that was not made as soon as it could be.
    """

    by: int
    kind: MeldKind
    tile: Tile
    source: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Win:
    """A win: judged by its tiles, or declared by its value alone.

    ``source`` is who discarded the tile or was robbed, ``None`` where it was drawn. ``claim`` is
    ``None`` where only ``value`` was declared; then ``situation`` is all that is known.
    """

    by: int
    source: int | None
    situation: Situation
    claim: Claim | None = None
    value: int | None = None
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a player shows when the wall is used up.

    ``tiles`` is ``None`` where only a word was given: ``ready`` then tells, and ``value`` what the
    hand would have been worth. ``let_go`` marks a win refused on the last four tiles, ``pig`` a
    flower pig (花猪) by word.
    """

    tiles: tuple[Tile, ...] | None = None
    melds: tuple[Meld, ...] = ()
    ready: bool | None = None
    value: int | None = None
    lack: Suit | None = None
    seen: tuple[Tile, ...] = ()
    let_go: bool = False
    pig: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """The wall is used up (荒牌): what each side shows, and who drew the last tile."""

    shown: tuple[Shown | None, ...]
    last_drawer: int | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A discard that another player took for a pung or kong."""

    by: int
    source: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Chicken:
    """Chickens (鸡) are counted after a win, by side.

    ``turned`` is ``None`` where no tile was left to turn. ``in_hand`` is a whole hand, the chickens
    alone, their number, or ``None`` where what is known from elsewhere counts. ``shown`` are hands
    as at a draw, ``ready`` the sides known to be ready. ``first`` discarded the first 1 of bamboo.
    ``claimed`` are discarded chickens that were taken; those taken for a kong on the sheet need
    not be named.
    """

    turned: Tile | None
    in_hand: tuple[Hand | int | None, ...]
    discarded: tuple[tuple[Tile, ...] | int, ...]
    shown: tuple[Shown | None, ...]
    ready: frozenset[int] | None = None
    first: int | None = None
    claimed: tuple[Claimed, ...] = ()


@dataclass(frozen=True, slots=True)
class Declare:
    """A declaration: ready (报叫, 报听), the lack suit (定缺), or what a variant knows."""

    by: int
    kind: str
    suit: Suit | None = None
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Penalty:
    """A confirmed penalty (诈胡, 相公, 包牌); ``amount`` in units of the stake where given."""

    by: int
    kind: str
    to: tuple[int, ...] = ()
    amount: int | None = None


Event = Start | Kong | Win | Draw | Chicken | Declare | Penalty
