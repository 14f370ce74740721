"""The mechanical dice cup (骰子盘): a motor spins it, then two dice come to rest."""

import random
from collections.abc import Callable

from hal.ids import Actuator
from hal.sim.kernel import Kernel, to_us
from hal.sim.motors import Motors
from hal.sim.pins import Pins
from hal.sim.settings import DiceSettings

FACES = (1, 2, 3, 4, 5, 6)


class DiceCup:
    """Throw two dice whenever the cup stops after a spin; ``faces`` is what lies there.

    ``unseen`` is the chance that the sensor does not see them come to rest (a scripted fault);
    ``magnet`` makes them fall as a cheat wants.
    """

    __slots__ = (
        "_kernel",
        "_pins",
        "_rng",
        "_settings",
        "_settling",
        "_spinning",
        "faces",
        "magnet",
        "unseen",
    )

    def __init__(
        self,
        kernel: Kernel,
        pins: Pins,
        motors: Motors,
        settings: DiceSettings,
        rng: random.Random,
    ) -> None:
        self._kernel, self._pins, self._settings, self._rng = kernel, pins, settings, rng
        self._spinning = False
        self._settling = 0
        self.unseen = 0.0
        self.magnet: Callable[[], tuple[int, int]] | None = None
        self.faces = self._throw()
        motors.turn[Actuator.DICE_CUP] = self.turn

    def turn(self, direction: int) -> None:
        """Spin the cup, either way, or let it run out."""
        if direction:
            self._kernel.cancel(self._settling)
            self._settling = 0
        elif self._spinning:
            self._settling = self._kernel.after(to_us(self._settings.settle_s), self._settle)
        self._spinning = direction != 0

    def _settle(self, _: int) -> None:
        self._settling = 0
        self.faces = self._throw()
        if not (self.unseen > 0 and self._rng.random() < self.unseen):
            self._pins.board.on_dice(self.faces)

    def _throw(self) -> tuple[int, int]:
        if self.magnet is not None:
            return self.magnet()
        first, second = self._rng.choices(FACES, self._settings.face_weights, k=2)
        return first, second
