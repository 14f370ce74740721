"""The inputs that guard people: red button (急停), table top, service hatch.

Whatever they tell stops the motors in the very call; what follows from it waits its turn.
"""

from collections.abc import Callable, Mapping

from firmware_ctl.core.estop import EStopLatch
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.inbox import Inbox
from hal.board import Board
from hal.ids import Input

GUARDS: Mapping[Input, str] = {
    Input.TOP_CLOSED: "E502",
    Input.HATCH_CLOSED: "E503",
}
"""The fault of each guard that is open."""


class SafetyInputs:
    """Hear of the inputs that guard people.

    ``tripped`` hears of a pressed button, ``opened`` takes the fault of an open guard.
    """

    def __init__(
        self,
        board: Board,
        estop: EStopLatch,
        inbox: Inbox,
        tripped: Callable[[], None],
        opened: Callable[[StepFault], None],
    ) -> None:
        self._board = board
        self._estop = estop
        self._inbox = inbox
        self._tripped = tripped
        self._opened = opened

    def look(self) -> None:
        """Take every one of them as it stands."""
        for input_ in (Input.ESTOP_RELEASED, *GUARDS):
            self.changed(input_, safe=self._board.level(input_))

    @staticmethod
    def guards(input_: Input) -> bool:
        """Tell whether an input is one of them."""
        return input_ is Input.ESTOP_RELEASED or input_ in GUARDS

    def changed(self, input_: Input, *, safe: bool) -> None:
        """Take one of them as the board tells it; only a safe one leaves the motors alone."""
        if input_ is Input.ESTOP_RELEASED:
            if self._estop.button(released=safe):
                self._board.stop_all()
                self._inbox.post(self._tripped)
        elif not safe:
            self._board.stop_all()
            self._inbox.post(lambda: self._opened(StepFault(GUARDS[input_])))
