"""The number test mode (测试档) of a table in service: what its keys ask for is done here.

A dice key counts the number up, a lift key starts the test, a lift key again ends it and moves on.
Motors pass the same interlocks as in play; what they do not allow is told and left out.
"""

import asyncio
from collections.abc import Callable

from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.rig import Rig
from firmware_ctl.core.trials import NUMBER_TESTS, SELF_CHECK, TRIALS, next_number
from firmware_ctl.core.worker import Worker
from hal.events import InputChanged
from hal.ids import Actuator

PAUSE_S = 1.0
"""Between two motions of a running test."""

TEST_BUDGET_S = 600
"""A test that nobody ends is ended."""


class NumberDesk:
    """The chosen number, and the test that runs."""

    def __init__(self, rig: Rig, inbox: Inbox, changed: Callable[..., None]) -> None:
        self._rig = rig
        self._changed = changed
        self._work = Worker(
            "service",
            lambda: inbox.post(self._over),
            lambda fault: inbox.post(lambda: self._over(fault)),
            lambda step, outcome: changed(
                "step", machine="service", step=step, outcome=outcome.value
            ),
        )
        self.number = 1
        self.seen = ""

    @property
    def running(self) -> bool:
        """Tell whether a test runs."""
        return self._work.running

    def choose(self, number: int) -> None:
        """Choose a test; one that runs is ended."""
        self.stop()
        self.number = number
        self._tell()

    def press(self) -> None:
        """Start the chosen test, or end the one that runs and move on."""
        if self.running:
            self.choose(next_number(self.number, SELF_CHECK))
            return
        self.seen = ""
        motors = NUMBER_TESTS[self.number].motors
        self._work.start(f"test {self.number}", lambda: self._move(motors), TEST_BUDGET_S)
        self._tell()

    def stop(self) -> None:
        """End the test that runs, if one does."""
        self._work.cancel()
        self.seen = ""

    async def finish(self) -> None:
        """End the test and wait until it has let go."""
        await self._work.finish()

    def on_input(self, event: InputChanged) -> None:
        """Show what a watched sensor reads."""
        if self.running and event.input in NUMBER_TESTS[self.number].sensors:
            self.seen = f"{event.input.value}{'-' if event.level else '_'}"
            self._changed("service", number=self.number, input=event.input.label, level=event.level)

    async def _move(self, motors: tuple[Actuator, ...]) -> None:
        """Do the motors' trials over and over, or wait while sensors are watched."""
        while True:
            for motor in motors:
                for trial in TRIALS[motor]:
                    try:
                        await self._rig.wait(self._rig.begin(trial.motion))
                    except StepFault as fault:
                        self._changed("service", number=self.number, why=fault.values.get("why"))
                    await asyncio.sleep(PAUSE_S)
            if not motors:
                await asyncio.sleep(PAUSE_S)

    def _over(self, _fault: StepFault | None = None) -> None:
        """Rest when a test has ended by itself."""
        self._rig.sleep()
        self._tell()

    def _tell(self) -> None:
        self._changed("service", number=self.number, running=self.running)
