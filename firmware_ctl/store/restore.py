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
from firmware_ctl.core.maintenance import Maintenance
from firmware_ctl.core.play import FinishedLoad, Play
from firmware_ctl.core.secret_walls import LaneReads
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.store.rejudge import check_again, close_again, void_text
from firmware_ctl.store.seals import MachineKey
from firmware_ctl.store.state import Care, Hands, Job, Known, Places, Seal, Standing, State, Walls
from firmware_ctl.store.view import four
from hal.ids import LANES
from rules.errors import RulesError
from rules.languages import Language
from rules.programs import Program, program
from rules.settling.outcome import Proposal
from rules.shares import Share
from rules.variants import variant
from rules.wall import StackPlace

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
    play.session.closing = was.closing and play.hand_runs()
    _places(play.machinery.books, was.places)
    _void_unknown(play, was)
    void = "" if play.inside is None else void_text(play.inside.check, language)
    _faults(play.machinery.faults, was.faults, void, now)
    _machines(play.machinery, was)
    play.machinery.upkeep.restore(_maintenance(was.care))


def _maintenance(care: Care) -> Maintenance:
    return Maintenance(
        care.hands,
        care.cleaned_at,
        {motor: float(seconds) for motor, seconds in care.motor_s},
        care.jams,
        tuple(None if level < 0 else level for level in care.eyes),
        {way: float(ms) / 1000 for way, ms in care.ways_ms},
    )


def _choices(play: Play, was: Known) -> None:
    played = _known(variant, was.variant)
    if played is not None:
        play.choice.play(played.id)
    play.choice.next = _put_up(play, was.programs.next) or play.choice.next
    play.loaded = _put_up(play, was.programs.loaded) or play.loaded
    play.dealer = was.dealer
    proposed = was.proposed
    if proposed is not None:
        play.seat.proposal = Proposal(proposed.side, proposed.rule, proposed.asks_ready)


def _known(find: Callable[[str], T], name: str) -> T | None:
    try:
        return find(name) if name else None
    except RulesError:
        return None


def _put_up(play: Play, name: str) -> Program | None:
    """Return a program if this machine can put it up; its profile may have changed meanwhile."""
    found = _known(program, name)
    return found if found is not None and play.choice.can_put_up(found) else None


def _finished(
    play: Play,
    walls: Walls | None,
    sealed: Seal | None,
    machine: MachineKey | None,
    letter: str | None,
) -> FinishedLoad | None:
    loaded = None if walls is None else _put_up(play, walls.program)
    if walls is None or loaded is None:
        return None
    expected, share = play.expected(loaded), play.choice.share(loaded)
    check = check_again(walls, expected, share, sealed, machine, letter)
    return FinishedLoad(loaded, check, close_again(sealed, machine))


def _void_unknown(play: Play, was: Known) -> None:
    """Let walls that this machine does not know any more come up only to be pushed in again."""
    books = play.machinery.books
    books.void_inside |= was.inside is not None and play.inside is None
    books.void_on_table |= was.on_table is not None and play.on_table is None


def _hands(book: HandBook, was: Hands) -> None:
    book.number, book.faces = was.number, was.faces
    book.streak, book.last_dealer = was.streak, was.last_dealer
    if was.running is None:
        return
    played = _known(variant, was.running.variant)
    if played is not None:
        book.running = Hand(played, was.running.stacks, was.running.dealer, dealt=was.running.dealt)
        for faces in was.running.throws:
            book.running.thrown(faces)
        if was.running.cut is not None:
            book.running.cut_at(StackPlace(*was.running.cut))


def _places(books: Books, was: Places) -> None:
    books.rows = list(was.rows)
    books.to_raise, books.on_tray = set(was.to_raise), set(was.on_tray)
    books.set_inside, books.set_on_table = was.set_inside, was.set_on_table
    books.void_inside, books.void_on_table = was.void_inside, was.void_on_table
    books.rising, books.load_due = was.rising, was.load_due
    books.tiles_awaited = was.tiles_awaited
    books.hands_inside, books.hands_due = set(was.hands_inside), set(was.hands_due)
    books.stowed = was.stowed


def _faults(book: FaultBook, stood: tuple[Standing, ...], void: str, now: float) -> None:
    for fault in stood:
        if fault.code not in KINDS or fault.code == _BUTTON:
            continue
        values: dict[str, object] = dict(fault.values)
        if fault.code == _VOID:
            values["deviations"] = void
        cause = StepFault(fault.code, fault.side, fault.lanes, **values)
        book.add(cause, Holds(fault.holds), now, number=fault.id)


def _machines(machinery: Machinery, was: Known) -> None:
    machinery.job = _job(was.job)
    if was.load in _RESTING:
        machinery.load.state = _RESTING[was.load]
    else:
        machinery.job.distrust()
        machinery.job.reads = LaneReads(whole=False)
        holding = machinery.faults.holding(Holds.LOAD)
        machinery.load.state = Load.FAULTED if holding else Load.HELD
    if machinery.all_held:
        machinery.surface.state = Surface.FAULTED


def _job(was: Job) -> LoadJob:
    job = LoadJob(_share(was), unsure=was.unsure, stacked=was.stacked)
    for number, lane in enumerate(job.lanes):
        lane.made, lane.passed = was.made[number], was.passed[number]
        lane.eye_failed = number in was.eyes_failed
    return job


def _share(was: Job) -> Share:
    """Return what the load puts on each side."""
    stacks = [was.wanted[side] - was.half[side] - was.hand[side] for side in LANES]
    half = next((side for side in LANES if was.half[side]), None)
    return Share(four(stacks), half, tuple(side for side in LANES if was.hand[side]))
