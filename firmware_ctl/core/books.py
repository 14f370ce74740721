"""Where the sets and stacks are, as far as the controller has seen them move."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from firmware_ctl.core.loading import Lane
from hal.ids import LANES


@dataclass(slots=True)
class Books:
    """What is inside, on the way up, and on the table.

    ``rows`` are the stacks inside each side; ``to_raise`` the sides whose row is to come up in this
    cycle; ``on_tray`` the sides whose wall stands on the tray. ``hands_inside`` are the sides where
    a hand of the set inside waits, ``hands_due`` those whose hand belongs to the walls on the table
    and has not come up. ``stowed`` keeps both sets inside (藏牌). ``tiles_awaited`` tells that the
    well was opened for the next cycle and that nobody has closed it since: its tiles may lie on the
    table top still. From the opening of the well on, ``void_on_table`` speaks of the walls that
    come up next and ``void_inside`` of the next load, which may be void before those walls are up.
    """

    rows: list[int] = field(default_factory=lambda: [0 for _ in LANES])
    to_raise: set[int] = field(default_factory=set)
    on_tray: set[int] = field(default_factory=set)
    hands_inside: set[int] = field(default_factory=set)
    hands_due: set[int] = field(default_factory=set)
    stowed: bool = False
    set_inside: str | None = None
    set_on_table: str | None = None
    void_inside: bool = False
    void_on_table: bool = False
    rising: bool = False
    load_due: bool = False
    tiles_awaited: bool = False
    position_lost: bool = True

    def well_opened(self) -> None:
        """Note that what is on the table now goes into the well, and what is inside comes next."""
        self.to_raise = {side for side in LANES if self.rows[side]}
        self.rising = bool(self.to_raise)
        self.hands_due, self.hands_inside = self.hands_inside, set()
        self.on_tray.clear()
        self.set_on_table = None
        self.void_on_table, self.void_inside = self.void_inside, False
        self.load_due = self.tiles_awaited = True

    def pushed_out(self, side: int) -> None:
        """Note that a side's row has moved on to its tray."""
        self.rows[side] = 0
        if side in self.to_raise:
            self.to_raise.discard(side)
            self.on_tray.add(side)

    def trays_up(self) -> None:
        """Note that the trays are up: when every row due is on them, that set is on the table."""
        if self.rising and not self.to_raise:
            self.rising = False
            self.set_on_table, self.set_inside = self.set_inside, None

    def owns_hand(self, side: int) -> bool:
        """Tell whether a hand that waits at this side belongs to known walls, and note to which."""
        if side in self.hands_inside | self.hands_due:
            return True
        if any(self.rows):
            self.hands_inside.add(side)
        elif self.on_tray:
            self.hands_due.add(side)
        return side in self.hands_inside | self.hands_due

    def void_rows(self, lanes: Sequence[Lane]) -> None:
        """Note that what stands inside is to come up, but not to be played.

        Where a stack may have been made that nobody counted the row counts as filled; where no tile
        has passed there is nothing to raise. A row that is still to come up is of the walls before,
        and the load has laid nothing there.
        """
        self.void_inside = True
        for side, part in enumerate(lanes):
            if side not in self.to_raise:
                self.rows[side] = max(part.made_row, int(part.may_have_stacked))
            if part.made_hand:
                self.hands_inside.add(side)

    def next_letter(self) -> str:
        """Return the set that was loaded where no reader tells: the one not on the table."""
        return "B" if self.set_on_table == "A" else "A"
