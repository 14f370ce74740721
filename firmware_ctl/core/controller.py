"""The controller of one table: commands in, replies and snapshots out.

Everything that happens passes the one inbox, where the gate is asked and the state machines are
fired. A stop does not wait for it: the outputs go off in the same call.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import replace

from firmware_ctl.config.model import Config
from firmware_ctl.core.announcing import Announcer, Record
from firmware_ctl.core.answers import Answers
from firmware_ctl.core.commands import Command, Origin, Reply, Word
from firmware_ctl.core.faults import Holds, StepFault
from firmware_ctl.core.gate import Situation, allowed, refusal
from firmware_ctl.core.hands import Chance
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.jogging import Jogging
from firmware_ctl.core.judgement import Judgement, fault_of
from firmware_ctl.core.lamps import Extras, Switches, indicators
from firmware_ctl.core.listeners import Event, Listeners, Redraw, Unsubscribe
from firmware_ctl.core.picture import situation_of, snapshot_of
from firmware_ctl.core.play import Play
from firmware_ctl.core.repeats import Repeats, Said
from firmware_ctl.core.snapshot import RecordView, Snapshot
from firmware_ctl.core.sounds import Hushed, Sounds, never
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.texts import say
from hal.board import Board, BuzzerPattern, Indicators
from hal.events import BoardEvent, DiceSettled, InputChanged, TilePassed
from rules.integrity.commitment.opening import opening_text
from rules.languages import Language

_SIGNALLED = (Origin.REMOTE, Origin.PANEL)
"""From these a command that is let through is heard."""


class Controller:
    """One table's controller; every method is for the event loop's own thread."""

    def __init__(
        self, board: Board, config: Config, chance: Chance, hushed: Hushed = never
    ) -> None:
        """``hushed`` tells whether short signals are unwanted now.

        Raises:
            RulesError: the configured variant does not exist.
        """
        self._board = board
        self._language = Language(config.table.language)
        self._open_reminder_s = config.safety.open_reminder_s
        self.switches = Switches()
        self._counters = {"faults": 0, "commands": 0}
        self._shown: Indicators | None = None
        self._scribes: Listeners[Event] = Listeners(self._listener_failed)
        self._events: Listeners[Event] = Listeners(self._listener_failed)
        self._watchers: Listeners[None] = Listeners(self._listener_failed)
        self._inputs: Listeners[InputChanged] = Listeners(self._listener_failed)
        self._redraw = Redraw(self._tell_watchers)
        self._sounds = Sounds(self._redraw.ask, hushed)
        self._repeats = Repeats(self._note_command)
        self._inbox = Inbox()
        self.play = Play(board, config, chance, self._inbox, self._note)
        self.machinery = self.play.machinery
        self._announcer = Announcer(self._events, self.play.facts, self._redraw.ask)
        self.jogging = Jogging(self.machinery.rig, self._jogs)
        self.answers = Answers(self.play, self.switches, self._language, self._note)

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
            self._note("link", up=True)
            await asyncio.get_running_loop().create_future()
        finally:
            self._board.stop_all()
            self._sounds.silence()
            await self.play.finish()
            self._repeats.flush()
            await self._announcer.all_told()
            await self._board.close()

    def submit(self, command: Command) -> Reply:
        """Take a command and answer it; a stop switches the motors off before it queues.

        Raises:
            RuntimeError: called by a listener while it is told of an event; it may later.
        """
        if command.word is Word.STOP:
            self._board.stop_all()
        return self._inbox.ask(lambda: self._take(command))

    def stop(self, origin: Origin) -> Reply:
        """Switch every motor off, now."""
        return self.submit(Command(Word.STOP, {}, origin))

    def snapshot(self, language: Language | None = None) -> Snapshot:
        """Return the table as views show it, in words of a language, else of the table's own."""
        words = self._language if language is None else language
        facts, record = self._announcer.facts, self._record_view()
        return snapshot_of(
            self.play, self._board, words, self.switches, self._counters, facts, record
        )

    def opening(self) -> str | None:
        """Return the text that opens the wall of the last hand that has ended, for a QR code."""
        opened = self.play.opened
        return None if opened is None else opening_text(opened.wall)

    def situation(self) -> Situation:
        """Return what the gate knows of the table."""
        return situation_of(self.play, self.switches)

    def watch(self, callback: Callable[[], None]) -> Unsubscribe:
        """Call back, soon and once, whenever the snapshot may have changed."""
        return self._watchers.add(lambda _: callback())

    def subscribe(self, sink: Callable[[Event], None]) -> Unsubscribe:
        """Send every event of the table to ``sink``; what people rely on once it is recorded."""
        return self._events.add(sink)

    def subscribe_at_once(self, sink: Callable[[Event], None]) -> Unsubscribe:
        """Send every event of the table to ``sink`` as it happens, for who writes the record."""
        return self._scribes.add(sink)

    def keep(self, record: Record) -> None:
        """Tell from now on what people rely on only when ``record`` has it on the card."""
        self._announcer.record = record

    async def acknowledged(self) -> None:
        """Wait until everything that has happened so far is told, so is on the card if it can."""
        await self._announcer.all_told()

    def report(self, cause: StepFault) -> None:
        """Take a fault from outside of the machine."""
        self._inbox.post(lambda: self.machinery.fault(cause))

    def recall(self, judgement: Judgement) -> None:
        """Take what the wall check had said before this start; nothing follows from it again."""
        self.play.judgement = judgement

    def judge(self, judgement: Judgement) -> None:
        """Take what the wall check says after a hand."""
        self._inbox.post(lambda: self._judge(judgement))

    def _judge(self, judgement: Judgement) -> None:
        before, self.play.judgement = self.play.judgement, judgement
        e = {f"e_{name}": round(1000 * log) for name, log in judgement.e.items()}
        self._note(
            "judged",
            place=judgement.place,
            hand=judgement.hand,
            level=judgement.level.value,
            null=judgement.null,
            **e,
        )
        fault = fault_of(judgement, before)
        if fault is not None:
            self.machinery.fault(fault)

    def listen_inputs(self, sink: Callable[[InputChanged], None]) -> Unsubscribe:
        """Send the board's inputs to ``sink``: the panel's keys are among them."""
        return self._inputs.add(sink)

    def healthy(self) -> bool:
        """Tell whether the board answers, or its silence is already a standing fault."""
        return self._board.link_up or self.machinery.all_held

    # From the machine -----------------------------------------------------------------------------

    def _on_event(self, event: BoardEvent) -> None:
        self.machinery.on_event(event)
        if isinstance(event, InputChanged):
            self._inputs.tell(event)
            self.play.service.on_input(event)
        elif isinstance(event, TilePassed) and self._scribes:
            self._scribes.tell({"time": event.at, "event": "tile-passed", "lane": event.lane})
        elif isinstance(event, DiceSettled):
            self.play.dice_settled(event)
        if self._watchers:
            self._redraw.ask()

    def _note(self, event: str, **facts: object) -> None:
        """Note an event and have everything redrawn soon."""
        if event == "fault":
            self._counters["faults"] += 1
        elif event == "surface":
            self._remind_of_open_well(opened=facts["new"] == Surface.OPEN.value)
        elif event == "load" and facts["new"] == Load.COMPLETE.value:
            self._sounds.signal(BuzzerPattern.READY)
        what: Event = {"time": self._loop_time(), "event": event, **facts}
        self._scribes.tell(what)
        self._announcer.tell(what)
        self._redraw.ask()

    def _listener_failed(self, who: str) -> None:
        self.report(StepFault("E904", where=who))

    def _record_view(self) -> RecordView | None:
        record = self._announcer.record
        if record is None:
            return None
        view = record.view()
        return replace(view, acknowledged=view.acknowledged and not self._announcer.waits)

    def _remind_of_open_well(self, *, opened: bool) -> None:
        if opened:
            self._sounds.remind_after(self._open_reminder_s)
        else:
            self._sounds.stop_reminding()

    def _tell_watchers(self) -> None:
        self._light()
        self._watchers.tell(None)

    def _light(self) -> None:
        shown = indicators(self.snapshot(), self._extras())
        if shown != self._shown and self._board.link_up:
            self._shown = shown
            self._board.show(shown)

    def _extras(self) -> Extras:
        """Return what the panel shows beyond the snapshot."""
        faults, choice = self.machinery.faults, self.play.choice
        warns = all(fault.holds is Holds.NOTHING for fault in faults)
        waits = choice.waiting is not None and self._loop_time() <= choice.waiting_until
        return Extras(
            waiting=choice.waiting.tiles if choice.waiting is not None and waits else None,
            seen=self.play.service.seen,
            testing=self.play.service.running or self.machinery.self_check.running,
            sound=self._sounds.now(fault_stands=bool(len(faults)), warns=warns),
        )

    @staticmethod
    def _loop_time() -> float:
        return asyncio.get_running_loop().time()

    # Commands -------------------------------------------------------------------------------------

    def _take(self, command: Command) -> Reply:
        self._counters["commands"] += 1
        now = self.situation()
        refused = refusal(command, now)
        if refused is None:
            reply = self.answers.to(command)
            if reply.ok:
                self.machinery.wizard.taken(command.word)
            if command.origin in _SIGNALLED:
                self._sounds.signal(BuzzerPattern.KEY)
        else:
            spoken = command.language or self._language
            why = say(refused.key, spoken, minutes=math.ceil(now.rest_s / 60))
            reply = Reply(ok=False, code=refused.code, why=why, allowed=allowed(now))
        self._repeats.add(command, ok=reply.ok)
        return reply

    def turned_away(self, command: Command) -> None:
        """Note a command that its way in did not let through."""
        self._repeats.add(command, ok=False)

    def _note_command(self, said: Said) -> None:
        command = said.command
        who = {"by": command.by} if command.by else {}
        times = {"count": said.count} if said.count > 1 else {}
        self._note(
            "command",
            word=command.word.value,
            args=dict(command.args),
            origin=command.origin.value,
            ok=said.ok,
            **who,
            **times,
        )

    def _jogs(self) -> bool:
        """Tell whether a motor may be run by hand now."""
        testing = self.machinery.surface.state is Surface.SERVICE
        works = self.play.service.running or self.machinery.self_check.running
        return testing and not works and not self.switches.locked
