"""The engine of the wall check: one deal of many tables in, their evidence out.

A table's evidence is one row of each array, so one table and ten thousand take the same steps and
have equal wealth. Nothing is ever reset.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeVar
from zlib import crc32

import numpy as np

from rules.integrity.copies import FIRST_ODDS, copied
from rules.integrity.effects import added, no_sums
from rules.integrity.hypotheses import (
    BETS,
    BLOCKS,
    COPYING,
    OF_NULL,
    SPANS,
    STAKES,
    Family,
    Null,
)
from rules.integrity.layout import Layout
from rules.integrity.neighbours import beside, equal_neighbours, stacks_of_equal
from rules.integrity.reading import NO_PIECE, Batch, Bools, Bytes, Ints, Reals, unread
from rules.integrity.seats import EVEN, SIDES, Hands, fair_play, hands_of, well_mixed_hands
from rules.integrity.sightings import MOST, OF_WALLS, SIGHT_OF_BET, SIGHTS, seen
from rules.integrity.single_wall import Statistic
from rules.integrity.stacked_kinds import stacked_kinds
from rules.integrity.throws import loaded
from rules.integrity.wealth import CAP, detected, grown, log_mean, start_share
from rules.tilesets import LARGEST_SET

FEWEST_READ = 0.9
"""Below this share of places read there is no verdict on a wall."""

_SETS = 2
_NOTHING = -10 * CAP
Array = TypeVar("Array", Bytes, Reals, Ints)
_COPYING_BETS = COPYING.stop - COPYING.start


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What is kept of tables' pasts; the first axis of every array is the table.

    ``wealth`` and ``detector`` have one column for each bet, ``by_set`` the bets on copying once
    more for each tile set. ``page`` is each bet's log e-value since it last was worth nothing, and
    ``since`` the deal with which that began; ``run_deals`` and ``run_seen`` count the sightings of
    that time and add them up. ``sums`` are the sightings' own since the beginning. ``before`` is
    the last wall of each set, ``layout`` the code of its layout, ``place_odds`` how sure each
    place's repetition is. ``counts`` are the last wall's stacks and neighbours of equal tiles, the
    places that repeat and those that agree in the best turn, -1 where they are not known.
    ``dealt_by`` counts, by dealer, the deals at which sides were bet on.
    """

    deals: Ints
    spent: Reals
    wealth: Reals
    detector: Reals
    set_deals: Ints
    set_spent: Reals
    by_set: Reals
    page: Reals
    since: Ints
    run_deals: Reals
    run_seen: Reals
    sums: Reals
    face_counts: Ints
    before: Bytes
    pieces_before: Ints
    layout: Ints
    place_odds: Reals
    counts: Ints
    dealt_by: Ints

    @property
    def tables(self) -> int:
        """Return how many tables there are."""
        return len(self.deals)

    def rows(self, which: Ints) -> "State":
        """Return these tables."""
        return State(*(getattr(self, field.name)[which] for field in fields(self)))

    @staticmethod
    def joined(parts: "Sequence[State]") -> "State":
        """Return the tables of several states in one."""
        if len(parts) == 1:
            return parts[0]
        return State(
            *(
                np.concatenate([getattr(one, field.name) for one in parts])
                for field in fields(State)
            )
        )


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Natural logs of the e-values, shape (tables,); ``b_sets`` has shape (tables, 2).

    ``full`` bets against all three nulls, ``a``, ``b`` and ``c`` against one each. ``detector`` is
    of nulls B and C: its mean time between false alarms is at least its exponential.
    """

    full: Reals
    a: Reals
    b: Reals
    c: Reals
    b_sets: Reals
    detector: Reals


def fresh(tables: int = 1) -> State:
    """Return tables of which nothing is known."""
    return State(
        deals=np.zeros(tables, np.int64),
        spent=np.zeros(tables),
        wealth=np.full((tables, BETS), _NOTHING),
        detector=np.full((tables, BETS), _NOTHING),
        set_deals=np.zeros((tables, _SETS), np.int64),
        set_spent=np.zeros((tables, _SETS)),
        by_set=np.full((tables, _SETS, _COPYING_BETS), _NOTHING),
        page=np.zeros((tables, BETS)),
        since=np.zeros((tables, BETS), np.int64),
        run_deals=np.zeros((tables, BETS)),
        run_seen=np.zeros((tables, BETS)),
        sums=no_sums(tables, len(SIGHTS)),
        face_counts=np.zeros((tables, 6), np.int64),
        before=np.stack([unread(tables, LARGEST_SET)] * _SETS, axis=1),
        pieces_before=np.full((tables, _SETS, LARGEST_SET), NO_PIECE, np.int64),
        layout=np.zeros((tables, _SETS), np.int64),
        place_odds=np.full((tables, _SETS, LARGEST_SET), FIRST_ODDS),
        counts=np.full((tables, len(Statistic)), -1),
        dealt_by=np.zeros((tables, SIDES), np.int64),
    )


def advance(state: State, batch: Batch, tolerated: float = 0.0) -> tuple[State, Evidence]:
    """Weigh one deal of every table.

    ``tolerated`` is the share of neighbours that the commissioned machine may keep.
    """
    log_e, sights, learned = _bets(state, batch, tolerated)
    deals = state.deals + 1
    share = start_share(deals)
    rows = np.arange(state.tables)
    set_deals = state.set_deals.copy()
    set_deals[rows, batch.sets] += 1
    set_share = start_share(set_deals[rows, batch.sets])
    set_spent = state.set_spent.copy()
    set_spent[rows, batch.sets] += set_share
    by_set = state.by_set.copy()
    by_set[rows, batch.sets] = grown(by_set[rows, batch.sets], set_share, log_e[:, COPYING])
    begins = state.page <= 0
    shown = np.where(SIGHT_OF_BET < 0, np.nan, sights[:, SIGHT_OF_BET])
    known = ~np.isnan(shown)
    new = replace(
        learned,
        deals=deals,
        spent=state.spent + share,
        wealth=grown(state.wealth, share, log_e),
        detector=detected(state.detector, log_e),
        set_deals=set_deals,
        set_spent=set_spent,
        by_set=by_set,
        page=np.minimum(np.maximum(state.page, 0.0) + log_e, CAP),
        since=np.where(begins, deals[:, None], state.since),
        run_deals=np.where(begins, 0.0, state.run_deals) + known,
        run_seen=np.where(begins, 0.0, state.run_seen) + np.where(known, shown, 0.0),
        sums=added(state.sums, sights / MOST),
    )
    return new, weigh(new)


def weigh(state: State) -> Evidence:
    """Return the evidence that a state holds."""
    in_hand = 1 - state.spent
    by_null = {
        null: log_mean(state.wealth[:, which], in_hand, _within(which))
        for null, which in OF_NULL.items()
    }
    return Evidence(
        full=log_mean(state.wealth, in_hand, STAKES),
        a=by_null[Null.FAIR_PLAY],
        b=by_null[Null.NO_COPYING],
        c=by_null[Null.WELL_MIXED],
        b_sets=log_mean(state.by_set, 1 - state.set_spent, _within(OF_NULL[Null.NO_COPYING])),
        detector=log_mean(state.detector[:, _MACHINE], np.zeros(state.tables), _within(_MACHINE)),
    )


_MACHINE: Bools = ~OF_NULL[Null.FAIR_PLAY]


def _within(which: Bools) -> Reals:
    """Return shares of some bets alone, which add up to one."""
    shares: Reals = STAKES[which] / STAKES[which].sum()
    return shares


def _bets(state: State, batch: Batch, tolerated: float) -> tuple[Reals, Reals, State]:
    """Return what a deal says.

    That is every bet's log e-value, shape (tables, bets); every sighting, shape (tables, sights);
    and the state with what was learned.
    """
    log_e = np.zeros((batch.tables, BETS))
    thrown = loaded(batch.faces, state.face_counts)
    found: dict[Family, Reals] = {
        Family.FACES: thrown.faces,
        Family.SUMS: thrown.sums,
        Family.FORETOLD: thrown.foretold,
    }
    nothing = np.full((state.tables, len(Statistic)), -1)
    learned = replace(state, face_counts=thrown.counts, counts=nothing)
    enough = batch.held >= FEWEST_READ * batch.kinds.shape[1]
    hands = None
    if enough.any():
        walls, hands, learned = _wall_bets(learned, batch, tolerated)
        found |= {
            family: np.where(enough.reshape(-1, *(1,) * (bets.ndim - 1)), bets, 0.0)
            for family, bets in walls.items()
        }
    sights = seen(batch, hands, learned.counts)
    sights[~enough, :OF_WALLS] = np.nan
    for block, span in zip(BLOCKS, SPANS, strict=True):
        if block.family in found:
            log_e[:, span] = found[block.family].reshape(batch.tables, -1)
    return log_e, sights, learned


def _wall_bets(
    state: State, batch: Batch, tolerated: float
) -> tuple[dict[Family, Reals], Hands | None, State]:
    """Bet on what the reader saw; also return the hands."""
    rows, places = np.arange(batch.tables), batch.kinds.shape[1]
    code = layout_code(batch.layout)
    known = state.layout[rows, batch.sets] == code
    before = np.where(known[:, None], state.before[rows, batch.sets, :places], np.uint8(255))
    odds = np.where(known[:, None], state.place_odds[rows, batch.sets, :places], FIRST_ODDS)
    pieces = None
    if batch.pieces is not None:
        pieces = np.where(known[:, None], state.pieces_before[rows, batch.sets, :places], NO_PIECE)
    copies = copied(batch, before, odds)
    near = beside(batch, before, pieces, tolerated)
    kinds = stacked_kinds(batch)
    found = {
        Family.PLACES: copies.place,
        Family.KIND: copies.kind,
        Family.TURNED: copies.turned,
        Family.PEERS: kinds.peers,
        Family.STACKED: kinds.events,
        Family.STACKS: near.stacks,
        Family.EQUAL: near.equal,
        Family.KEPT: near.kept,
        Family.RUNS: near.runs,
    }
    hands = hands_of(batch) if batch.layout.cut_odds.size else None
    dealt_by = state.dealt_by.copy()
    if hands is not None:
        even = dealt_by[rows, batch.dealers] < dealt_by.min(axis=1) + EVEN
        dealt_by[rows, batch.dealers] += even
        fair = fair_play(batch, hands, even)
        found |= {
            Family.SEAT: fair.seat,
            Family.CUT: fair.cut,
            Family.BOTH: fair.both,
            Family.BEST: fair.best,
            Family.HAND: well_mixed_hands(batch, hands),
        }
    memory = replace(
        state,
        before=_kept(state.before, rows, batch.sets, batch.kinds),
        place_odds=_kept(state.place_odds, rows, batch.sets, copies.odds),
        layout=state.layout.copy(),
        dealt_by=dealt_by,
    )
    memory.layout[rows, batch.sets] = code
    unknown = np.full(batch.kinds.shape, NO_PIECE) if batch.pieces is None else batch.pieces
    stacked = stacks_of_equal(batch)[0].sum(axis=1)
    return (
        found,
        hands,
        replace(
            memory,
            pieces_before=_kept(state.pieces_before, rows, batch.sets, unknown),
            counts=np.stack(
                (stacked, equal_neighbours(batch), copies.same, copies.most_turned), axis=1
            ),
        ),
    )


def layout_code(layout: Layout) -> int:
    """Return a number that tells layouts apart; 0 stands for none."""
    return crc32(layout.key.encode()) or 1


def _kept(old: Array, rows: Ints, sets: Ints, new: Array) -> Array:
    """Return the memory of every set with the new wall in the place of the old one."""
    kept = old.copy()
    kept[rows, sets, : new.shape[1]] = new
    return kept
