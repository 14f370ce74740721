"""The books of the bets: wealth since every start, detectors, and their mean.

A bet that begins at deal ``j`` has the share ``w_j`` of its stake; the sum over all starts follows
from one number a bet: ``W_t = (W_{t-1} + w_t) e_t``, and what has not begun yet is still in hand.
The detector is the same with a new stake of one at every deal. All is held in natural logarithms.
"""

from math import log

import numpy as np

from rules.integrity.reading import Ints, Reals

FIRST_START = 0.5
_LATER = 0.38
CAP = 200 * log(10)
"""Wealth above this says no more."""


def start_share(deal: Ints) -> Reals:
    """Return the share of a stake that begins at a deal, counted from 1."""
    later = _LATER / (deal * np.log(deal + 1.0) ** 2)
    return np.where(deal == 1, FIRST_START, later)


def grown(log_wealth: Reals, share: Reals, log_e: Reals) -> Reals:
    """Return the wealth after one deal; ``share`` begins at it, shape (tables,)."""
    return np.minimum(np.logaddexp(log_wealth, np.log(share)[:, None]) + log_e, CAP)


def detected(log_detector: Reals, log_e: Reals) -> Reals:
    """Return the detectors after one deal."""
    return np.minimum(np.logaddexp(log_detector, 0.0) + log_e, CAP)


def log_mean(log_wealth: Reals, in_hand: Reals, shares: Reals) -> Reals:
    """Return the log of the bets' mean wealth, shape (tables,).

    ``in_hand`` is what has not begun, shape (tables,); ``shares`` add up to one.
    """
    top = log_wealth.max(axis=-1)
    begun = top + np.log(np.exp(log_wealth - top[..., None]) @ shares)
    with np.errstate(divide="ignore"):
        mean: Reals = np.logaddexp(begun, np.log(np.maximum(in_hand, 0.0)))
    return mean
