"""What a fault does to the machine, and the ways out of it: acknowledge, answer, be led (故障处理).

A fault that holds everything stops the motors before anything is noted.
"""

import asyncio
from typing import Protocol

from firmware_ctl.core.books import Books
from firmware_ctl.core.estop import EStopLatch
from firmware_ctl.core.faults import KINDS, Fault, FaultBook, Holds, StepFault, Until
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.machines import LoadMachine, SurfaceMachine
from firmware_ctl.core.rig import Rig
from firmware_ctl.core.states import Load, LoadTrigger, Surface, SurfaceTrigger
from firmware_ctl.core.upkeep import Upkeep
from firmware_ctl.core.wizard import Wizard
from hal.board import Board
from hal.ids import EYES, LANES

UNDER_WAY = (Load.LOADING, Load.BALANCING, Load.HELD, Load.FAULTED)
"""States of a load that has begun and not ended."""


class Machine(Protocol):
    """The machine, as far as a fault stops it and it goes on after one."""

    rig: Rig
    books: Books
    job: LoadJob
    faults: FaultBook
    wizard: Wizard
    estop: EStopLatch
    upkeep: Upkeep
    surface: SurfaceMachine
    load: LoadMachine

    @property
    def all_held(self) -> bool:
        """Tell whether a fault stands that holds both machines."""

    def stop_now(self) -> None:
        """Switch every motor off in this very call, and break all steps off."""

    def break_load_off(self) -> None:
        """Break the load's step off."""

    def note_held_in(self) -> None:
        """Note what the surface was at, where it can go on with it."""

    def rest(self) -> None:
        """Let the board sleep when nothing is meant to move."""


class Changed(Protocol):
    """Who hears of anything worth a note."""

    def __call__(self, event: str, **facts: object) -> None:
        """Hear of it."""


class FaultDesk:
    """Take faults, stop what they hold, and let it go on when they are struck off."""

    def __init__(self, machine: Machine, board: Board, changed: Changed) -> None:
        self._machine = machine
        self._board = board
        self._changed = changed

    def trip_estop(self) -> None:
        """Take the emergency stop: outputs off, then the state."""
        self._machine.stop_now()
        self._machine.note_held_in()
        self._machine.books.position_lost = True
        self._note(StepFault("E501"), Holds.ALL)
        self._machine.surface.fire(SurfaceTrigger.ESTOP)
        self._machine.load.fire(LoadTrigger.HOLD)
        self._machine.rest()

    def take(self, cause: StepFault, holds: Holds | None = None) -> None:
        """Take a fault: stop what it holds, note it, and move the machines.

        ``holds`` is given where more is held than the kind of fault says.
        """
        machine, holds = self._machine, holds or cause.kind.holds
        if holds is Holds.ALL:
            machine.stop_now()
            machine.note_held_in()
            machine.books.position_lost |= cause.kind.homes
            if cause.kind is KINDS["E106"] and machine.load.state in UNDER_WAY:
                machine.job.distrust()  # a push that it ended in was made, and never told
            self._note(cause, holds)
            machine.surface.fire(SurfaceTrigger.FAULT)
            machine.load.fire(LoadTrigger.HOLD)
        elif holds is Holds.LOAD:
            machine.break_load_off()
            machine.upkeep.look_at_eyes()
            self._suspect_set(cause)
            if cause.kind.void:
                machine.books.void_rows(machine.job.lanes)
            self._note(cause, holds)
            machine.load.fire(LoadTrigger.FAULT)
        else:
            self._note(cause, holds)
        machine.rest()

    def _suspect_set(self, cause: StepFault) -> None:
        """Look whether several lanes fail alike, so that the tiles are at fault."""
        machine = self._machine
        letter = machine.job.reads.set_letter() or machine.books.next_letter()
        if cause.kind is KINDS["E401"]:
            covered = [lane for lane in LANES if machine.rig.level(EYES[lane])]
            machine.upkeep.missed_tiles(letter, machine.job, covered)
        elif cause.kind is KINDS["E204"]:
            machine.upkeep.jammed(letter, machine.job)

    def _note(self, cause: StepFault, holds: Holds) -> None:
        fault = self._machine.faults.add(cause, holds, asyncio.get_running_loop().time())
        if fault is not None:
            self._machine.upkeep.history.told(cause.kind.code, cause.side)
            self._changed("fault", id=fault.id, code=cause.kind.code, side=cause.side)

    def acknowledge(self, fault: Fault) -> bool:
        """Strike a fault off if its cause is gone; return whether it was."""
        kind, machine = fault.kind, self._machine
        if kind is KINDS["E501"] and not machine.estop.acknowledge():
            return False
        if not self._board.link_up or (kind.safe is not None and not machine.rig.level(kind.safe)):
            return False
        machine.faults.remove(fault)
        machine.rig.believe()
        if kind is KINDS["E507"]:
            machine.upkeep.cleaned()
        if kind is KINDS["E501"]:
            machine.surface.fire(SurfaceTrigger.ACK_ESTOP)
        elif fault.holds is Holds.LOAD:
            self._load_fault_gone(void=kind.void)
        if machine.surface.state is Surface.FAULTED and not machine.all_held:
            machine.surface.fire(SurfaceTrigger.ACK_FAULT)
        return True

    def answer(self, fault: Fault, *, yes: bool) -> Fault:
        """Make a group's fault the exact one that its question's answer tells, and hold by it."""
        exact = self._machine.faults.answer(fault, yes=yes)
        if fault.kind is KINDS["E280"] and not yes:
            self._machine.rig.seen_still(str(fault.values["actuator"]))
        self._machine.upkeep.history.answered(fault.kind.code, exact.kind.code, fault.side)
        if exact.kind.void:
            self._machine.books.void_rows(self._machine.job.lanes)
        self._changed("fault", id=exact.id, code=exact.kind.code, side=exact.side, answered=yes)
        self.lead_on()
        return exact

    def opens(self) -> bool:
        """Tell whether the way on from a fault that holds the load leads through the open well."""
        return self._machine.load.state is Load.FAULTED and any(
            step.until is Until.WELL_OPEN
            for fault in self._machine.faults.holding(Holds.LOAD)
            for step in fault.kind.steps
        )

    def _load_fault_gone(self, *, void: bool) -> None:
        load, faults = self._machine.load, self._machine.faults
        if load.state is Load.FAULTED and not faults.holding(Holds.LOAD):
            load.fire(LoadTrigger.ACCEPT_VOID if void else LoadTrigger.ACK_FAULT)

    def lead_on(self) -> None:
        """Let the wizard see what the sensors see, while a fault stands."""
        if len(self._machine.faults) and self._machine.wizard.look():
            self._changed("step-seen")
