"""The wires between mechanics and board: inputs one way, motor drives the other."""

from collections.abc import Callable
from typing import Protocol

from hal.ids import Input

Level = bool
"""What an input reads."""

ON, OFF = True, False

FIRST_WATCHED = Input.TRAY_UP_0
"""From here on inputs are things that people at the table can see or touch."""


class BoardSide(Protocol):
    """What the mechanics tell the board, each at the moment it happens."""

    def on_input(self, input_: int, level: Level, /) -> None:
        """Hear that an input changed."""

    def on_dropped(self, lane: int, /) -> None:
        """Hear that a stacker's cam stands one tile's thickness down."""

    def on_pushed(self, lane: int, tiles: int, /) -> None:
        """Hear that a stacker's cam has pushed; ``tiles`` lay in the head until then."""

    def on_read(self, lane: int, tile_id: int | None, reads: int, /) -> None:
        """Hear what the reader made of a tile."""

    def on_dice(self, faces: tuple[int, int], /) -> None:
        """Hear that the dice lie still."""

    def on_stall(self, actuator: int, /) -> None:
        """Hear that a motor's current has stayed above its limit."""


class Unwired:
    """The board of a plant that has none."""

    def on_input(self, input_: int, level: Level, /) -> None:
        """Take no notice."""

    def on_dropped(self, lane: int, /) -> None:
        """Take no notice."""

    def on_pushed(self, lane: int, tiles: int, /) -> None:
        """Take no notice."""

    def on_read(self, lane: int, tile_id: int | None, reads: int, /) -> None:
        """Take no notice."""

    def on_dice(self, faces: tuple[int, int], /) -> None:
        """Take no notice."""

    def on_stall(self, actuator: int, /) -> None:
        """Take no notice."""


class Pins:
    """The levels of all inputs, as they are and as the board sees them."""

    __slots__ = ("_forced", "board", "real", "seen", "watchers")

    def __init__(self) -> None:
        self.real = [False] * len(Input)
        self.seen = [False] * len(Input)
        self.board: BoardSide = Unwired()
        self.watchers: list[Callable[[int, Level], None]] = []
        self._forced: dict[int, bool] = {}

    def put(self, input_: int, level: Level) -> None:
        """Set what an input really is, and tell the board when it can see the change."""
        self.real[input_] = level
        if self._forced and input_ in self._forced:
            return
        if self.seen[input_] is not level:
            self.seen[input_] = level
            self.board.on_input(input_, level)
        if input_ >= FIRST_WATCHED and self.watchers:
            for watcher in self.watchers:
                watcher(input_, level)

    def force(self, input_: int, level: Level | None) -> None:
        """Make an input read one level whatever happens, or ``None``: the truth again."""
        if level is None:
            self._forced.pop(input_, None)
            level = self.real[input_]
        else:
            self._forced[input_] = level
        if self.seen[input_] is not level:
            self.seen[input_] = level
            self.board.on_input(input_, level)
