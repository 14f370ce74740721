"""Four automatic players: they watch the table and press its keys, hand after hand."""

from collections.abc import Callable
from typing import Protocol

from hal.board import Indicators
from hal.ids import KEYS_DICE, KEYS_LIFT, TRAYS_UP, Input
from hal.sim.kernel import to_us
from hal.sim.people import People
from hal.sim.pins import Level
from hal.sim.plant import Plant
from hal.sim.settings import PlayerSettings


class Panel(Protocol):
    """What people see of a board."""

    indicators: Indicators
    onlookers: list[Callable[[Indicators], None]]


class Players:
    """Do what people at a table do, knowing only what they see: lamp, dome and walls.

    The ready lamp on: press lift, and once more if nothing moves. The dome up: push the tiles in
    and press lift. The walls up: throw the dice, on a table that deals press lift for the hands,
    play, and wait for the lamp.
    """

    __slots__ = (
        "_due",
        "_panel",
        "_people",
        "_plant",
        "_playing",
        "_settings",
        "_think_us",
        "hands",
        "last_hand",
    )

    def __init__(
        self,
        plant: Plant,
        panel: Panel,
        people: People,
        settings: PlayerSettings,
        last_hand: int | None = None,
    ) -> None:
        """Sit down.

        Raises:
            ValueError: a key would be tried again without any time between.
        """
        if min(settings.second_press_s, settings.patience_s) <= 0:
            raise ValueError(
                f"second press after {settings.second_press_s} s, patience {settings.patience_s} s:"
                " a person needs some time to see that nothing has happened; give more than 0"
            )
        self._plant, self._panel, self._people, self._settings = plant, panel, people, settings
        self._think_us = to_us(settings.think_s)
        self._playing = False
        self._due = 0
        self.hands = 0
        self.last_hand = last_hand
        plant.pins.watchers.append(self._watch)
        panel.onlookers.append(self._look)
        self._look(panel.indicators)

    def leave(self) -> None:
        """Go home: do nothing more."""
        self._plant.kernel.cancel(self._due)
        self._plant.pins.watchers.remove(self._watch)
        self._panel.onlookers.remove(self._look)

    def _watch(self, input_: int, level: Level) -> None:
        if not level:
            return
        if input_ == Input.DOME_UP:
            self._next(to_us(self._settings.push_s), self._push)
        elif input_ in TRAYS_UP and self._walls_stand():
            self._playing = True
            self._next(self._think_us, self._throw)

    def _look(self, indicators: Indicators) -> None:
        if indicators.ready_lamp and not self._playing and not self._plant.dome.is_high:
            self._next(self._think_us, self._lift)

    def _walls_stand(self) -> bool:
        sides = self._plant.sides
        return any(side.tray for side in sides) and all(side.tray_axis.is_high for side in sides)

    def _next(self, delay_us: int, act: Callable[[int], None]) -> None:
        self._plant.kernel.catch_up()
        self._plant.kernel.cancel(self._due)
        self._due = self._plant.kernel.after(delay_us, act)

    def _throw(self, _: int) -> None:
        self._plant.press(KEYS_DICE[self.hands % len(KEYS_DICE)])
        if self._plant.settings.deal.fitted:
            self._next(self._think_us, self._ask_for_hands)
        else:
            self._next(to_us(self._settings.play_s), self._finish)

    def _ask_for_hands(self, _: int) -> None:
        self._plant.press(KEYS_LIFT[0])
        self._next(to_us(self._settings.play_s), self._finish)

    def _finish(self, _: int) -> None:
        self.hands += 1
        self._people.play()
        self._playing = False
        if self.hands != self.last_hand and self._panel.indicators.ready_lamp:
            self._next(self._think_us, self._lift)

    def _lift(self, _: int) -> None:
        if self.hands == self.last_hand or not self._panel.indicators.ready_lamp:
            return
        self._plant.press(KEYS_LIFT[0])
        self._next(to_us(self._settings.second_press_s), self._lift_again)

    def _lift_again(self, _: int) -> None:
        if self._plant.dome.is_low:
            self._plant.press(KEYS_LIFT[0])
            self._next(to_us(self._settings.patience_s), self._lift)

    def _push(self, _: int) -> None:
        if self._plant.dome.is_high:
            self._people.push_in()
            self._next(self._think_us, self._close)

    def _close(self, _: int) -> None:
        if self._plant.dome.is_high:
            self._plant.press(KEYS_LIFT[0])
            self._next(to_us(self._settings.patience_s), self._close)
