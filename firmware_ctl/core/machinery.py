"""Dome, walls and load as one machine: two state machines, their steps, faults and the stop.

It knows no rules and no people; what it needs of them it asks its :class:`Owner`.
"""

import asyncio
import math
from collections.abc import Mapping

from firmware_ctl.config.model import Config, Motion
from firmware_ctl.core.books import Books
from firmware_ctl.core.estop import EStop, EStopLatch
from firmware_ctl.core.eyes import Eyes
from firmware_ctl.core.fault_desk import FaultDesk
from firmware_ctl.core.faults import KINDS, FaultBook, Holds, StepFault
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.keys import KEYS, KeyWatch
from firmware_ctl.core.link_book import LinkBook
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.machines import LoadMachine, SurfaceMachine
from firmware_ctl.core.owner import Owner
from firmware_ctl.core.rig import Rig
from firmware_ctl.core.safety import SafetyInputs
from firmware_ctl.core.self_check import SelfCheck
from firmware_ctl.core.states import (
    HOLDABLE,
    RESTING,
    Load,
    LoadTrigger,
    Surface,
    SurfaceTrigger,
)
from firmware_ctl.core.steps.deal import deal_hands
from firmware_ctl.core.steps.dome import close_well, open_well
from firmware_ctl.core.steps.home import home
from firmware_ctl.core.steps.load import LoadStep, balance
from firmware_ctl.core.steps.raise_walls import raise_walls
from firmware_ctl.core.steps.travels import Travels
from firmware_ctl.core.switches import SwitchWatch
from firmware_ctl.core.upkeep import Upkeep
from firmware_ctl.core.wizard import Wizard
from firmware_ctl.core.worker import Outcome, Step, Worker
from hal.board import Board
from hal.events import (
    BoardEvent,
    InputChanged,
    LinkChanged,
    MotionEnded,
    OutputsDropped,
    StackMade,
    TilePassed,
    TileRead,
)
from hal.ids import BELTS_FULL, CAMS_HOME, LANES, Input

SURFACE_BUDGET_S = 180
"""No step of the surface may take longer; its motions' own budgets are far below."""

LOAD_BUDGET_S = 600
"""The same for the load, whose own patience speaks first."""

REST_TOLD_S = 60
"""So often it is told how long a load still waits for the table to rest."""


