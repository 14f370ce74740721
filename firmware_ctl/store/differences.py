"""Find the records that lead from what was known before to what is known now."""

from collections.abc import Iterator

from firmware_ctl.store.records import (
    Cared,
    Counted,
    CutPromised,
    Cycled,
    DealerProposed,
    DealerSet,
    DicePromised,
    FaultCleared,
    FaultRaised,
    HandsDealt,
    Held,
    Placed,
    ProgramSet,
    Record,
    SessionTurned,
    Switched,
    Transition,
    VariantSet,
)
from firmware_ctl.store.state import Known


def differences(before: Known, now: Known) -> Iterator[Record]:
    """Yield records that, folded over ``before``, give ``now``.

    What only the controller's own events can tell is left to them: hands, throws and verdicts.
    """
    if _well_opened(before, now):
        yield Cycled()
    yield from _transitions(before, now)
    if (before.held_in, before.reason) != (now.held_in, now.reason):
        yield Held(now.held_in, now.reason)
    if before.job != now.job:
        yield Counted(now.job)
    if before.places != now.places:
        yield Placed(now.places)
    yield from _choices(before, now)
    yield from promised(before, now)
    if _hands_were_dealt(before, now):
        yield HandsDealt()
    yield from _faults(before, now)


def promised(before: Known, now: Known) -> Iterator[Record]:
    """Yield what the table has newly promised for the next throw and the next cut."""
    if before.promises.dice != now.promises.dice:
        yield DicePromised(now.promises.dice)
    if before.promises.cut != now.promises.cut:
        yield CutPromised(now.promises.cut)


def _well_opened(before: Known, now: Known) -> bool:
    """Tell whether the sets moved on: only then does a finished load leave the inside."""
    left = before.inside is not None and now.inside is None
    return left or (before.on_table is not None and now.on_table is None)


def _hands_were_dealt(before: Known, now: Known) -> bool:
    if before.hands.running is None or now.hands.running is None:
        return False
    return now.hands.running.dealt and not before.hands.running.dealt


def _transitions(before: Known, now: Known) -> Iterator[Record]:
    for machine in ("surface", "load"):
        old, new = getattr(before, machine), getattr(now, machine)
        if old != new:
            yield Transition(machine, old, new)


def _choices(before: Known, now: Known) -> Iterator[Record]:
    if before.dealer != now.dealer:
        yield DealerSet(now.dealer)
    if before.proposed != now.proposed:
        yield DealerProposed(now.proposed)
    if before.variant != now.variant:
        yield VariantSet(now.variant)
    if before.programs != now.programs:
        yield ProgramSet(now.programs)
    if before.closing != now.closing:
        yield SessionTurned(now.closing)
    if before.switches != now.switches:
        yield Switched(now.switches)
    if before.care != now.care:
        yield Cared(now.care)


def _faults(before: Known, now: Known) -> Iterator[Record]:
    stood, stand = set(before.faults), set(now.faults)
    yield from (FaultCleared(fault.id) for fault in before.faults if fault not in stand)
    yield from (FaultRaised(fault) for fault in now.faults if fault not in stood)
