"""Sum records up: what the table knows after each of them. Pure, one small function a kind."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce, singledispatch

from firmware_ctl.referee.kept import KeptEvening
from firmware_ctl.store.records import (
    Booted,
    Cared,
    CommandTaken,
    Counted,
    CutPromised,
    Cycled,
    DealerProposed,
    DealerSet,
    DicePromised,
    Entered,
    EveningBegun,
    FaultCleared,
    FaultRaised,
    HandBegun,
    HandEnded,
    HandsDealt,
    Held,
    Judged,
    LoadBegun,
    Lost,
    Placed,
    ProgramSet,
    Record,
    SessionTurned,
    SheetClosed,
    ShutDown,
    Summed,
    Switched,
    Thrown,
    Transition,
    VariantSet,
    WallOpened,
    WallSealed,
    WallStuck,
    Weighed,
)
from firmware_ctl.store.state import Job, RunningHand, Seal, State, Walls


def fold(state: State, records: Iterable[Record]) -> State:
    """Return the state after ``records``."""
    return reduce(lambda sum_, record: after(record, sum_), records, state)


@singledispatch
def after(record: object, state: State) -> State:
    """Return the state after one record; most kinds that only tell leave it as it was."""
    del record
    return state


@after.register
def _(record: Summed, state: State) -> State:
    del state
    return record.state


@after.register
def _(record: Booted, state: State) -> State:
    del record
    return replace(
        state,
        boots=state.boots + 1,
        unsafe=state.unsafe + state.running,
        running=True,
    )


@after.register
def _(record: ShutDown, state: State) -> State:
    del record
    return replace(state, running=False)


@after.register
def _(record: Lost, state: State) -> State:
    return replace(state, lost=state.lost + record.records)


@after.register
def _(record: Transition, state: State) -> State:
    if record.machine == "surface":
        return _known(state, surface=record.new)
    return _known(state, load=record.new)


@after.register
def _(record: Held, state: State) -> State:
    return _known(state, held_in=record.held_in, reason=record.reason)


@after.register
def _(record: LoadBegun, state: State) -> State:
    programs = replace(state.table.programs, loaded=record.program)
    return _known(state, programs=programs, job=Job(wanted=record.stacks))


@after.register
def _(record: Counted, state: State) -> State:
    return _known(state, job=record.job)


@after.register
def _(record: Placed, state: State) -> State:
    return _known(state, places=record.places)


@after.register
def _(record: Cycled, state: State) -> State:
    del record
    table = state.table
    moved = replace(
        table, on_table=table.inside, inside=None, hands=replace(table.hands, faces=None)
    )
    return replace(state, table=moved, sealed_on_table=state.sealed_inside, sealed_inside=None)


@after.register
def _(record: DealerSet, state: State) -> State:
    return _known(state, dealer=record.side)


@after.register
def _(record: DealerProposed, state: State) -> State:
    return _known(state, proposed=record.proposed)


@after.register
def _(record: ProgramSet, state: State) -> State:
    return _known(state, programs=record.programs)


@after.register
def _(record: VariantSet, state: State) -> State:
    return _known(state, variant=record.id)


@after.register
def _(record: SessionTurned, state: State) -> State:
    return _known(state, closing=record.closing)


@after.register
def _(record: Switched, state: State) -> State:
    return _known(state, switches=record.switches)


@after.register
def _(record: Cared, state: State) -> State:
    return _known(state, care=record.care)


@after.register
def _(record: FaultRaised, state: State) -> State:
    raised = _known(state, faults=(*state.table.faults, record.fault))
    return _counted(raised, faults=state.totals.faults + 1)


@after.register
def _(record: FaultCleared, state: State) -> State:
    return _known(state, faults=tuple(f for f in state.table.faults if f.id != record.id))


@after.register
def _(record: CommandTaken, state: State) -> State:
    return _counted(state, commands=state.totals.commands + record.count)


@after.register
def _(record: DicePromised, state: State) -> State:
    return _known(state, promises=replace(state.table.promises, dice=record.commitment))


@after.register
def _(record: CutPromised, state: State) -> State:
    return _known(state, promises=replace(state.table.promises, cut=record.commitment))


@after.register
def _(record: Thrown, state: State) -> State:
    hands = replace(state.table.hands, faces=record.faces)
    if hands.running is not None and record.faces is not None:
        throws = (*hands.running.throws, record.faces)
        hands = replace(hands, running=replace(hands.running, throws=throws))
    return _known(state, hands=hands)


@after.register
def _(record: HandBegun, state: State) -> State:
    running = RunningHand(record.dealer, record.variant, record.stacks, cut=record.cut)
    hands = replace(
        state.table.hands,
        number=record.number,
        running=running,
        streak=record.streak,
        last_dealer=None,
    )
    return _known(state, hands=hands)


@after.register
def _(record: HandsDealt, state: State) -> State:
    del record
    hands = state.table.hands
    if hands.running is None:
        return state
    return _known(state, hands=replace(hands, running=replace(hands.running, dealt=True)))


@after.register
def _(record: HandEnded, state: State) -> State:
    del record
    hands = state.table.hands
    dealer = hands.last_dealer if hands.running is None else hands.running.dealer
    ended = _known(state, hands=replace(hands, running=None, last_dealer=dealer))
    return _counted(ended, hands=state.totals.hands + 1)


@after.register
def _(record: Judged, state: State) -> State:
    walls = Walls(record.program, record.level, record.order_checked, record.deviations)
    return _counted(_known(state, inside=walls), loads=state.totals.loads + 1)


@after.register
def _(record: WallSealed, state: State) -> State:
    sealed = record.seal
    root = sealed.root or state.last_root
    return replace(state, sealed_inside=sealed, seals=sealed.number, last_root=root)


@after.register
def _(record: WallOpened, state: State) -> State:
    return _unsealed(state, record.number)


@after.register
def _(record: WallStuck, state: State) -> State:
    return _unsealed(state, record.number)


@after.register
def _(record: Weighed, state: State) -> State:
    return replace(state, weighed=record.place)


@after.register
def _(record: Entered, state: State) -> State:
    return replace(state, entries=record.box)


@after.register
def _(record: SheetClosed, state: State) -> State:
    return replace(state, evening=state.evening.closed(record.hand), entries="")


@after.register
def _(record: EveningBegun, state: State) -> State:
    return replace(state, evening=KeptEvening(record.before, (), record.older), entries="")


def _unsealed(state: State, number: int) -> State:
    return replace(
        state,
        sealed_inside=_other(state.sealed_inside, number),
        sealed_on_table=_other(state.sealed_on_table, number),
    )


def _other(seal: Seal | None, number: int) -> Seal | None:
    return None if seal is None or seal.number == number else seal


def _known(state: State, **facts: object) -> State:
    return replace(state, table=replace(state.table, **facts))  # type: ignore[arg-type]


def _counted(state: State, **totals: int) -> State:
    return replace(state, totals=replace(state.totals, **totals))
