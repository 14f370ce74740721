"""People who mend a simulated table: they do what the steps of its faults tell them.

They do the acts that a step names with their hands, in the plant; they answer a question by
looking; they say the commands that a step asks for. What they have mended three times in vain they
leave to a technician, who looks inside.
"""

from collections.abc import Callable

from firmware_ctl.core.commands import Argument, Command, Origin, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import fault_view
from firmware_ctl.core.snapshot import FaultView, StepView
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.simulated_looks import look
from hal.ids import LANES
from hal.sim import NoSuchAct, SimTable

PATIENCE, LATELY_S = 3, 900.0
"""A fault that comes more often than this in so many seconds, although it was mended as told each
time, is the technician's."""

LOOKS = 20
"""A fault that still stands when people have looked so often is the technician's too."""

SHORT = frozenset({"E301", "E303", "E310", "E320", "E321", "E322"})
"""Faults of a load to which tiles are still wanting."""

UNDER_WAY = (Load.LOADING, Load.HELD, Load.FAULTED)
"""States of a load that still wants tiles."""

_PUT_ASIDE = frozenset({"take-out-tiles", "clear-heads"})
"""After these acts what was taken out stays on the table."""

_SUSPICIOUS = frozenset({"E302", "E307", "E701"})
"""After these the people sort the tiles before they push them in."""


class Menders:
    """Mind the faults of one table; ``close_well`` fills the open well and closes it.

    ``left_out`` returns the tiles on the table that belong to the load under way.
    ``called`` are the faults that only the technician found, ``aside`` the tiles that were taken
    out and wait on the table, ``suspicious`` tells that the tiles should be sorted.
    """

    def __init__(
        self,
        table: SimTable,
        controller: Controller,
        close_well: Callable[[], None],
        left_out: Callable[[], list[int]],
    ) -> None:
        self.called: list[str] = []
        self.aside: set[int] = set()
        self.suspicious = False
        self._table, self._controller = table, controller
        self._close_well, self._left_out = close_well, left_out
        self._seen: dict[tuple[str, int | None], list[float]] = {}
        self._counted = 0
        self._looked: dict[int, int] = {}

    def move_to(self, table: SimTable, controller: Controller) -> None:
        """Go on at the same table with another controller, which counts its faults anew."""
        self._table, self._controller = table, controller
        self._counted = 0
        self._looked.clear()

    def mind(self) -> None:
        """Do for every standing fault what can be done now."""
        for fault in tuple(self._controller.machinery.faults):
            self._mind(fault_view(fault, "en"))

    def _say(self, word: Word, **args: Argument) -> bool:
        return self._controller.submit(Command(word, args, Origin.PANEL)).ok

    def _mind(self, fault: FaultView) -> None:
        """Follow a fault's steps as far as they go now, then acknowledge it.

        A question is answered by what was to be seen before a technician has put things right.
        """
        seen = fault.question is not None and self._look(fault)
        self._count(fault)
        self._look_again(fault)
        for _ in range(len(fault.steps)):
            step = next((step for step in fault.steps if step.state == "waiting"), None)
            if step is None or not self._take(fault, step, seen=seen):
                return
            still = self._controller.machinery.faults.get(fault.id)
            if still is None:
                return
            fault = fault_view(still, "en")

    def _look(self, fault: FaultView) -> bool:
        standing = self._controller.machinery.faults.get(fault.id)
        part = None if standing is None else standing.values.get("actuator")
        return look(self._table, fault.code, fault.side, part)

    def _count(self, fault: FaultView) -> None:
        if fault.id <= self._counted:
            return
        self._counted = fault.id
        self.suspicious |= fault.code in _SUSPICIOUS
        lately = self._seen.setdefault((fault.code, fault.side), [])
        lately[:] = [at for at in lately if fault.since - at < LATELY_S] + [fault.since]
        if len(lately) > PATIENCE:
            lately.clear()
            self.call_technician()

    def _look_again(self, fault: FaultView) -> None:
        """Count how often a fault was looked at; one that will not go is the technician's."""
        self._looked[fault.id] = looked = self._looked.get(fault.id, 0) + 1
        if looked > LOOKS:
            self._looked[fault.id] = 0
            self.call_technician()

    def _take(self, fault: FaultView, step: StepView, *, seen: bool) -> bool:
        """Take one step; return whether the next one can follow at once."""
        if step.act is not None:
            self.do(step.act, step.place or "")
            return step.check == "person" and self._say(Word.CONFIRM, fault=fault.id, step=step.n)
        match step.command:
            case Word.ANSWER:
                return self._say(Word.ANSWER, fault=fault.id, answer="yes" if seen else "no")
            case Word.ACK:
                self._acknowledge(fault)
            case Word.LIFT if self._controller.machinery.surface.state is Surface.OPEN:
                self._close_well()
            case None:
                pass
            case command:
                self._say(Word(command))
        return False

    def _acknowledge(self, fault: FaultView) -> None:
        if self._say(Word.ACK, fault=fault.id):
            return
        for step in fault.steps:  # its cause is still there: what the text names is done again
            if step.act is not None:
                self.do(step.act, step.place or "")

    def do(self, act: str, place: str) -> bool:
        """Do a mending act at a place; return whether this machine has something to be done there.

        Where it has not, there is something to look at.
        """
        people = self._table.people
        before = set(people.on_table)
        try:
            people.mend(act, place)
        except NoSuchAct:
            return False
        if act == "bring-tiles":  # what was taken out earlier is what is missing now
            self.aside.clear()
        if act in _PUT_ASIDE:
            self.aside |= set(people.on_table) - before
        return True

    def call_technician(self) -> None:
        """Let somebody look inside who finds all that is wrong, mends it, and puts tiles back."""
        desk = self._table.faults
        self.called += [f"{name} {place}".rstrip() for name, place in desk.active]
        desk.clear_all()
        for lane in LANES:
            self._table.people.mend("clear-beam", str(lane))
            self._table.people.empty_head(lane)
        self._table.people.find_lost()
        codes = {fault.kind.code for fault in self._controller.machinery.faults}
        if codes & SHORT and self._controller.machinery.load.state in UNDER_WAY:
            self.aside.clear()
            self._table.people.drop_in(self._left_out())
