"""A second, slow judge of hands with jokers: it puts every tile in a joker's place, one by one."""

from itertools import combinations_with_replacement

from tests.support.brute_hands import TILES_136, is_seven_pairs, standard_splits

JOKER = "P"


def _natural(tiles: list[str]) -> tuple[list[str], int]:
    natural = [tile for tile in tiles if tile != JOKER]
    return natural, len(tiles) - len(natural)


def _any_filled(tiles: list[str], wins: str) -> bool:
    natural, jokers = _natural(tiles)
    for chosen in combinations_with_replacement(TILES_136, jokers):
        filled = sorted([*natural, *chosen])
        if wins == "standard" and standard_splits(filled):
            return True
        if wins == "pairs" and all(filled.count(tile) % 2 == 0 for tile in filled):
            return True
    return False


def is_standard(tiles: list[str]) -> bool:
    return _any_filled(tiles, "standard")


def is_pairs(tiles: list[str]) -> bool:
    return len(tiles) == 14 and _any_filled(tiles, "pairs")


def fours(tiles: list[str]) -> int:
    """Count the fours of a hand that is seven pairs: no joker helps to one."""
    natural, jokers = _natural(tiles)
    own = jokers == 4 and is_seven_pairs([*natural, *["E"] * 4]) and "E" not in natural
    return sum(natural.count(tile) == 4 for tile in set(natural)) + own


def factor(hand: list[str], drawn: str, melds: int) -> int | None:
    """Return the factor of a self-draw without floated jokers, ``None`` for no win."""
    full = [*hand, drawn]
    worth = 0
    if is_standard(full):
        worth = 1
    if not melds and is_pairs(full):
        worth = 2 << fours(full)
    if not worth:
        return None
    any_tile = JOKER in hand and all(
        is_standard([*hand, tile]) or (not melds and is_pairs([*hand, tile])) for tile in TILES_136
    )
    return worth * (2 if any_tile else 1)
