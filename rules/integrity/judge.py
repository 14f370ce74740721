"""Judge recorded deals: a table's state and a deal in, its new state and a verdict out.

A deal is weighed when its hand has ended, never before. Several tables may be weighed in one call;
each has the same wealth as if it had been alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.integrity.composition import WallCheck
from rules.integrity.deals import PLAY, SETS, DealError, RecordedDeal
from rules.integrity.engine import FEWEST_READ, Evidence, State, advance
from rules.integrity.explain import family_shares, find
from rules.integrity.hypotheses import Null
from rules.integrity.layout import RING_SIDES, Layout, layout_for, layout_of
from rules.integrity.levels import Level, worst
from rules.integrity.reading import NO_PIECE, Batch, Bytes, Ints, unread
from rules.integrity.single_wall import Composition, holm, rarities
from rules.integrity.table_state import Settings, TableState, Wealth, wealth_of
from rules.integrity.tags import Tags, check_number, check_tiles, piece_number
from rules.integrity.verdict import (
    AMBER,
    DETECTED,
    INFORM,
    RARE_WALL,
    Finding,
    ReaderHealth,
    Verdict,
    level_of,
)
from rules.programs import SIDES, Profile
from rules.shares import share_of
from rules.variants import variant

Pair = tuple[TableState, RecordedDeal]
Answer = tuple[TableState, Verdict]


def start(settings: Settings | None = None) -> TableState:
    """Return the state of a table of which nothing is known."""
    return TableState(settings or Settings())


def observe(state: TableState, deal: RecordedDeal, tags: Tags | None = None) -> Answer:
    """Weigh one deal of one table.

    ``tags`` are the enrolled tags of both sets, where there are any.

    Raises:
        DealError: the deal is no play; such deals are left out before their walls are looked at.
    """
    return observe_each([(state, deal)], tags)[0]


def observe_each(pairs: Sequence[Pair], tags: Tags | None = None) -> list[Answer]:
    """Weigh one deal of each of several tables; the answers are in the order of the pairs.

    Raises:
        DealError: a deal is no play.
    """
    laid = [_laid(deal) for _, deal in pairs]
    alike: dict[tuple[object, ...], list[int]] = {}
    for at, (state, deal) in enumerate(pairs):
        key = laid[at], deal.uids is None, len(deal.throws), state.settings.tolerated
        alike.setdefault(key, []).append(at)
    answers: dict[int, Answer] = {}
    for rows in alike.values():
        found = _weigh([pairs[at] for at in rows], laid[rows[0]], tags)
        answers |= zip(rows, found, strict=True)
    return [answers[at] for at in range(len(pairs))]


@dataclass(frozen=True, slots=True)
class _Laid:
    """A deal's layout; the variant's own where the walls do not fit any, or are not known."""

    layout: Layout
    fits: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Weighed:
    """One table's row of what was weighed together."""

    batch: Batch
    past: State
    evidence: Evidence
    row: int
    fits: bool


def _laid(deal: RecordedDeal) -> _Laid:
    if deal.mode != PLAY:
        raise DealError(f"deal {deal.number} is of mode {deal.mode!r}: leave out what is no play")
    layout = layout_of(deal)
    if layout is not None:
        return _Laid(layout, fits=True)
    profile = deal.profile if deal.hands else Profile.FOUR_PORT
    share = share_of(variant(deal.variant).program, profile)
    return _Laid(layout_for(deal.variant, profile, share), fits=False)


def _weigh(pairs: Sequence[Pair], laid: _Laid, tags: Tags | None) -> list[Answer]:
    """Weigh deals that are laid out alike."""
    batch = _batch([deal for _, deal in pairs], laid)
    before = State.joined([state.past for state, _ in pairs])
    past, evidence = advance(before, batch, pairs[0][0].settings.tolerated)
    return [
        _answer(state, deal, _Weighed(batch, past, evidence, row, laid.fits), tags)
        for row, (state, deal) in enumerate(pairs)
    ]


