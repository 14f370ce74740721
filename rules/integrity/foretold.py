"""The one bet that every guess at the next tile is placed with.

A guess says that a share ``kappa`` of the tiles come as foretold and the others at random. The wall
is read in ring order; before a place ``z`` is the chance, at random, that what lies there fits, the
multiset as read being known. A place where it fits pays ``1 - kappa + kappa f / z``, any other
``1 - kappa``; since the mean of ``f / z`` is one, so is the mean of the bet, whatever the guess.

A machine that keeps a share ``kappa_0`` of its tiles together may be tolerated: the bet is divided
by that machine's own. Both ratios rise with ``f``, so the mean is at most one for every machine
that keeps no more (a monotone likelihood ratio).
"""

import numpy as np

from rules.integrity.reading import Bools, Reals


def log_bets(
    fits: Reals, chance: Reals, bet: Bools, shares: Reals, tolerated: float = 0.0
) -> Reals:
    """Return the log e-values of every share, over all places.

    ``fits`` and ``chance`` are ``f`` and ``z``, shape (tables, places); a bet is placed where
    ``bet`` is true and ``z`` is not 0. ``shares`` has shape (shares,) or (tables, places, shares).
    """
    ratio = np.divide(fits, chance, out=np.ones_like(chance), where=bet & (chance > 0))[..., None]
    logs = np.log1p(shares * (ratio - 1))
    if tolerated:
        logs -= np.log1p(tolerated * (ratio - 1))
    total: Reals = logs.sum(axis=1)
    return total
