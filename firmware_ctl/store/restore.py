"""Give a fresh controller back what its table knew when the power went.

Positions are never given back: the table is unhomed, and nothing moves before a person asks. A load
that was under way is held, its counts unsure, since stacks may have been made that were not yet
written down. The red button is not given back either: the board tells how it stands.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from firmware_ctl.core.controller import Controller, FinishedLoad
from firmware_ctl.core.faults import KINDS, Holds, StepFault
from firmware_ctl.core.hands import Hand, HandBook
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.programs import ProgramChoice
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.store.rejudge import check_again, void_text
from firmware_ctl.store.seals import MachineKey
from firmware_ctl.store.state import Hands, Job, Known, Places, Seal, Standing, State, Walls
from rules.errors import RulesError
from rules.programs import program
from rules.variants import variant

T = TypeVar("T")

_BUTTON = "E501"

_LOAD: Mapping[str, Load] = {"empty": Load.EMPTY, "complete": Load.COMPLETE}
"""Loads that nothing had to be done for; every other one is held."""


def restore(table: Controller, state: State, machine: MachineKey | None, now: float) -> None:
    """Put what ``state`` says into a controller that has not run yet; ``now`` is its clock's time.

    Variants and programs that this version no longer has are left as the configuration says.
    """
    was = state.table
    _choices(table, was)
    letter = was.places.set_inside
    table.inside = _finished(table, was.inside, state.sealed_inside, machine, letter)
    letter = was.places.set_on_table or was.places.set_inside
    table.on_table = _finished(table, was.on_table, state.sealed_on_table, machine, letter)
    _hands(table.hands, was.hands)
    _places(table, was.places)
    _faults(table, was.faults, now)
    _load(table, was)


def _choices(table: Controller, was: Known) -> None:
    played = _known(variant, was.variant)
    if played is not None:
        table.choice = ProgramChoice(played, played.program)
    table.choice.next = _known(program, was.programs.next) or table.choice.next
    table.loaded = _known(program, was.programs.loaded) or table.loaded
    table.dealer = was.dealer
    table.locked = was.switches.locked
    table.muted = was.switches.muted
    table.lamps = was.switches.lamps


def _known(find: Callable[[str], T], name: str) -> T | None:
    try:
        return find(name) if name else None
    except RulesError:
        return None


def _finished(
    table: Controller,
    walls: Walls | None,
    sealed: Seal | None,
    machine: MachineKey | None,
    letter: str | None,
) -> FinishedLoad | None:
    loaded = None if walls is None else _known(program, walls.program)
    if walls is None or loaded is None:
        return None
    check = check_again(walls, loaded, table.choice.variant, sealed, machine, letter)
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


def _places(table: Controller, was: Places) -> None:
    books = table.machinery.books
    books.rows = list(was.rows)
    books.to_raise, books.on_tray = set(was.to_raise), set(was.on_tray)
    books.set_inside, books.set_on_table = was.set_inside, was.set_on_table
    books.void_inside, books.void_on_table = was.void_inside, was.void_on_table
    books.rising, books.load_due = was.rising, was.load_due


def _faults(table: Controller, stood: tuple[Standing, ...], now: float) -> None:
    book = table.machinery.faults
    for fault in stood:
        if fault.code not in KINDS or fault.code == _BUTTON:
            continue
        values: dict[str, object] = dict(fault.values)
        if KINDS[fault.code].void and table.inside is not None:
            values.setdefault("deviations", void_text(table.inside.check, table.config))
        cause = StepFault(fault.code, fault.side, fault.lanes, **values)
        book.add(cause, Holds(fault.holds), now)


def _load(table: Controller, was: Known) -> None:
    machinery = table.machinery
    machinery.job = _job(was.job)
    if was.load in _LOAD:
        machinery.load.state = _LOAD[was.load]
    else:
        machinery.job.unsure = True
        holding = machinery.faults.holding(Holds.LOAD)
        machinery.load.state = Load.FAULTED if holding else Load.HELD
    if machinery.faults.holding(Holds.ALL):
        machinery.surface.state = Surface.FAULTED


def _job(was: Job) -> LoadJob:
    job = LoadJob(was.wanted, unsure=was.unsure, stacked=was.stacked)
    for lane, made, passed in zip(job.lanes, was.made, was.passed, strict=True):
        lane.made, lane.passed = made, passed
    return job
