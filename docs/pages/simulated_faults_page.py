"""Render the reference page of simulated faults and mending acts from the plant's own tables."""

from docs.pages.markdown import codes, heading, table
from firmware_ctl.simulated_faults import CODES
from hal.sim import ACTS, FAULT_KINDS, FaultKind

_INTRO = """
What can be broken in the simulated table, how it shows, the code that the table should name, and
the acts of hands that mend it. How to script them: [the simulated table](../simulation.md). A
chance (`*0.2`) is per *occasion*; where that is the run, it is the chance that it comes at all.
"""

FEW = 6
"""More places than these would make the column too wide."""

_ACTS = """
## Mending acts

What a step on a fault's way on names as its act is done in the plant by the same name and place. A
fault ends by one of its acts, by its duration, and by nothing else.
"""


def render() -> str:
    """Return the page as Markdown."""
    faults = table(
        ("fault", "places", "code", "seen by", "occasion", "mended by"), map(_fault, FAULT_KINDS)
    )
    acts = table(
        ("act", "places", "what is done"),
        ((f"`{act.name}`", _places(act.places), act.does) for act in ACTS.values()),
    )
    title = heading("Simulated faults", "`hal/sim/faults/`, `hal/sim/acts.py`")
    return f"{title}\n{_INTRO}\n{faults}\n{_ACTS}\n{acts}"


def _fault(kind: FaultKind) -> tuple[str, ...]:
    told = CODES[kind.name]
    named = dict.fromkeys((told.code, *(told.by_motor or {}).values()))
    acts = sorted({deed.act for place in kind.known_places for deed in kind.mends(place)})
    return (
        f"`{kind.name}`",
        _places(kind.places),
        codes(tuple(code for code in named if code)) or "–",
        kind.seen_by,
        kind.per.value,
        codes(tuple(acts)) or "itself",
    )


def _places(places: tuple[str, ...]) -> str:
    if len(places) <= FEW:
        return ", ".join(places)
    return f"{places[0]} … {places[-1]} ({len(places)})"
