"""Judge a lane eye by its levels: a dirty eye and an eye without a tile look alike to a count."""

from dataclasses import dataclass
from enum import StrEnum

DIRTY_LEVEL = 500
"""An idle level from here on leaves little between a tile and none (of 1000)."""

NOISY = 120
"""Idle levels that differ by so much will be taken for tiles."""

STRAY_EDGES = 3
"""So many raw edges more than tiles counted (two each) are no tiles."""

NOT_MEASURED = 0xFFFF


class Health(StrEnum):
    """What an eye's levels say."""

    CLEAN = "clean"
    DIRTY = "dirty"
    NOISY = "noisy"
    CHATTERS = "chatters"
    UNKNOWN = "not measured"


ADVICE = {
    Health.CLEAN: "",
    Health.DIRTY: "wipe eye and glass; if it stays, its adjustment has drifted",
    Health.NOISY: "check its plug and its distance; keep its cable away from motor cables",
    Health.CHATTERS: "something before it flutters, or its threshold is set too low",
    Health.UNKNOWN: "this board cannot measure it; judge by eye",
}


@dataclass(frozen=True, slots=True)
class EyeLevels:
    """One eye: idle mean, level now, noise, and edges and tiles since a while ago."""

    idle: int
    now: int
    noise: int
    edges: int
    tiles: int


def judge(eye: EyeLevels) -> Health:
    """Return what is the matter with an eye, the first cause that fits."""
    if eye.idle == NOT_MEASURED:
        return Health.UNKNOWN
    if eye.idle >= DIRTY_LEVEL:
        return Health.DIRTY
    if eye.noise >= NOISY:
        return Health.NOISY
    if eye.edges - 2 * eye.tiles > STRAY_EDGES:
        return Health.CHATTERS
    return Health.CLEAN
