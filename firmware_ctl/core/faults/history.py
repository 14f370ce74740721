"""The faults of the last hands, counted: what a repairer hears owners complain of (故障史).

Codes and sides, no words: nothing of any tile.
"""

from collections import Counter

from firmware_ctl.core.snapshot import FaultCount, FaultsLately

HANDS_KEPT = 100
"""So many loads back faults are counted; the one under way is counted beside them."""

_Told = Counter[tuple[str, int | None]]


class FaultHistory:
    """Counts faults hand by hand, since the program's start."""

    def __init__(self) -> None:
        self._hand = 0
        self._hands: dict[int, _Told] = {}  # only those with a fault, the oldest first

    def told(self, code: str, side: int | None) -> None:
        """Count a fault in the hand that is now."""
        self._hands.setdefault(self._hand, Counter())[code, side] += 1

    def answered(self, asked: str, exact: str, side: int | None) -> None:
        """Count the exact cause in the place of the group that asked for it."""
        for told in reversed(self._hands.values()):
            if told[asked, side]:
                told[asked, side] -= 1
                told[exact, side] += 1
                return

    def loaded(self) -> None:
        """Begin the next hand."""
        self._hand += 1
        self._hands.pop(self._hand - HANDS_KEPT - 1, None)

    def view(self) -> FaultsLately:
        """Return the counts, the most frequent first."""
        total = sum(self._hands.values(), Counter[tuple[str, int | None]]())
        ordered = sorted(total.items(), key=lambda item: (-item[1], item[0][0], item[0][1] or 0))
        return FaultsLately(
            hands=min(self._hand, HANDS_KEPT),
            faults=tuple(FaultCount(code, side, count) for (code, side), count in ordered),
        )
