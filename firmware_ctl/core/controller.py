"""The controller of one table: commands in, replies and snapshots out.

Everything that happens passes the one inbox, where the gate is asked and the state machines are
fired. A stop does not wait for it: the outputs go off in the same call.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware_ctl.config.model import Config
from firmware_ctl.core.announcing import Announcer, Record
from firmware_ctl.core.commands import Command, Origin, Reply, Word
from firmware_ctl.core.faults import Fault, Holds, StepFault
from firmware_ctl.core.gate import ENTRIES, Situation, allowed, refusal
from firmware_ctl.core.hands import Chance
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.jogging import Jogging
from firmware_ctl.core.judgement import Judgement, fault_of
from firmware_ctl.core.lamps import Extras, Switches, indicators
from firmware_ctl.core.listeners import Event, Listeners, Redraw, Unsubscribe
from firmware_ctl.core.picture import next_dealer_view, situation_of, snapshot_of
from firmware_ctl.core.play import Play
from firmware_ctl.core.programs import CONFIRM_S
from firmware_ctl.core.snapshot import RecordView, Snapshot
from firmware_ctl.core.sounds import Hushed, Sounds, never
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.core.trials import SELF_CHECK, next_number
from firmware_ctl.referee.referee import NoWin
from firmware_ctl.texts import say
from hal.board import Board, BuzzerPattern, Indicators
from hal.events import BoardEvent, DiceSettled, InputChanged, TilePassed
from rules.errors import RulesError
from rules.integrity.commitment.opening import opening_text
from rules.languages import Language

DOUBLE_LIFT_S = 3.0
"""In play a second lift within this time ends the hand and opens the well."""

_CONFIRMED_FROM = (Origin.REMOTE, Origin.PANEL)
"""From these a program is only chosen when it is confirmed."""

DONE = Reply(ok=True)

BreakPart = Callable[[str, str, bool], None]
"""Break a simulated part by fault and place, or end that; ``ValueError`` says why not."""


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
        self._language = self._spoken = Language(config.table.language)
        self._open_reminder_s = config.safety.open_reminder_s
        self.switches = Switches()
        self._counters = {"faults": 0, "commands": 0}
        self._lift_at = float("-inf")
        self._shown: Indicators | None = None
        self._scribes: Listeners[Event] = Listeners(self._listener_failed)
        self._events: Listeners[Event] = Listeners(self._listener_failed)
        self._watchers: Listeners[None] = Listeners(self._listener_failed)
        self._inputs: Listeners[InputChanged] = Listeners(self._listener_failed)
        self._redraw = Redraw(self._tell_watchers)
        self._sounds = Sounds(self._redraw.ask, hushed)
        self._inbox = Inbox()
        self.play = Play(board, config, chance, self._inbox, self._note)
        self.machinery = self.play.machinery
        self._announcer = Announcer(self._events, self.play.facts, self._redraw.ask)
        self.jogging = Jogging(self.machinery.rig, self._jogs)
        self.break_part: BreakPart | None = None
        self._answers: Mapping[Word, Callable[[Command], Reply]] = {
            Word.HOME: lambda _: _done(self.machinery.home),
            Word.LIFT: self._lift,
            Word.OPEN_LOADING: lambda _: _done(self.machinery.open_loading),
            Word.DICE: self._dice,
            Word.DEALER: self._dealer,
            Word.PROGRAM: self._program,
            Word.VARIANT: self._variant,
            Word.DEAL: lambda _: _done(self.play.deal),
            Word.STOW: self._stow,
            Word.SERVICE: lambda _: _done(self.machinery.serve),
            Word.TEST: self._test,
            Word.SELF_CHECK: self._check,
            Word.PAUSE: lambda _: _done(lambda: self.machinery.hold("paused")),
            Word.RESUME: lambda _: _done(self.machinery.resume),
            Word.STOP: lambda _: _done(lambda: self.machinery.hold("stopped")),
            Word.ACK: self._acknowledge,
            Word.ANSWER: self._answer,
            Word.CONFIRM: self._confirm,
            Word.HAND_START: lambda _: _done(self.play.begin_hand),
            Word.HAND_END: self._end_hand,
            **dict.fromkeys(ENTRIES, self._enter),
            Word.SESSION: self._session,
            Word.LOCK: lambda _: _done(lambda: self.switches.lock(locked=True)),
            Word.UNLOCK: lambda _: _done(lambda: self.switches.lock(locked=False)),
            Word.MUTE: lambda _: _done(self.switches.turn_mute),
            Word.LAMP: lambda _: _done(self.switches.turn_lamps),
            Word.SIM_FAULT: self._sim_fault,
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
            self._note("link", up=True)
            await asyncio.get_running_loop().create_future()
        finally:
            self._board.stop_all()
            self._sounds.silence()
            await self.play.finish()
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
        self._spoken = command.language or self._language
        if refused is None:
            reply = self._answers[command.word](command)
            if reply.ok:
                self.machinery.wizard.taken(command.word)
            if command.origin in _CONFIRMED_FROM:
                self._sounds.signal(BuzzerPattern.KEY)
        else:
            why = say(refused.key, self._spoken)
            reply = Reply(ok=False, code=refused.code, why=why, allowed=allowed(now))
        self._note_command(command, ok=reply.ok)
        return reply

    def turned_away(self, command: Command) -> None:
        """Note a command that its way in did not let through."""
        self._note_command(command, ok=False)

    def _note_command(self, command: Command, *, ok: bool) -> None:
        who = {"by": command.by} if command.by else {}
        self._note(
            "command",
            word=command.word.value,
            args=command.told(),
            origin=command.origin.value,
            ok=ok,
            **who,
        )

    def _jogs(self) -> bool:
        """Tell whether a motor may be run by hand now."""
        testing = self.machinery.surface.state is Surface.SERVICE
        works = self.play.service.running or self.machinery.self_check.running
        return testing and not works and not self.switches.locked

    def _no(self, key: str, **values: object) -> Reply:
        why = say(key, self._spoken, **values)
        return Reply(ok=False, code="not-now", why=why, allowed=allowed(self.situation()))

    def _yes(self, key: str, **values: object) -> Reply:
        return Reply(ok=True, why=say(key, self._spoken, **values))

    def _enter(self, command: Command) -> Reply:
        """Tell the referee what people enter of the hand."""
        referee = self.play.referee
        try:
            if command.word is Word.UNDO:
                referee.undo()
            else:
                referee.enter(command.word.value, command.args)
        except NoWin as refused:
            return Reply(ok=False, code="no-win", why=refused.to(self._spoken))
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=error.to(self._spoken))
        self.play.entered()
        return DONE

    def _sim_fault(self, command: Command) -> Reply:
        """Break a part of the simulated table, or end that; the place may be left out."""
        if self.break_part is None:
            return self._no("no.not-simulated")
        place, state = command.args.get("place", ""), command.args.get("state", "on")
        if place in ("on", "off"):
            place, state = "", place
        try:
            self.break_part(str(command.args["name"]), str(place), state == "on")
        except ValueError as error:
            return Reply(ok=False, code="bad-args", why=str(error))
        return DONE

    def _lift(self, _: Command) -> Reply:
        if self.machinery.surface.state is Surface.SERVICE:
            return _done(self._press_test)
        if self.machinery.surface.state is Surface.PLAY:
            now = asyncio.get_running_loop().time()
            if now - self._lift_at > DOUBLE_LIFT_S:
                self._lift_at = now
                return self._no("no.press-again", seconds=round(DOUBLE_LIFT_S))
            self._lift_at = float("-inf")
            if self.play.session.closing:
                return self._end_hand(Command(Word.HAND_END))
        return _done(self.machinery.lift)

    def _session(self, command: Command) -> Reply:
        """Open the table to people, their scores at nothing; or let them play this hand out."""
        session, hand_runs = self.play.session, self.play.hand_runs()
        session.closing = command.args["state"] == "end"
        if not session.closing and not hand_runs:
            self.play.referee.new_session()
        self._note("session", phase=session.phase(hand_runs=hand_runs).value)
        if not session.closing:
            return self._yes("yes.session-open")
        return self._yes("yes.session-last-hand" if hand_runs else "yes.session-ended")

    def _acknowledge(self, command: Command) -> Reply:
        fault = self._fault_meant(command.args.get("fault"))
        if fault is None:
            return self._no("no.such-fault")
        if not self.machinery.acknowledge(fault):
            return self._no("no.still-there", cause=fault.view(self._spoken).cause)
        return DONE

    def _answer(self, command: Command) -> Reply:
        number, faults = command.args.get("fault"), self.machinery.faults
        asking = next((f for f in faults if f.kind.is_group), None)
        fault = asking if number is None else self._fault_meant(number)
        if fault is None or not fault.kind.is_group:
            return self._no("no.no-question")
        exact = self.machinery.answer(fault, yes=command.args.get("answer") == "yes")
        return Reply(ok=True, why=exact.view(self._spoken).cause)

    def _confirm(self, command: Command) -> Reply:
        fault = self._fault_meant(command.args.get("fault"))
        if fault is None:
            return self._no("no.such-fault")
        told = self.machinery.wizard.confirm(fault, int(command.args.get("step", 0)))
        return DONE if told is None else self._no(told)

    def _fault_meant(self, number: object) -> Fault | None:
        faults = self.machinery.faults
        if number == "estop":
            return next((f for f in faults if f.kind.code == "E501"), None)
        if isinstance(number, int):
            return faults.get(number)
        return next(iter(faults), None)

    def _end_hand(self, command: Command) -> Reply:
        result = command.args.get("result")
        try:
            proposed = self.play.end_hand(None if result is None else str(result))
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=str(error))
        view = next_dealer_view(proposed, self._spoken)
        return DONE if view is None else Reply(ok=True, why=view.text)

    def _dealer(self, command: Command) -> Reply:
        side, seat = command.args["side"], self.play.seat
        if isinstance(side, int):
            return _done(lambda: seat.choose(side))
        if side == "roulette":
            seat.turn_roulette()
            return self._yes("yes.roulette")
        turned = command.args.get("turned")
        try:
            told = seat.by_rule(
                self.play.choice.variant,
                self.play.hands,
                None if turned is None else str(turned),
            )
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=str(error))
        return (self._yes if told.ok else self._no)(told.key, **told.values)

    def _stow(self, command: Command) -> Reply:
        stowed = command.args.get("state", "off" if self.machinery.books.stowed else "on") == "on"
        self.machinery.stow(stowed=stowed)
        return self._yes("yes.stow" if stowed else "yes.unstow")

    def _test(self, command: Command) -> Reply:
        number = command.args.get("number")
        if isinstance(number, int):
            return _done(lambda: self.play.service.choose(number))
        return _done(self._press_test)

    def _check(self, _: Command) -> Reply:
        self.play.service.stop()
        return _done(self.machinery.self_check.press)

    def _press_test(self) -> None:
        """Start or end the chosen test; a key that is pressed for the self-check does no more."""
        if self.machinery.self_check.running:
            return
        if self.play.service.number == SELF_CHECK:
            self.machinery.self_check.press()
        else:
            self.play.service.press()

    def _next_test(self) -> None:
        service = self.play.service
        if not self.machinery.self_check.running:
            service.choose(next_number(service.number, SELF_CHECK))

    def _dice(self, command: Command) -> Reply:
        side, faces = command.args.get("side"), command.args.get("faces")
        thrower = side if isinstance(side, int) else None
        if self.play.seat.roulette.running:
            return _done(self.play.seat.roulette.slow_down)
        if self.machinery.surface.state is Surface.SERVICE:
            return _done(self._next_test)
        if faces is None:
            if command.origin is Origin.REMOTE and self.play.cut_due:
                return self._no("no.cut-by-remote")
            self.play.throw(thrower)
            return DONE
        typed = self.play.typed_throw(thrower, str(faces))
        return DONE if typed else self._no("no.bad-faces")

    def _program(self, command: Command) -> Reply:
        choice, number = self.play.choice, command.args["number"]
        now = asyncio.get_running_loop().time()
        try:
            waits = choice.choose(number, now, confirm_first=command.origin in _CONFIRMED_FROM)
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=str(error))
        except LookupError:
            return self._no("no.nothing-to-confirm")
        if waits and choice.waiting is not None:
            return self._yes("yes.program-confirm", program=choice.waiting.id, seconds=CONFIRM_S)
        return self._yes("yes.program-next", program=choice.next.id)

    def _variant(self, command: Command) -> Reply:
        choice = self.play.choice
        try:
            choice.play(str(command.args["id"]))
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=str(error))
        name = choice.variant.name.to(self._spoken)
        return self._yes("yes.variant", variant=name, program=choice.next.id)


def _done(act: Callable[[], None]) -> Reply:
    """Do it and say so."""
    act()
    return DONE
