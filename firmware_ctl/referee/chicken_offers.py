"""What people are asked when chickens (鸡) are counted: from the variant's row and its house."""

from collections.abc import Iterable

from rules.options import House
from rules.settling.chickens import Chickens, counts_outside, kinds_of
from rules.settling.events import Chicken
from rules.tiles import RANKED_SUITS, Tile, code_of, suit_of

NOTHING_TURNED = ""
"""The key of what are chickens where no tile was left to turn."""

_NOBODY = (None,) * 4


def chicken_offers(row: Chickens, house: House, designs: Iterable[Tile]) -> dict[str, object]:
    """Return what can be entered of chickens.

    ``kinds`` are the designs that are chickens by the tile turned, ``outside`` those that count
    among the discards too. ``first`` tells that who discarded the first 1 of bamboo counts
    (英雄鸡, 冲锋鸡), ``taken`` that who took a discarded chicken does.
    """
    ranked = [tile for tile in designs if suit_of(tile) in RANKED_SUITS]
    kinds = {
        NOTHING_TURNED if turned is None else code_of(turned): tuple(
            kinds_of(row, house, Chicken(turned, _NOBODY, ((),) * 4, _NOBODY))
        )
        for turned in (None, *ranked)
    }
    first = row.first is not None and row.has_first(house)
    return {
        "kinds": {name: [code_of(tile) for tile in tiles] for name, tiles in kinds.items()},
        "outside": {
            name: [code_of(tile) for tile in tiles if counts_outside(row, house, tile)]
            for name, tiles in kinds.items()
        },
        "first": first,
        "taken": row.claimed is not None or (first and row.first_moves),
    }
