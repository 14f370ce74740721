"""The controller of one table: commands in, replies and snapshots out.

It joins the machinery under the table top with the people around it: hand, dealer, dice, program
and the wall's verdict. Everything that happens passes the one inbox; a stop does not wait for it.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_ctl.config.model import Config
from firmware_ctl.core.commands import Command, Origin, Reply, Word
from firmware_ctl.core.faults import Fault, Holds, StepFault
from firmware_ctl.core.gate import Situation, allowed, refusal
from firmware_ctl.core.hands import Chance, Hand, HandBook
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.lamps import indicators
from firmware_ctl.core.listeners import Event, Listeners, Redraw, Unsubscribe
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.machinery import Machinery
from firmware_ctl.core.picture import snapshot_of
from firmware_ctl.core.programs import CONFIRM_S, ProgramChoice, expected_set
from firmware_ctl.core.secret_walls import check_without_reader
from firmware_ctl.core.snapshot import Snapshot
from firmware_ctl.core.states import Surface
from firmware_ctl.core.steps.dice import spin_cup
from firmware_ctl.core.worker import Worker
from firmware_ctl.texts import say
from hal.board import Board, Indicators
from hal.events import BoardEvent, DiceSettled, InputChanged
from rules.dice import Throw, checked_throw
from rules.errors import RulesError
from rules.integrity.composition import WallCheck
from rules.integrity.levels import Level
from rules.integrity.wording import finding_text
from rules.languages import Language
from rules.programs import Program, Stacks
from rules.variants import variant

DOUBLE_LIFT_S = 3.0
"""In play a second lift within this time ends the hand and opens the well."""

DICE_BUDGET_S = 60
"""More than spin and settle can take by configuration."""

_FACES = re.compile(r"([1-6])\+([1-6])")

_CONFIRMED_FROM = (Origin.REMOTE, Origin.PANEL)
"""From these a program is only chosen when it is confirmed."""

Answer = Callable[[Command], Reply]


@dataclass(frozen=True, slots=True)
class FinishedLoad:
    """A set that stands in walls: the program that stacked it, and the verdict on it."""

    program: Program
    check: WallCheck


class Controller:
    """One table's controller; every method is for the event loop's own thread."""

    def __init__(self, board: Board, config: Config, chance: Chance) -> None:
        """Raise ``RulesError`` when the configured variant does not exist."""
        self._board = board
        self._config = config
        self._chance = chance
        self._language = Language(config.table.language)
        played = variant(config.table.variant)
        self.choice = ProgramChoice(played, played.program)
        self.loaded: Program = played.program
        self.inside: FinishedLoad | None = None
        self.on_table: FinishedLoad | None = None
        self.hands = HandBook()
        self.dealer: int | None = None
        self.locked = False
        self.muted = False
        self.lamps = True
        self.boots = 0
        self.counters = {"loads": 0, "hands": 0, "faults": 0, "commands": 0}
        self._lift_at = float("-inf")
        self._thrower = 0
        self._fallen: Throw | None = None
        self._settled = asyncio.Event()
        self._shown: Indicators | None = None
        self._events: Listeners[Event] = Listeners()
        self._watchers: Listeners[None] = Listeners()
        self._inputs: Listeners[InputChanged] = Listeners()
        self._redraw = Redraw(self._tell_watchers)
        self._inbox = Inbox()
        self.machinery = Machinery(board, config, self._inbox, self)
        self._dice_work = Worker(
            "dice",
            lambda: self._inbox.post(self._dice_done),
            lambda fault: self._inbox.post(lambda: self.machinery.fault(fault)),
        )
        self._answers: Mapping[Word, Answer] = {
            Word.HOME: lambda _: self._do(self.machinery.home),
            Word.LIFT: self._lift,
            Word.OPEN_LOADING: lambda _: self._do(self.machinery.open_loading),
            Word.DICE: self._dice,
            Word.DEALER: self._set_dealer,
            Word.PROGRAM: self._program,
            Word.VARIANT: self._variant,
            Word.PAUSE: lambda _: self._do(lambda: self.machinery.hold("paused")),
            Word.RESUME: lambda _: self._do(self.machinery.resume),
            Word.STOP: lambda _: self._do(lambda: self.machinery.hold("stopped")),
            Word.ACK: self._acknowledge,
            Word.HAND_START: lambda _: self._do(self._begin_hand),
            Word.HAND_END: lambda command: self._do(
                lambda: self._end_hand(command.args.get("result"))
            ),
            Word.LOCK: lambda _: self._set("locked", value=True),
            Word.UNLOCK: lambda _: self._set("locked", value=False),
            Word.MUTE: lambda _: self._set("muted", value=not self.muted),
            Word.LAMP: lambda _: self._set("lamps", value=not self.lamps),
        }

    # For the outside ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Open the board and serve until cancelled; the motors are off before anything else ends.

        Raises:
            LinkLost: no board answers.
        """
        self._board.listen(self._on_event)
        await self._board.open()
        try:
            self._inbox.post(self.machinery.look_at_safety)
            self.changed("link", up=True)
            await asyncio.get_running_loop().create_future()
        finally:
            self._board.stop_all()
            await self._dice_work.finish()
            await self.machinery.shut_down()
            await self._board.close()

    def submit(self, command: Command) -> Reply:
        """Take a command and answer it; a stop switches the motors off before it queues."""
        if command.word is Word.STOP:
            self._board.stop_all()
        reply: list[Reply] = []
        self._inbox.post(lambda: reply.append(self._take(command)))
        return reply[0] if reply else Reply(ok=True)

    def stop(self, origin: Origin) -> Reply:
        """Switch every motor off, now."""
        return self.submit(Command(Word.STOP, {}, origin))

    def snapshot(self) -> Snapshot:
        """Return the table as views show it."""
        return snapshot_of(self, self._board, self._language)

    def watch(self, callback: Callable[[], None]) -> Unsubscribe:
        """Call back, soon and once, whenever the snapshot may have changed."""
        return self._watchers.add(lambda _: callback())

    def subscribe(self, sink: Callable[[Event], None]) -> Unsubscribe:
        """Send every event of the table to ``sink``."""
        return self._events.add(sink)

    def listen_inputs(self, sink: Callable[[InputChanged], None]) -> Unsubscribe:
        """Send the board's inputs to ``sink``: the panel's keys are among them."""
        return self._inputs.add(sink)

    def situation(self) -> Situation:
        """Return what the gate must know."""
        machinery = self.machinery
        return Situation(
            surface=machinery.surface.state,
            load=machinery.load.state,
            estop=machinery.estop.state,
            locked=self.locked,
            hand_runs=self.hand_runs(),
            raise_due=machinery.raise_due(),
            load_due=machinery.books.load_due,
            void_on_table=machinery.books.void_on_table,
            throwing=self.throwing,
            fault_holds_all=bool(machinery.faults.holding(Holds.ALL)),
            fault_stands=bool(len(machinery.faults)),
        )

    @property
    def judged(self) -> WallCheck | None:
        """Return the verdict on the walls at the table, else on those inside."""
        load = self.on_table or self.inside
        return None if load is None else load.check

    @property
    def throwing(self) -> bool:
        """Tell whether the dice are rolling."""
        return self._dice_work.running

    @property
    def config(self) -> Config:
        """Return the table's configuration."""
        return self._config

    # What the machinery asks and tells -----------------------------------------------------------

    def hand_runs(self) -> bool:
        """Tell whether a hand has begun and not ended."""
        return self.hands.running is not None

    def stacks_to_load(self) -> Stacks:
        """Return the stacks per side of the next load, which begins now."""
        self.loaded = self.choice.next
        return self.loaded.stacks

    def stopped(self) -> None:
        """Hear that every motor was switched off: a throw under way counts for nothing."""
        self._dice_work.cancel()

    def well_opened(self) -> None:
        """Hear that the well is open for the next cycle: the hand is over at the latest now."""
        if self.hand_runs():
            self._hand_over(None)
        self.hands.faces = None
        self.on_table, self.inside = self.inside, None

    def wall_is_void(self, job: LoadJob) -> StepFault | None:
        """Judge a finished load by counts and, where a reader looks, tile by tile."""
        self.counters["loads"] += 1
        stacks = self.loaded.stacks
        expected = expected_set(self.choice.variant, self.loaded)
        if self._board.capabilities.tile_reader and expected is not None:
            check = job.reads.check(expected, stacks)
            self.machinery.books.set_inside = job.reads.set_letter()
        else:
            check = check_without_reader(job.walls, stacks)
            self.machinery.books.set_inside = self.machinery.books.next_letter()
        self.inside = FinishedLoad(self.loaded, check)
        self.changed("verdict", level=check.level.value)
        if check.level is not Level.BLOCK:
            return None
        return StepFault("E701", deviations=self._deviations(check))

    def changed(self, event: str, **facts: object) -> None:
        """Note an event and have everything redrawn soon."""
        if event == "fault":
            self.counters["faults"] += 1
        if self._events:
            now = asyncio.get_running_loop().time()
            self._events.tell({"time": now, "event": event, **facts})
        self._redraw.ask()

    def _deviations(self, check: WallCheck) -> str:
        void = [f for f in check.findings if f.level is Level.BLOCK]
        return " ".join(finding_text(finding, self._language) for finding in void)

    def _on_event(self, event: BoardEvent) -> None:
        self.machinery.on_event(event)
        if isinstance(event, InputChanged):
            self._inputs.tell(event)
        elif isinstance(event, DiceSettled):
            self._fallen = event.faces
            self._settled.set()
        if self._watchers:
            self._redraw.ask()

    def _tell_watchers(self) -> None:
        self._light()
        self._watchers.tell(None)

    def _light(self) -> None:
        first = next(iter(self.machinery.faults), None)
        shown = indicators(
            self.machinery.surface.state,
            self.machinery.load.state,
            dealer=self.dealer,
            program=self.choice.next.tiles,
            fault=None if first is None else first.kind.code,
            muted=self.muted,
            lamps=self.lamps,
        )
        if shown != self._shown and self._board.link_up:
            self._shown = shown
            self._board.show(shown)

    # Commands -------------------------------------------------------------------------------------

    def _take(self, command: Command) -> Reply:
        self.counters["commands"] += 1
        now = self.situation()
        refused = refusal(command, now)
        if refused is not None:
            reply = Reply(
                ok=False,
                code=refused.code,
                why=say(refused.key, self._language),
                allowed=allowed(now),
            )
        else:
            reply = self._answers[command.word](command)
        self.changed(
            "command",
            word=command.word.value,
            args=dict(command.args),
            origin=command.origin.value,
            ok=reply.ok,
        )
        return reply

    def _no(self, key: str, **values: object) -> Reply:
        why = say(key, self._language, **values)
        return Reply(ok=False, code="not-now", why=why, allowed=allowed(self.situation()))

    def _yes(self, key: str, **values: object) -> Reply:
        return Reply(ok=True, why=say(key, self._language, **values))

    def _do(self, act: Callable[[], None]) -> Reply:
        act()
        return Reply(ok=True)

    def _set(self, what: str, *, value: bool) -> Reply:
        setattr(self, what, value)
        return Reply(ok=True)

    def _lift(self, command: Command) -> Reply:
        del command
        if self.machinery.surface.state is Surface.PLAY:
            now = asyncio.get_running_loop().time()
            if now - self._lift_at > DOUBLE_LIFT_S:
                self._lift_at = now
                return self._no("no.press-again", seconds=round(DOUBLE_LIFT_S))
            self._lift_at = float("-inf")
        self.machinery.lift()
        return Reply(ok=True)

    def _acknowledge(self, command: Command) -> Reply:
        fault = self._fault_meant(command.args.get("fault"))
        if fault is None:
            return self._no("no.such-fault")
        if not self.machinery.acknowledge(fault):
            return self._no("no.still-there", cause=fault.view(self._language).cause)
        return Reply(ok=True)

    def _fault_meant(self, number: object) -> Fault | None:
        faults = self.machinery.faults
        if number == "estop":
            return next((f for f in faults if f.kind.code == "E501"), None)
        if isinstance(number, int):
            return faults.get(number)
        return next(iter(faults), None)

    def _set_dealer(self, command: Command) -> Reply:
        side = command.args["side"]
        self.dealer = side if isinstance(side, int) else self._chance.side()
        return Reply(ok=True)

    def _program(self, command: Command) -> Reply:
        now = asyncio.get_running_loop().time()
        number = command.args["number"]
        try:
            waits = self.choice.choose(number, now, confirm_first=command.origin in _CONFIRMED_FROM)
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=str(error))
        except LookupError:
            return self._no("no.nothing-to-confirm")
        if waits and self.choice.waiting is not None:
            name = self.choice.waiting.id
            return self._yes("yes.program-confirm", program=name, seconds=CONFIRM_S)
        return self._yes("yes.program-next", program=self.choice.next.id)

    def _variant(self, command: Command) -> Reply:
        try:
            self.choice.play(str(command.args["id"]))
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=str(error))
        name = self.choice.variant.name.to(self._language)
        return self._yes("yes.variant", variant=name, program=self.choice.next.id)

    # Hand and dice --------------------------------------------------------------------------------

    def _begin_hand(self) -> None:
        if self.on_table is None:
            raise AssertionError("walls are up, so a program stands on the table")
        dealer = self.dealer if self.dealer is not None else 0
        self.dealer = dealer
        self.hands.begin(Hand(self.choice.variant, self.on_table.program.stacks, dealer))
        self.machinery.begin_play()
        self.changed("hand-began", number=self.hands.number, dealer=dealer)

    def _end_hand(self, result: object) -> None:
        self._hand_over(result)
        self.machinery.end_play()

    def _hand_over(self, result: object) -> None:
        self.hands.end()
        self.counters["hands"] += 1
        self.changed("hand-ended", number=self.hands.number, result=result)

    def _dice(self, command: Command) -> Reply:
        side, typed = command.args.get("side"), command.args.get("faces")
        if isinstance(side, int):
            self._thrower = side
            if self.dealer is None:
                self.dealer = side
        elif self.hands.running is not None:
            self._thrower = self.hands.running.next_thrower()
        else:
            self._thrower = self.dealer or 0
        if typed is not None:
            faces = _FACES.fullmatch(str(typed))
            if faces is None:
                return self._no("no.bad-faces")
            self._dice_fell(checked_throw([int(face) for face in faces.groups()]))
        elif self._config.dice.kind == "electronic":
            self._dice_fell(self._chance.throw())
        else:
            cup = self._config.dice
            self._dice_work.start(
                "dice", lambda: spin_cup(self.machinery.rig, cup, self._settled), DICE_BUDGET_S
            )
        return Reply(ok=True)

    def _dice_done(self) -> None:
        self._dice_fell(self._fallen)

    def _dice_fell(self, faces: Throw | None) -> None:
        """Take a throw; one whose faces nobody read begins the hand but breaks no wall yet."""
        if self.hands.running is None:
            self._begin_hand()
        self.hands.faces = faces
        if faces is not None and self.hands.running is not None:
            self.hands.running.thrown(faces)
        self.changed("dice", side=self._thrower, faces=faces)

    def healthy(self) -> bool:
        """Tell whether the board answers, or its silence is already a standing fault."""
        return self._board.link_up or bool(self.machinery.faults.holding(Holds.ALL))
