"""What every word of a command does, and what is answered (命令): the table behind the gate.

Whoever asks has asked the gate; an answer that is refused here depends on more than states.
"""

import asyncio
import math
from collections.abc import Callable, Mapping

from firmware_ctl.core.commands import Command, Origin, Reply, Word
from firmware_ctl.core.faults import Fault, fault_view
from firmware_ctl.core.gate import ENTRIES, allowed
from firmware_ctl.core.lamps import Switches
from firmware_ctl.core.picture import next_dealer_view, situation_of
from firmware_ctl.core.play import Note, Play
from firmware_ctl.core.programs import CONFIRM_S
from firmware_ctl.core.states import Surface
from firmware_ctl.core.trials import SELF_CHECK, next_number
from firmware_ctl.referee.referee import NoWin
from firmware_ctl.texts import say
from rules.errors import RulesError
from rules.languages import Language

DOUBLE_LIFT_S = 3.0
"""In play a second lift within this time ends the hand and opens the well."""

_CONFIRMED_FROM = (Origin.REMOTE, Origin.PANEL)
"""From these a program is only chosen when it is confirmed."""

DONE = Reply(ok=True)

BreakPart = Callable[[str, str, bool], None]
"""Break a simulated part by fault and place, or end that; ``ValueError`` says why not."""

MendByHand = Callable[[str, str], bool]
"""Do a mending act at a place of a simulated machine; ``False``: nothing is to be done there."""


