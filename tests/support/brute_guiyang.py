"""A second judge of Guiyang's patterns, on the facts of a reading that the slow judge finds."""

from tests.support.brute_hands import Facts, readings

# basic, all pungs, pairs, dragon pairs, and the same in one suit
TABLES = {
    "GY1": ((1, 5, 10, 20), (10, 15, 20, 30)),
    "GY2": ((1, 5, 8, 10), (10, 15, 18, 20)),
    "GY3": ((10, 30, 40, 50), (50, 80, 90, 100)),
    "GY4": ((1, 5, 8, 10), (10, 15, 18, 20)),
}


def guiyang_value(
    variant: str, concealed: list[str], melds: list[tuple[str, ...]], *, drawn: bool
) -> int | None:
    """Return what a plain win is worth, ``None`` where it is none."""
    mixed, pure = TABLES[variant]
    found = readings(concealed, melds)
    if not found:
        return None
    kind, in_one_suit = max((_kind(facts), facts.pure) for facts in found)
    value = (pure if in_one_suit else mixed)[kind]
    has_bean = any(len(meld) == 4 for meld in melds)
    if (kind, in_one_suit) != (0, False) or drawn or has_bean:
        return 2 if (variant, value, drawn) == ("GY2", 1, True) else value
    return None


def _kind(facts: Facts) -> int:
    if facts.pairs:
        return 3 if facts.roots else 2
    return 1 if facts.pungs else 0
