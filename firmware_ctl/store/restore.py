"""Give a fresh controller back what its table knew when the power went.

Positions are never given back: the table is unhomed, and nothing moves before a person asks. A load
that was under way is held, its counts unsure, since stacks may have been made that were not yet
written down. The red button is not given back either: the board tells how it stands.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from firmware_ctl.core.books import Books
from firmware_ctl.core.faults import KINDS, FaultBook, Holds, StepFault
from firmware_ctl.core.hands import Hand, HandBook
from firmware_ctl.core.lamps import Switches
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.machinery import Machinery
from firmware_ctl.core.play import FinishedLoad, Play
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.store.rejudge import check_again, void_text
from firmware_ctl.store.seals import MachineKey
from firmware_ctl.store.state import Hands, Job, Known, Places, Seal, Standing, State, Walls
from rules.errors import RulesError
from rules.languages import Language
from rules.programs import program
from rules.variants import variant

T = TypeVar("T")

_BUTTON, _VOID = "E501", "E701"

_RESTING: Mapping[str, Load] = {"empty": Load.EMPTY, "complete": Load.COMPLETE}
"""Loads that nothing had to be done for; every other one is held."""


def restore(
    play: Play,
    switches: Switches,
    state: State,
    machine: MachineKey | None,
    language: Language,
    now: float,
) -> None:
    """Put what ``state`` says into a controller that has not run yet; ``now`` is its clock's time.

    Variants and programs that this version no longer has are left as the configuration says.
    """
    was = state.table
    _choices(play, was)
    switches.locked = was.switches.locked
    switches.muted = was.switches.muted
    switches.lamps = was.switches.lamps
    letter = was.places.set_inside
    play.inside = _finished(play, was.inside, state.sealed_inside, machine, letter)
    letter = was.places.set_on_table or was.places.set_inside
    play.on_table = _finished(play, was.on_table, state.sealed_on_table, machine, letter)
    _hands(play.hands, was.hands)
    _places(play.machinery.books, was.places)
    void = "" if play.inside is None else void_text(play.inside.check, language)
    _faults(play.machinery.faults, was.faults, void, now)
    _machines(play.machinery, was)


def _choices(play: Play, was: Known) -> None:
    played = _known(variant, was.variant)
    if played is not None:
        play.choice.play(played.id)
    play.choice.next = _known(program, was.programs.next) or play.choice.next
    play.loaded = _known(program, was.programs.loaded) or play.loaded
    play.dealer = was.dealer


def _known(find: Callable[[str], T], name: str) -> T | None:
    try:
        return find(name) if name else None
    except RulesError:
        return None


def _finished(
    play: Play,
    walls: Walls | None,
    sealed: Seal | None,
    machine: MachineKey | None,
    letter: str | None,
) -> FinishedLoad | None:
    loaded = None if walls is None else _known(program, walls.program)
    if walls is None or loaded is None:
        return None
    check = check_again(walls, loaded, play.choice.variant, sealed, machine, letter)
    return FinishedLoad(loaded, check)


def _hands(book: HandBook, was: Hands) -> None:
    book.number, book.faces = was.number, was.faces
    if was.running is None:
        return
    played = _known(variant, was.running.variant)
    if played is not None:
        book.running = Hand(played, was.running.stacks, was.running.dealer)
        for faces in was.running.throws:
            book.running.thrown(faces)


def _places(books: Books, was: Places) -> None:
    books.rows = list(was.rows)
    books.to_raise, books.on_tray = set(was.to_raise), set(was.on_tray)
    books.set_inside, books.set_on_table = was.set_inside, was.set_on_table
    books.void_inside, books.void_on_table = was.void_inside, was.void_on_table
    books.rising, books.load_due = was.rising, was.load_due


def _faults(book: FaultBook, stood: tuple[Standing, ...], void: str, now: float) -> None:
    for fault in stood:
        if fault.code not in KINDS or fault.code == _BUTTON:
            continue
        values: dict[str, object] = dict(fault.values)
        if fault.code == _VOID:
            values["deviations"] = void
        cause = StepFault(fault.code, fault.side, fault.lanes, **values)
        book.add(cause, Holds(fault.holds), now)


def _machines(machinery: Machinery, was: Known) -> None:
    machinery.job = _job(was.job)
    if was.load in _RESTING:
        machinery.load.state = _RESTING[was.load]
    else:
        machinery.job.unsure = True
        holding = machinery.faults.holding(Holds.LOAD)
        machinery.load.state = Load.FAULTED if holding else Load.HELD
    if machinery.all_held:
        machinery.surface.state = Surface.FAULTED


def _job(was: Job) -> LoadJob:
    job = LoadJob(was.wanted, unsure=was.unsure, stacked=was.stacked)
    for number, lane in enumerate(job.lanes):
        lane.made, lane.passed = was.made[number], was.passed[number]
        lane.eye_failed = number in was.eyes_failed
    return job