class Answers:
    """One table's answers.

    ``break_part`` and ``mend_by_hand`` are there where the table's parts are simulated.
    """

    def __init__(self, play: Play, switches: Switches, language: Language, note: Note) -> None:
        """``language`` is spoken to whoever asks in none."""
        self._play = play
        self._machinery = play.machinery
        self._switches = switches
        self._language = self._spoken = language
        self._note = note
        self._lift_at = float("-inf")
        self.break_part: BreakPart | None = None
        self.mend_by_hand: MendByHand | None = None
        self._answers: Mapping[Word, Callable[[Command], Reply]] = {
            Word.HOME: lambda _: _done(self._machinery.home),
            Word.LIFT: self._lift,
            Word.OPEN_LOADING: lambda _: _done(self._machinery.open_loading),
            Word.DICE: self._dice,
            Word.DEALER: self._dealer,
            Word.PROGRAM: self._program,
            Word.VARIANT: self._variant,
            Word.DEAL: lambda _: _done(self._play.deal),
            Word.STOW: self._stow,
            Word.SERVICE: lambda _: _done(self._machinery.serve),
            Word.TEST: self._test,
            Word.SELF_CHECK: self._check,
            Word.PAUSE: lambda _: _done(lambda: self._machinery.hold("paused")),
            Word.RESUME: self._resume,
            Word.STOP: lambda _: _done(lambda: self._machinery.hold("stopped")),
            Word.ACK: self._acknowledge,
            Word.ANSWER: self._answer,
            Word.CONFIRM: self._confirm,
            Word.HAND_START: lambda _: _done(self._play.begin_hand),
            Word.HAND_END: self._end_hand,
            **dict.fromkeys(ENTRIES, self._enter),
            Word.SESSION: self._session,
            Word.LOCK: lambda _: _done(lambda: self._switches.lock(locked=True)),
            Word.UNLOCK: lambda _: _done(lambda: self._switches.lock(locked=False)),
            Word.MUTE: lambda _: _done(self._switches.turn_mute),
            Word.LAMP: lambda _: _done(self._switches.turn_lamps),
            Word.SIM_FAULT: self._sim_fault,
            Word.SIM_MEND: self._sim_mend,
        }

    def to(self, command: Command) -> Reply:
        """Do what a command that the gate let through asks, and answer it in its language."""
        self._spoken = command.language or self._language
        return self._answers[command.word](command)

    def _no(self, key: str, **values: object) -> Reply:
        why = say(key, self._spoken, **values)
        now = situation_of(self._play, self._switches)
        return Reply(ok=False, code="not-now", why=why, allowed=allowed(now))

    def _yes(self, key: str, **values: object) -> Reply:
        return Reply(ok=True, why=say(key, self._spoken, **values))

    def _enter(self, command: Command) -> Reply:
        """Tell the referee what people enter of the hand."""
        referee = self._play.referee
        try:
            if command.word is Word.UNDO:
                referee.undo()
            else:
                referee.enter(command.word.value, command.args)
        except NoWin as refused:
            return Reply(ok=False, code="no-win", why=refused.to(self._spoken))
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=error.to(self._spoken))
        self._play.entered()
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

    def _sim_mend(self, command: Command) -> Reply:
        """Do in the simulated table what the waiting step of a fault tells people to do by hand."""
        if self.mend_by_hand is None:
            return self._no("no.not-simulated")
        fault = self._fault_meant(command.args["fault"])
        if fault is None:
            return self._no("no.such-fault")
        steps = fault_view(fault, self._spoken).steps
        due = next((step for step in steps if step.state == "waiting"), None)
        if due is None or due.act is None or not self.mend_by_hand(due.act, due.place or ""):
            return self._no("no.nothing-by-hand")
        return DONE

    def _resume(self, _: Command) -> Reply:
        self._machinery.resume()
        rest_s = self._machinery.rest_s
        return self._yes("yes.resting", minutes=math.ceil(rest_s / 60)) if rest_s else DONE

    def _lift(self, _: Command) -> Reply:
        if self._machinery.surface.state is Surface.SERVICE:
            return _done(self._press_test)
        if self._machinery.surface.state is Surface.PLAY:
            now = asyncio.get_running_loop().time()
            if now - self._lift_at > DOUBLE_LIFT_S:
                self._lift_at = now
                return self._no("no.press-again", seconds=round(DOUBLE_LIFT_S))
            self._lift_at = float("-inf")
            if self._play.session.closing:
                return self._end_hand(Command(Word.HAND_END))
        return _done(self._machinery.lift)

    def _session(self, command: Command) -> Reply:
        """Open the table to people, their scores at nothing; or let them play this hand out."""
        session, hand_runs = self._play.session, self._play.hand_runs()
        session.closing = command.args["state"] == "end"
        if not session.closing and not hand_runs:
            self._play.referee.new_session()
        self._note("session", phase=session.phase(hand_runs=hand_runs).value)
        if not session.closing:
            return self._yes("yes.session-open")
        return self._yes("yes.session-last-hand" if hand_runs else "yes.session-ended")

    def _acknowledge(self, command: Command) -> Reply:
        fault = self._fault_meant(command.args.get("fault"))
        if fault is None:
            return self._no("no.such-fault")
        if not self._machinery.fault_desk.acknowledge(fault):
            return self._no("no.still-there", cause=fault_view(fault, self._spoken).cause)
        return DONE

    def _answer(self, command: Command) -> Reply:
        number, faults = command.args.get("fault"), self._machinery.faults
        asking = next((f for f in faults if f.kind.is_group), None)
        fault = asking if number is None else self._fault_meant(number)
        if fault is None or not fault.kind.is_group:
            return self._no("no.no-question")
        exact = self._machinery.fault_desk.answer(fault, yes=command.args.get("answer") == "yes")
        return Reply(ok=True, why=fault_view(exact, self._spoken).cause)

    def _confirm(self, command: Command) -> Reply:
        fault = self._fault_meant(command.args.get("fault"))
        if fault is None:
            return self._no("no.such-fault")
        told = self._machinery.wizard.confirm(fault, int(command.args.get("step", 0)))
        return DONE if told is None else self._no(told)

    def _fault_meant(self, number: object) -> Fault | None:
        faults = self._machinery.faults
        if number == "estop":
            return next((f for f in faults if f.kind.code == "E501"), None)
        if isinstance(number, int):
            return faults.get(number)
        return next(iter(faults), None)

    def _end_hand(self, command: Command) -> Reply:
        result = command.args.get("result")
        try:
            proposed = self._play.end_hand(None if result is None else str(result))
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=error.to(self._spoken))
        view = next_dealer_view(proposed, self._spoken)
        return DONE if view is None else Reply(ok=True, why=view.text)

    def _dealer(self, command: Command) -> Reply:
        side, seat = command.args["side"], self._play.seat
        if isinstance(side, int):
            return _done(lambda: seat.choose(side))
        if side == "roulette":
            seat.turn_roulette()
            return self._yes("yes.roulette")
        turned = command.args.get("turned")
        try:
            told = seat.by_rule(
                self._play.choice.variant,
                self._play.hands,
                None if turned is None else str(turned),
            )
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=error.to(self._spoken))
        return (self._yes if told.ok else self._no)(told.key, **told.values)

    def _stow(self, command: Command) -> Reply:
        stowed = command.args.get("state", "off" if self._machinery.books.stowed else "on") == "on"
        self._machinery.stow(stowed=stowed)
        return self._yes("yes.stow" if stowed else "yes.unstow")

    def _test(self, command: Command) -> Reply:
        number = command.args.get("number")
        if isinstance(number, int):
            return _done(lambda: self._play.service.choose(number))
        return _done(self._press_test)

    def _check(self, _: Command) -> Reply:
        self._play.service.stop()
        return _done(self._machinery.self_check.press)

    def _press_test(self) -> None:
        """Start or end the chosen test; a key that is pressed for the self-check does no more."""
        if self._machinery.self_check.running:
            return
        if self._play.service.number == SELF_CHECK:
            self._machinery.self_check.press()
        else:
            self._play.service.press()

    def _next_test(self) -> None:
        service = self._play.service
        if not self._machinery.self_check.running:
            service.choose(next_number(service.number, SELF_CHECK))

    def _dice(self, command: Command) -> Reply:
        side, faces = command.args.get("side"), command.args.get("faces")
        thrower = side if isinstance(side, int) else None
        if self._play.seat.roulette.running:
            return _done(self._play.seat.roulette.slow_down)
        if self._machinery.surface.state is Surface.SERVICE:
            return _done(self._next_test)
        if faces is None:
            if command.origin is Origin.REMOTE and self._play.cut_due:
                return self._no("no.cut-by-remote")
            self._play.throw(thrower)
            return DONE
        typed = self._play.typed_throw(thrower, str(faces))
        return DONE if typed else self._no("no.bad-faces")

    def _program(self, command: Command) -> Reply:
        choice, number = self._play.choice, command.args["number"]
        now = asyncio.get_running_loop().time()
        try:
            waits = choice.choose(number, now, confirm_first=command.origin in _CONFIRMED_FROM)
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=error.to(self._spoken))
        except LookupError:
            return self._no("no.nothing-to-confirm")
        if waits and choice.waiting is not None:
            return self._yes("yes.program-confirm", program=choice.waiting.id, seconds=CONFIRM_S)
        return self._yes("yes.program-next", program=choice.next.id)

    def _variant(self, command: Command) -> Reply:
        choice = self._play.choice
        try:
            choice.play(str(command.args["id"]))
        except RulesError as error:
            return Reply(ok=False, code="bad-args", why=error.to(self._spoken))
        name = choice.variant.name.to(self._spoken)
        return self._yes("yes.variant", variant=name, program=choice.next.id)


def _done(act: Callable[[], None]) -> Reply:
    """Do it and say so."""
    act()
    return DONE