def _batch(deals: Sequence[RecordedDeal], laid: _Laid) -> Batch:
    layout = laid.layout
    throws = max(layout.throws, *(len(deal.throws) for deal in deals), 0)
    faces = np.zeros((len(deals), throws, 2), np.int64)
    for row, deal in enumerate(deals):
        if deal.throws:
            faces[row, : len(deal.throws)] = deal.throws
    known = laid.fits and all(deal.uids is not None for deal in deals)
    return Batch(
        layout=layout,
        kinds=_kinds(deals) if laid.fits else unread(len(deals), len(layout.places)),
        dealers=np.array([deal.dealer for deal in deals]),
        faces=faces,
        sets=np.array([SETS.index(deal.tile_set) for deal in deals]),
        pieces=_pieces(deals) if known else None,
    )


def _kinds(deals: Sequence[RecordedDeal]) -> Bytes:
    return np.array(
        [
            [tile for side in RING_SIDES for tile in deal.walls[side]]
            + [tile for hand in deal.hands for tile in hand]
            for deal in deals
        ],
        np.uint8,
    )


def _pieces(deals: Sequence[RecordedDeal]) -> Ints:
    order = (*RING_SIDES, *(len(SIDES) + side for side in SIDES))
    return np.array(
        [
            [
                NO_PIECE if uid is None else piece_number(uid)
                for row in order[: len(deal.uids or ())]
                for uid in (deal.uids or ())[row]
            ]
            for deal in deals
        ]
    )


def _answer(state: TableState, deal: RecordedDeal, weighed: _Weighed, tags: Tags | None) -> Answer:
    """Return a table's new state and its verdict."""
    past = weighed.past.rows(np.array([weighed.row]))
    wealth = wealth_of(weighed.evidence, weighed.row).with_capital(state.capital)
    new = TableState(state.settings, past, state.capital, state.peak.at_least(wealth))
    detector = float(weighed.evidence.detector[weighed.row])
    walls = _walls(deal, weighed, tags)
    rare = _is_rare(past, weighed)
    mixing = state.settings.mixing
    level, null = level_of(wealth, new.peak, detector, mixing, rare_wall=rare)
    finding, null = _about(past, wealth, detector, level, null, weighed.batch.layout)
    shares = family_shares(past.wealth[0], null)
    read, places = int(weighed.batch.held[weighed.row]), weighed.batch.kinds.shape[1]
    verdict = Verdict(
        table=deal.table,
        deal=deal.number,
        level=level if walls is None else worst((level, walls.level)),
        null=null,
        wealth=wealth,
        detector=detector,
        finding=finding,
        shares=shares,
        reader=ReaderHealth(read, places, enough=read >= FEWEST_READ * places),
        order_checked=bool(deal.walls) and read > 0,
        walls=walls,
        rare_wall=rare,
    )
    return new, verdict


def _about(
    past: State, wealth: Wealth, detector: float, level: Level, null: Null | None, layout: Layout
) -> tuple[Finding | None, Null | None]:
    """Return what a level is about, and which null is breached.

    One wall that is rare by itself is about no bet.
    """
    if level is Level.OK:
        return None, None
    if level is Level.INFORM and max(wealth.full, wealth.a) < INFORM:
        return None, Null.WELL_MIXED
    by_detector = level is Level.AMBER and detector >= DETECTED and max(wealth.b, wealth.c) < AMBER
    log_wealth = past.detector[0] if by_detector else past.wealth[0]
    finding, leading = find(past, log_wealth, null, layout)
    return finding, null or leading


def _walls(deal: RecordedDeal, weighed: _Weighed, tags: Tags | None) -> WallCheck | None:
    """Return what the tiles are where that is not as it should be."""
    if not deal.walls:
        return None
    layout = weighed.batch.layout
    if not weighed.fits:
        check = check_number(deal, layout)
    elif weighed.batch.nominal[weighed.row] and deal.uids is None:
        return None
    else:
        check = check_tiles(deal, layout, tags)
    return None if check.level is Level.OK else check


def _is_rare(past: State, weighed: _Weighed) -> bool:
    """Tell whether this wall alone would be rare, were it well mixed.

    The wall before is taken to have been nominal too; a misread in it shifts the chance by little.
    """
    batch, row = weighed.batch, weighed.row
    if not batch.nominal[row]:
        return False
    copies = batch.layout.tile_set.counts
    made = Composition(copies, len(batch.layout.stacks), copies)
    chances = [one.chance for one in rarities(past.counts[0].tolist(), made)]
    return min(holm(chances), default=1.0) <= RARE_WALL
