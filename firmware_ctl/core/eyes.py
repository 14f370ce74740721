"""How clean the lanes' eyes (光眼 S1) are, told from their idle levels before they fail.

An eye that sees nothing reads a low level when clean and a higher one as dirt gathers; at 1000 no
difference is left between a tile and none.
"""

from collections.abc import Callable, Sequence

from firmware_ctl.core.faults import StepFault
from hal.ids import LANES

BLIND_LEVEL = 1000
"""The level of an eye before a tile, or of one that is wholly dirty."""

Levels = Callable[[], Sequence[int | None]]


class Eyes:
    """Each lane eye's level when new and now; ``least_percent`` of its contrast counts as clean."""

    def __init__(self, levels: Levels, least_percent: float) -> None:
        self._levels = levels
        self._least_percent = least_percent
        self.new: list[int | None] = [None for _ in LANES]
        self._told: set[int] = set()

    def learn(self) -> None:
        """Take the lowest level ever measured as that of a new eye."""
        for lane, level in enumerate(self._levels()):
            new = self.new[lane]
            if level is not None and (new is None or level < new):
                self.new[lane] = level

    def percent(self, lane: int) -> int | None:
        """Return how much contrast is left of an eye's when new, in percent, where measured."""
        level, new = self._levels()[lane], self.new[lane]
        if level is None or new is None or new >= BLIND_LEVEL:
            return None
        return round(100 * (BLIND_LEVEL - level) / (BLIND_LEVEL - new))

    def is_clean(self, lane: int) -> bool:
        """Tell whether an eye has contrast enough, as far as it can be measured."""
        left = self.percent(lane)
        return left is None or left >= self._least_percent

    def newly_dirty(self) -> tuple[StepFault, ...]:
        """Return a notice for every eye that has become dirty since it was last clean."""
        self.learn()
        dirty = {lane for lane in LANES if not self.is_clean(lane)}
        fresh = sorted(dirty - self._told)
        self._told = dirty
        return tuple(self.notice(lane) for lane in fresh)

    def notice(self, lane: int) -> StepFault:
        """Return the notice of an eye that sees worse than when it was new."""
        return StepFault(
            "E411",
            lane,
            percent=self.percent(lane),
            level=self._levels()[lane],
            usual=self.new[lane],
        )
