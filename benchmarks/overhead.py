"""What the controller adds to a cycle: against an ideal one on the same plant, link and seed.

Every way takes its usual time, for the two would draw a machine's small spreads in another order.
The look for left-over tiles is a stage of the machine's cycle, so the ideal controller does it too
where "load complete" is compared, and it proves the ends that others rely on; what look and proofs
themselves take is shown without a bar.
"""

from collections.abc import Callable

from benchmarks.cycles import Cycle, controlled_cycles, mean
from benchmarks.ideal import Duties, ideal_cycles
from benchmarks.report import Report, Row, at_most
from firmware_ctl.config.model import Load
from firmware_ctl.simulation import Options

CYCLES = 200
MOST = 0.02
"""The controller may add this share of the ideal controller's time."""

_PARTS: tuple[tuple[str, Callable[[Cycle], float]], ...] = (
    ("lift key to dome down", lambda cycle: cycle.closed),
    ("lift key to walls up", lambda cycle: cycle.walls_up),
    ("lift key to last stack", lambda cycle: cycle.stacked),
)
WALLS_UP = _PARTS[1][1]


def _complete(cycle: Cycle) -> float:
    return cycle.complete


def measure() -> Report:
    """Compare the mean times of a cycle's parts, in virtual time."""
    options = Options(hands=CYCLES, steady=True)
    ours, ideal = controlled_cycles(options), ideal_cycles(options)
    watch = Load()
    looks = ideal_cycles(options, Duties(look_s=watch.balance_s, clear_s=watch.clear_s))
    free = ideal_cycles(options, Duties(in_step=False))
    trusting = ideal_cycles(options, Duties(proves=False))
    rows = [_row(name, "ideal controller", _added(ours, ideal, part)) for name, part in _PARTS]
    rows.append(
        _row("lift key to load complete", "ideal controller", _added(ours, looks, _complete))
    )
    rows.append(
        Row(
            "added, lift key to load complete",
            "ideal, no look for left-overs",
            _added(ours, ideal, _complete),
            share=True,
        )
    )
    rows.append(
        Row(
            "added, lift key to walls up",
            "ideal, trays not in step",
            _added(ours, free, WALLS_UP),
            share=True,
        )
    )
    rows += [
        Row(f"added, {name}", "ideal, no end proven", _added(ours, trusting, part), share=True)
        for name, part in _PARTS
    ]
    note = f"{CYCLES} cycles each, one seed"
    return Report(rows, (note,))


def _row(part: str, peer: str, added: float) -> Row:
    return Row(f"added, {part}", peer, added, at_most(MOST), share=True)


def _added(ours: list[Cycle], peer: list[Cycle], part: Callable[[Cycle], float]) -> float:
    return mean(ours, part) / mean(peer, part) - 1
