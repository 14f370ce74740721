"""Scripted faults of the simulated machine: set, ended and mended by name and place.

The kinds are rows of one table, by subject. ``seen_by`` is what gives a fault away; the causes are
those that technicians of these machines list. Each acts through the plant, so that sensors show
only what they would, and each ends only by the acts that mend it, or by its time.
"""

from hal.sim.faults import above, electric, inside, lanes, mishaps, reach, switches
from hal.sim.faults.kind import Deed, FaultKind, NoSuchFault, Per, World

FAULT_KINDS: tuple[FaultKind, ...] = (
    *lanes.KINDS,
    *inside.KINDS,
    *above.KINDS,
    *switches.KINDS,
    *electric.KINDS,
    *reach.KINDS,
    *mishaps.KINDS,
)
"""Every kind that can be scripted."""

KINDS_BY_NAME = {kind.name: kind for kind in FAULT_KINDS}

__all__ = ["FAULT_KINDS", "KINDS_BY_NAME", "Deed", "FaultKind", "NoSuchFault", "Per", "World"]