class Machinery:
    """The machine under one table top."""

    def __init__(self, board: Board, config: Config, inbox: Inbox, owner: Owner) -> None:
        self._board = board
        self._config = config
        self._inbox = inbox
        self._owner = owner
        motion = config.motion
        self.rig = Rig(
            board,
            self._tell,
            margin=motion.margin,
            slack_s=motion.slack_s,
            back_off_s=motion.back_off_s,
        )
        self._travels = Travels(motion)
        self._switches = SwitchWatch(self.rig, self._switch_told, _longest_way(motion))
        self.books = Books()
        self.faults = FaultBook()
        self.eyes = Eyes(board.eye_levels, config.care.eye_percent)
        self.upkeep = Upkeep(config.care, self.eyes, self.rig.usual, self._tell)
        self.wizard = Wizard(board, self.faults, lambda: self.surface.state, self.eyes.is_clean)
        self.estop = EStopLatch(fitted=config.safety.estop == "fitted")
        self.self_check = SelfCheck(
            self.rig, self._travels, self.eyes, self._home, self._tell, inbox, owner.changed
        )
        self.job = LoadJob((0, 0, 0, 0))
        self.held_in = Surface.UNHOMED
        self.hold_reason = ""
        self.rebuilding = False
        self.link = LinkBook()
        self.fault_desk = FaultDesk(self, board, owner.changed)
        self._keys = KeyWatch(self._tell)
        self._safety = SafetyInputs(
            board, self.estop, inbox, tripped=self.fault_desk.trip_estop, opened=self.fault
        )
        self.surface: SurfaceMachine = SurfaceMachine(self, self._surface_changed)
        self.load: LoadMachine = LoadMachine(self, self._load_changed)
        self._load_step: LoadStep | None = None
        self._waits_for_hands = False
        self._rested: asyncio.TimerHandle | None = None
        self._surface_work = Worker(
            "surface",
            lambda: inbox.post(self._surface_done),
            lambda fault: inbox.post(lambda: self.fault(fault, Holds.ALL)),
            lambda step, outcome: self._note_step("surface", step, outcome),
        )
        self._load_work = Worker(
            "load",
            lambda: inbox.post(self._load_done),
            lambda fault: inbox.post(lambda: self.fault(fault)),
            lambda step, outcome: self._note_step("load", step, outcome),
        )
        self._surface_steps: Mapping[Surface, Step] = {
            Surface.HOMING: self._home,
            Surface.OPENING: self._open,
            Surface.CLOSING: lambda: close_well(self.rig, self._travels),
            Surface.RAISING: lambda: raise_walls(
                self.rig, self._travels, self.books, self._look_at_load
            ),
            Surface.DEALING: lambda: deal_hands(self.rig, self._travels, self.books),
        }
        self._load_steps: Mapping[Load, Step] = {
            Load.LOADING: self._load_tiles,
            Load.BALANCING: lambda: balance(self.rig, self.job, config.load),
        }

    # The questions of the state machines' rows -------------------------------------------------

    def hand_runs(self) -> bool:
        """Tell whether a hand has begun and not ended."""
        return self._owner.hand_runs()

    def walls_stand(self) -> bool:
        """Tell whether walls stand on the trays that no hand has used."""
        return bool(self.books.on_tray) and not self.raise_due() and not self.hand_runs()

    def raise_due(self) -> bool:
        """Tell whether the set inside is to be raised now."""
        books = self.books
        return bool(books.to_raise) and not books.stowed and not books.tiles_awaited

    def position_lost(self) -> bool:
        """Tell whether the table must be homed before anything else moves."""
        return self.books.position_lost

    # What people ask for; the gate has been asked -----------------------------------------------

    def home(self) -> None:
        """Home every part."""
        self.hold_reason = ""
        self.surface.fire(SurfaceTrigger.HOME)

    def lift(self) -> None:
        """Open the well, or close it and go on; whoever closes it has pushed the tiles in."""
        if self.surface.state is Surface.OPEN:
            self.books.tiles_awaited = False
        self.surface.fire(SurfaceTrigger.LIFT)

    def open_loading(self) -> None:
        """Hold the load and open the well, to put a forgotten tile in."""
        self._load_work.cancel()
        self.load.fire(LoadTrigger.HOLD)
        self.rebuilding = True
        self.surface.fire(SurfaceTrigger.LIFT)

    def begin_play(self) -> None:
        """Begin a hand with the walls that stand."""
        self.surface.fire(SurfaceTrigger.BEGIN)

    def deal(self) -> None:
        """Bring the hands up to the seats; a hand has begun."""
        self.surface.fire(SurfaceTrigger.DEAL)

    def stow(self, *, stowed: bool) -> None:
        """Keep both sets inside from the next closing on, or bring the walls up again."""
        self.books.stowed = stowed
        if not stowed and not self.books.tiles_awaited:
            self.resume()

    def serve(self) -> None:
        """Enter the service state, or leave it; positions are not known after it."""
        self.stop_now()
        self.books.position_lost = True
        self.surface.fire(SurfaceTrigger.SERVE)
        self.rest()

    def end_play(self) -> None:
        """End the hand; its walls are used."""
        self.books.on_tray.clear()
        self.surface.fire(SurfaceTrigger.END)

    def hold(self, reason: str) -> None:
        """Switch every motor off, then hold both machines."""
        self.stop_now()
        self.note_held_in()
        self.hold_reason = reason
        self.surface.fire(SurfaceTrigger.HOLD)
        self.load.fire(LoadTrigger.HOLD)
        self.rest()

    def resume(self) -> None:
        """Go on with whatever was held: each step looks again before it moves."""
        self.hold_reason = ""
        if self.surface.state is Surface.PAUSED:
            self.surface.fire(SurfaceTrigger.RESUME)
        elif self.surface.state is Surface.READY:
            self.books.tiles_awaited = False  # whoever goes on has pushed them in
        if self.surface.state is Surface.READY and self.raise_due():
            self.surface.fire(SurfaceTrigger.RAISE)
        self._go_on_loading()

    # Stop and faults ----------------------------------------------------------------------------

    def stop_now(self) -> None:
        """Switch every motor off in this very call, and break all steps off."""
        self.rig.stop_all()
        self._surface_work.cancel()
        self._load_work.cancel()
        self.self_check.stop()
        self._owner.stopped()

    def _tell(self, notice: StepFault) -> None:
        """Take a notice, soon: whoever gives it is in the middle of a step."""
        self._inbox.post(lambda: self.fault(notice, Holds.NOTHING))

    def fault(self, cause: StepFault, holds: Holds | None = None) -> None:
        """Take a fault; ``holds`` is given where more is held than the kind of fault says."""
        self.fault_desk.take(cause, holds)

    def _note_step(self, machine: str, step: str, outcome: Outcome) -> None:
        self._owner.changed("step", machine=machine, step=step, outcome=outcome.value)

    def break_load_off(self) -> None:
        """Break the load's step off."""
        self._load_work.cancel()

    def note_held_in(self) -> None:
        """Note what the surface was at, where it can go on with it."""
        if self.surface.state in HOLDABLE:
            self.held_in = self.surface.state

    # Steps --------------------------------------------------------------------------------------

    def _surface_changed(self, old: Surface, new: Surface) -> None:
        self._owner.changed("surface", old=old.value, new=new.value)
        self.fault_desk.lead_on()
        step = self._surface_steps.get(new)
        if step is None:
            self._surface_work.cancel()
        else:
            self._surface_work.start(new.value, step, SURFACE_BUDGET_S)

    def _load_changed(self, old: Load, new: Load) -> None:
        self._waits_for_hands = False
        self._owner.changed("load", old=old.value, new=new.value)
        step = self._load_steps.get(new)
        if step is None:
            self._load_work.cancel()
        else:
            self._load_work.start(new.value, step, LOAD_BUDGET_S)

    async def _open(self) -> None:
        await self._load_work.finish()  # a load that was just held still lets go of its motors
        await open_well(self.rig, self._travels)

    async def _home(self) -> None:
        laid = frozenset(lane for lane in LANES if self.job.lanes[lane].made_hand)
        being_laid = frozenset[int]() if self.load.state is Load.COMPLETE else laid
        deals = self._board.capabilities.deals
        await home(self.rig, self._travels, self.books, deals=deals, being_laid=being_laid)

    def _surface_done(self) -> None:
        ended = self.surface.state
        again = self.rebuilding or self.books.tiles_awaited
        if ended is Surface.OPENING and not again:
            self.books.well_opened()
            self._owner.well_opened()
        elif ended is Surface.OPENING:
            self.job.looked_into()
        elif ended is Surface.HOMING:
            self.books.position_lost = False
            self.rebuilding = False
        if ended in (Surface.HOMING, Surface.RAISING):
            self.books.trays_up()
        self.surface.fire(SurfaceTrigger.DONE)
        if ended is Surface.CLOSING:
            self.rebuilding = False
        if ended is Surface.CLOSING or (ended is Surface.DEALING and self._waits_for_hands):
            self._go_on_loading()
        self.rest()

    def _go_on_loading(self) -> None:
        """Start or resume the load if one is due and the dome is down for good."""
        working = (*RESTING, Surface.RAISING, Surface.DEALING)
        waits = self.rebuilding or self.books.stowed or self.books.tiles_awaited
        if waits or self.surface.state not in working:
            return
        if self.load.state is Load.HELD:
            self.load.fire(LoadTrigger.GO_ON)
        elif self._waits_to_begin and not self._waits_for_rest():
            self.books.load_due = False
            self.job = LoadJob(self._owner.share_to_load())
            self.load.fire(LoadTrigger.START)

    @property
    def _waits_to_begin(self) -> bool:
        """Tell whether a load is due that has not begun."""
        return self.books.load_due and self.load.state in (Load.EMPTY, Load.COMPLETE)

    @property
    def rest_s(self) -> int:
        """Return how long the load that is due waits until the table has rested, in seconds."""
        return math.ceil(self.upkeep.rest_left_s) if self._waits_to_begin else 0

    def _waits_for_rest(self) -> bool:
        """Tell whether the load that is due must wait; it then begins by itself (运行限时)."""
        if self._rested is not None:
            self._rested.cancel()
        left_s = self.rest_s
        if left_s:
            self._owner.changed("rest", left_s=left_s)
            self._rested = asyncio.get_running_loop().call_later(
                min(left_s, REST_TOLD_S), lambda: self._inbox.post(self._go_on_loading)
            )
        return left_s > 0

    async def _load_tiles(self) -> None:
        self._load_step = LoadStep(self.rig, self._travels, self.books, self.job, self._config.load)
        await self._load_step.run()

    def _load_done(self) -> None:
        if self.load.state is Load.LOADING:
            waits = bool(self.job.open_lanes)
            self.load.fire(LoadTrigger.WAIT if waits else LoadTrigger.STACKED)
            self._waits_for_hands = waits
            if waits and not self.books.hands_due:  # they came up while the load came to rest
                self._go_on_loading()
            self.rest()
            return
        self.upkeep.look_at_eyes()
        for lane, part in enumerate(self.job.lanes):
            self.books.rows[lane] = part.made_row
            if part.hand:
                self.books.hands_inside.add(lane)
        void = self._owner.wall_is_void(self.job)
        self.upkeep.loaded(self.books.set_inside or "A", self.job)
        if void is not None:
            self.fault(void)
            return
        self.books.void_inside = False
        self.load.fire(LoadTrigger.BALANCED)
        self.rest()

    def _look_at_load(self) -> None:
        if self._load_step is not None:
            self._load_step.look()

    def rest(self) -> None:
        """Let the board sleep when nothing is meant to move."""
        if not self._is_at_work:
            self.rig.sleep()

    # Board events -------------------------------------------------------------------------------

    def on_event(self, event: BoardEvent) -> None:
        """Take what the board tells; whatever endangers people stops the motors first."""
        if isinstance(event, TilePassed):
            self.job.tile_passed(
                event.lane,
                event.at,
                event.pulse_ms,
                belt_full=self._board.level(BELTS_FULL[event.lane]),
            )
            if event.lane in self.job.redirected:
                self._look_at_load()
        elif isinstance(event, TileRead):
            self.job.tile_read(event)
        elif isinstance(event, StackMade):
            self.job.stack_made(event.lane)
            if self.job.lanes[event.lane].done:
                self._look_at_load()
        elif isinstance(event, MotionEnded):
            self.upkeep.ran(event.actuator, self.rig.on_ended(event))
        elif isinstance(event, InputChanged):
            self._input_changed(event)
        elif isinstance(event, OutputsDropped):
            self._dropped(event.why)
        elif isinstance(event, LinkChanged):
            self._link_changed(event)
        self.fault_desk.lead_on()

    def look_at_safety(self) -> None:
        """Take the safety inputs as they stand when the link has just come up."""
        self._safety.look()
        self.upkeep.look_at_eyes()

    def _input_changed(self, event: InputChanged) -> None:
        if self._safety.guards(event.input):
            self._safety.changed(event.input, safe=event.level)
        elif event.input in BELTS_FULL and not event.level:
            self.job.lanes[BELTS_FULL.index(event.input)].signs.belt_freed()
        elif event.input in CAMS_HOME and event.level:
            self.job.lanes[CAMS_HOME.index(event.input)].signs.cam_came_home()
            self._switches.changed(event.input, level=True)
        elif event.input in KEYS:
            self._keys.changed(event.input, event.at, pressed=event.level)
            self.self_check.on_input(event)
        elif self._board.link_up:
            self._switches.changed(event.input, level=event.level)

    def _switch_told(self, cause: StepFault) -> None:
        """Take a switch that opened by itself: told where all rests, a fault where it matters."""
        dome = (Input.DOME_DOWN.label, Input.DOME_UP.label)
        needed = cause.kind is KINDS["E292"] or cause.values["input"] in dome
        self._inbox.post(
            lambda: self.fault(cause, None if needed or self._is_at_work else Holds.NOTHING)
        )

    @property
    def _is_at_work(self) -> bool:
        works = (self._surface_work, self._load_work, self.self_check)
        return any(work.running for work in works)

    def _dropped(self, why: str) -> None:
        explained = self.estop.state is not EStop.DISENGAGED or self.all_held
        if not explained:
            self._inbox.post(lambda: self.fault(StepFault("E103", why=why)))

    def _link_changed(self, event: LinkChanged) -> None:
        unsteady = self.link.changed(event)
        self._switches.link_changed()
        if not event.up:
            if unsteady is not None:
                self._tell(unsteady)
            self._inbox.post(lambda: self.fault(StepFault("E101", why=event.why)))
            return
        self._owner.changed("link", up=True)
        if self.load.state not in (Load.EMPTY, Load.COMPLETE):
            self.job.distrust()
        if event.rebooted:
            self._inbox.post(lambda: self.fault(StepFault("E102")))
        self._inbox.post(self.look_at_safety)

    async def shut_down(self) -> None:
        """Switch everything off and wait for the steps to let go."""
        self._switches.stop()
        self._keys.stop()
        if self._rested is not None:
            self._rested.cancel()
        self._board.stop_all()
        await self._surface_work.finish()
        await self._load_work.finish()
        await self.self_check.finish()
        self.rig.sleep()

    @property
    def all_held(self) -> bool:
        """Tell whether a fault stands that holds both machines."""
        return bool(self.faults.holding(Holds.ALL))


def _longest_way(motion: Motion) -> float:
    """Return how long any part may take for its way, in seconds."""
    ways = (
        motion.dome_travel_s, motion.tray_travel_s, motion.pusher_travel_s, motion.deal_turn_s,
    )  # fmt: skip
    return max(ways) * motion.margin + motion.slack_s
