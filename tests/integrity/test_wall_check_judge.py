"""Verdicts on whole tables: levels, what they name, what they survive."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.integrity.answers import verdict_answer
from rules.integrity.composition import Deviation
from rules.integrity.deals import DealError, RecordedDeal, deal_row, read_deal
from rules.integrity.hypotheses import Family, Null
from rules.integrity.judge import observe, observe_each, start
from rules.integrity.layout import Layout, layout_for
from rules.integrity.levels import Level
from rules.integrity.table_state import Mixing, Settings, StateError, TableState, Wealth
from rules.integrity.tags import Tag
from rules.integrity.verdict import AMBER, DETECTED, INFORM, RED, Verdict, level_of
from rules.integrity.verdict_words import verdict_words, who_code
from rules.languages import Language
from rules.programs import SIDES, Profile
from rules.shares import share_of
from rules.tiles import UNREAD, Tile, tile_of
from rules.variants import variant
from rules.wall import Spot

Wall = list[int]


@lru_cache
def laid(name: str, profile: Profile = Profile.FOUR_PORT) -> Layout:
    return layout_for(name, profile, share_of(variant(name).program, profile))


def honest(layout: Layout, seed: int, count: int) -> Iterator[tuple[Wall, tuple[int, int], int]]:
    """Well-mixed walls in ring order, fair dice, dealers in turn."""
    chance = np.random.default_rng(seed)
    tiles = np.array(layout.tile_set.tiles())
    for number in range(count):
        first, second = chance.integers(1, 7, 2).tolist()
        yield chance.permutation(tiles).tolist(), (first, second), number % 4


def deal_of(layout: Layout, number: int, wall: Sequence[int], **known: object) -> RecordedDeal:
    """A recorded deal from a wall in ring order."""
    walls: list[list[Tile]] = [[] for _ in SIDES]
    hands: list[list[Tile]] = [[] for _ in SIDES]
    for place, tile in zip(layout.places, wall, strict=True):
        (hands if place.tier is Spot.HAND else walls)[place.side].append(Tile(tile))
    known.setdefault("tile_set", "AB"[number % 2])
    return RecordedDeal(
        number=number,
        variant=layout.name,
        walls=tuple(map(tuple, walls)),
        hands=tuple(map(tuple, hands)) if any(hands) else (),
        profile=layout.profile,
        table="t",
        **known,  # type: ignore[arg-type]
    )


def evening(layout: Layout, seed: int, count: int) -> list[RecordedDeal]:
    return [
        deal_of(layout, number, wall, throws=(throw,), dealer=dealer)
        for number, (wall, throw, dealer) in enumerate(honest(layout, seed, count), start=1)
    ]


def rigged(layout: Layout, seed: int, count: int, side: int, suit: range) -> list[RecordedDeal]:
    """An evening at which a side gets seven tiles of one suit every time."""
    deals = []
    for number, (wall, throw, dealer) in enumerate(honest(layout, seed, count), start=1):
        cut = layout.cut((throw,))
        assert cut is not None
        places = layout.hands[dealer, cut, side].tolist()
        wanted = [at for at, tile in enumerate(wall) if tile in suit][:7]
        for place, at in zip(places[:7], wanted, strict=True):
            wall[place], wall[at] = wall[at], wall[place]
        deals.append(deal_of(layout, number, wall, throws=(throw,), dealer=dealer))
    return deals


def judged(deals: Sequence[RecordedDeal], settings: Settings | None = None) -> list[Verdict]:
    state, verdicts = start(settings), []
    for deal in deals:
        state, verdict = observe(state, deal)
        verdicts.append(verdict)
    return verdicts


# What goes wrong.


def test_a_deal_that_is_no_play_is_not_weighed() -> None:
    deal = replace(evening(laid("HB"), 1, 1)[0], mode="test")
    with pytest.raises(DealError, match="mode 'test'"):
        observe(start(), deal)


def test_five_of_a_kind_place_no_bet_on_the_nominal_set() -> None:
    layout = laid("HB")
    state = start()
    for number, (wall, throw, dealer) in enumerate(honest(layout, 2, 30), start=1):
        spoiled = [tile_of("1m") if tile == tile_of("9s") else tile for tile in wall]
        state, verdict = observe(
            state, deal_of(layout, number, spoiled, throws=(throw,), dealer=dealer)
        )
        assert max(verdict.wealth.full, verdict.wealth.a, verdict.wealth.c) < log(1000)
        assert verdict.walls is not None
        assert verdict.level is Level.INFORM


def test_a_wall_with_few_tiles_read_has_no_verdict_and_changes_nothing() -> None:
    layout = laid("HB")
    deals = evening(layout, 3, 3)
    state, before = observe(start(), deals[0])
    poor = deal_of(layout, 2, [int(UNREAD)] * 30 + list(range(34)) * 3 + [0] * 4, dealer=0)
    _, verdict = observe(state, poor)
    assert not verdict.reader.enough
    assert verdict.wealth.c == pytest.approx(before.wealth.c, abs=0.7)
    assert "No verdict on this wall: 106 of 136" in verdict_words(verdict)


def test_readers_that_lose_tiles_never_accuse() -> None:
    layout = laid("GD")
    chance = np.random.default_rng(4)
    deals = []
    for number, (wall, throw, dealer) in enumerate(honest(layout, 5, 60), start=1):
        lost = chance.random(len(wall)) < 0.02
        read = [int(UNREAD) if gone else tile for tile, gone in zip(wall, lost, strict=True)]
        deals.append(deal_of(layout, number, read, throws=(throw,), dealer=dealer))
    verdicts = judged(deals)
    assert {verdict.level for verdict in verdicts} <= {Level.OK, Level.INFORM}
    assert any("Tiles not read" in verdict_words(verdict) for verdict in verdicts)


@given(spoil=st.integers(0, 200), at=st.floats(0, 1))
def test_damaged_states_are_refused_in_one_sentence(spoil: int, at: float) -> None:
    data = bytearray(_state().to_bytes())
    place = min(int(at * len(data)), len(data) - 1)
    changed = data[place] ^ (spoil + 1) & 0xFF
    if changed != data[place]:
        data[place] = changed
        with pytest.raises(StateError, match=r"damaged|format|incomplete"):
            TableState.from_bytes(bytes(data))
    with pytest.raises(StateError, match="damaged"):
        TableState.from_bytes(bytes(data[:place]))


@lru_cache
def _state() -> TableState:
    return observe(start(), evening(laid("HB"), 6, 1)[0])[0]


def test_a_tolerance_that_is_no_share_is_refused() -> None:
    with pytest.raises(StateError, match=r"1\.5"):
        Settings(tolerated=1.5)


# Blocks.


def test_too_few_tiles_make_a_wall_void_at_once() -> None:
    deal = evening(laid("HB"), 7, 1)[0]
    short = replace(deal, walls=(deal.walls[0][:-2], *deal.walls[1:]))
    _, verdict = observe(start(), short)
    assert verdict.level is Level.BLOCK
    assert "East's wall is short of tiles: 2." in verdict_words(verdict)


def test_a_fifth_tile_blocks_on_three_agreeing_reads_only() -> None:
    layout = laid("HB")
    wall, throw, _ = next(honest(layout, 8, 1))
    wall[wall.index(tile_of("9s"))] = tile_of("1m")
    for reads, level in ((1, Level.INFORM), (2, Level.INFORM), (3, Level.BLOCK)):
        deal = deal_of(layout, 1, wall, throws=(throw,), dealer=0)
        deal = replace(deal, reads=tuple((reads,) * len(side) for side in deal.walls))
        assert observe(start(), deal)[1].level is level


def with_tags(deal: RecordedDeal) -> RecordedDeal:
    uids = [[f"{side}-{at}" for at in range(len(wall))] for side, wall in enumerate(deal.walls)]
    return replace(deal, uids=tuple(map(tuple, uids)))


def test_foreign_and_cloned_tags_block_at_once() -> None:
    deal = with_tags(evening(laid("HB"), 9, 1)[0])
    assert deal.uids is not None
    tags = {
        uid: Tag("B", tile)
        for uids, wall in zip(deal.uids, deal.walls, strict=True)
        for uid, tile in zip(uids, wall, strict=True)
        if uid is not None
    }
    assert observe(start(), deal, tags)[1].level is Level.OK
    foreign = replace(deal, uids=(("x", *deal.uids[0][1:]), *deal.uids[1:]))
    cloned = replace(deal, uids=((deal.uids[1][0], *deal.uids[0][1:]), *deal.uids[1:]))
    of_other_set = replace(deal, tile_set="A")
    for wrong, way in (
        (foreign, Deviation.STRANGER),
        (cloned, Deviation.TWIN),
        (of_other_set, Deviation.OTHER_SET),
    ):
        _, verdict = observe(start(), wrong, tags)
        assert verdict.level is Level.BLOCK
        assert verdict.walls is not None
        assert way in {finding.deviation for finding in verdict.walls.findings}


# Levels.


def test_one_rare_wall_is_a_note_about_that_wall_alone() -> None:
    layout = laid("HB")
    wall = [0] * 136
    for at, (upper, lower) in enumerate(layout.stacks.tolist()):
        wall[upper] = wall[lower] = at // 2
    _, verdict = observe(start(), deal_of(layout, 1, wall, dealer=0))
    assert verdict.rare_wall
    assert verdict.null is Null.WELL_MIXED
    seen = {observe(start(), deal)[1].rare_wall for deal in evening(layout, 27, 20)}
    assert False in seen


def test_walls_of_no_tiles_are_no_walls() -> None:
    row = deal_row(evening(laid("CD"), 28, 1)[0])
    bare = read_deal({**row, "walls": [[], [], [], []], "hands": [[], [], [], []]})
    assert (bare.walls, bare.hands) == ((), ())
    assert observe(start(), bare)[1].level is Level.OK


def test_levels_follow_the_bounds() -> None:
    def at(
        wealth: Wealth, detector: float = 0.0, mixing: Mixing = Mixing.DRUM, *, rare: bool = False
    ) -> tuple[Level, Null | None]:
        return level_of(wealth, wealth, detector, mixing, rare_wall=rare)

    assert exp(RED) == pytest.approx(2e4)
    assert at(Wealth()) == (Level.OK, None)
    assert at(Wealth(), rare=True) == (Level.INFORM, None)
    assert at(Wealth(full=INFORM)) == (Level.INFORM, None)
    assert at(Wealth(c=AMBER)) == (Level.AMBER, Null.WELL_MIXED)
    assert at(Wealth(), DETECTED) == (Level.AMBER, Null.WELL_MIXED)
    assert at(Wealth(full=99, c=99)) == (Level.AMBER, Null.WELL_MIXED)
    assert at(Wealth(full=99, c=99), 0.0, Mixing.UNIFORM) == (Level.RED, None)
    assert at(Wealth(a=RED)) == (Level.RED, Null.FAIR_PLAY)
    assert at(Wealth(b=99, b_sets=(99, 0))) == (Level.AMBER, Null.NO_COPYING)
    assert at(Wealth(b=99, b_sets=(99, RED))) == (Level.RED, Null.NO_COPYING)


def test_red_stays_when_the_wealth_falls_and_amber_does_not() -> None:
    rich = Wealth(a=RED, b=AMBER, c=AMBER)
    assert level_of(Wealth(), rich, 0.0, Mixing.DRUM, rare_wall=False)[0] is Level.RED
    poor = Wealth(b=AMBER, c=AMBER)
    assert level_of(Wealth(), poor, 0.0, Mixing.DRUM, rare_wall=False)[0] is Level.OK


@pytest.mark.parametrize(("side", "suit"), [(0, range(9)), (2, range(18, 27))])
def test_a_rigged_side_is_named_with_its_suit(side: int, suit: range) -> None:
    verdicts = judged(rigged(laid("HB"), 10, 20, side, suit))
    last = verdicts[-1]
    assert last.level is Level.RED
    assert last.null is Null.FAIR_PLAY
    assert last.finding is not None
    assert last.finding.who == side
    assert last.finding.what == ("m" if suit.start == 0 else "s")
    assert last.finding.seen is not None
    assert last.finding.seen > 6
    assert last.finding.normal == pytest.approx(13 * 36 / 136)
    assert last.finding.effect is not None
    assert last.finding.effect.low < last.finding.seen < last.finding.effect.high
    names = {
        Language.EN: ("East", "West"),
        Language.ZH: ("东边", "西边"),
        Language.JA: ("東側", "西側"),
    }
    for language, (east, west) in names.items():
        assert (east if side == 0 else west) in verdict_words(last, language)
    assert "cannot tell who or what caused it" in verdict_words(last)
    assert {verdict.level for verdict in verdicts[:2]} <= {Level.OK, Level.INFORM}


def test_a_copied_wall_is_red_only_when_both_sets_show_it() -> None:
    layout = laid("GD")
    wall, _, _ = next(honest(layout, 11, 1))
    once = [
        deal_of(layout, number, wall, throws=(throw,), dealer=dealer, tile_set="A")
        for number, (_, throw, dealer) in enumerate(honest(layout, 12, 6))
    ]
    verdicts = judged(once)
    assert verdicts[-1].level is Level.AMBER
    assert verdicts[-1].null is Null.NO_COPYING
    both = [replace(deal, tile_set="AB"[at % 2]) for at, deal in enumerate(once)]
    last = judged(both)[-1]
    assert last.level is Level.RED
    assert last.finding is not None
    assert last.finding.family in (Family.PLACES, Family.KIND)
    uniform = judged(once, Settings(Mixing.UNIFORM))[-1]
    assert uniform.level is Level.RED


def test_each_set_has_its_own_wall_before() -> None:
    layout = laid("GD")
    wall, _, _ = next(honest(layout, 13, 1))
    deals = [
        deal_of(layout, number, other if number % 2 else wall, throws=(throw,), dealer=dealer)
        for number, (other, throw, dealer) in enumerate(honest(layout, 14, 8))
    ]
    copied, mixed = judged(deals)[-1].wealth.b_sets
    assert copied > RED
    assert mixed < INFORM
    assert judged([replace(deal, tile_set="A") for deal in deals])[-1].wealth.b < INFORM


def test_a_kind_always_stacked_is_named() -> None:
    layout = laid("HB")
    wanted = tile_of("6p")
    deals = []
    for number, (wall, throw, dealer) in enumerate(honest(layout, 13, 12), start=1):
        upper, lower = layout.stacks[number].tolist()
        for place in (upper, lower):
            at = next(
                at for at, tile in enumerate(wall) if tile == wanted and at not in (upper, lower)
            )
            if wall[place] != wanted:
                wall[place], wall[at] = wall[at], wall[place]
        deals.append(deal_of(layout, number, wall, throws=(throw,), dealer=dealer))
    answer = verdict_answer(judged(deals)[-1])
    assert answer["finding"]["which"] == "6p"
    assert answer["who"] is None


def test_loaded_dice_are_named() -> None:
    deals = [
        replace(deal, throws=((6, 6 if n % 2 else 2),))
        for n, deal in enumerate(evening(laid("HB"), 14, 25))
    ]
    last = judged(deals)[-1]
    assert last.level is Level.RED
    assert last.finding is not None
    assert (last.finding.what, last.finding.which) == ("face", 6)


# Without a reader, hands that rise, other sets.


def test_without_a_reader_the_order_is_not_checked_but_the_dice_are() -> None:
    deals = [replace(deal, walls=(), throws=((6, 6),)) for deal in evening(laid("HB"), 15, 12)]
    verdicts = judged(deals)
    assert "Order not checked." in verdict_words(verdicts[0])
    assert not verdicts[0].order_checked
    assert verdicts[-1].level is Level.RED


@pytest.mark.parametrize("name", ["CD", "MCR", "HZ", "B144"])
def test_honest_evenings_of_every_set_are_left_in_peace(name: str) -> None:
    layout = laid(name)
    deals = evening(layout, 16, 25)
    if layout.throws == 2:
        second = honest(layout, 17, 25)
        deals = [
            replace(deal, throws=(*deal.throws, throw))
            for deal, (_, throw, _) in zip(deals, second, strict=True)
        ]
    assert {verdict.level for verdict in judged(deals)} <= {Level.OK, Level.INFORM}


def test_hands_that_rise_are_weighed_as_they_lie() -> None:
    layout = laid("GD", Profile.AUTO_DEAL)
    deals = evening(layout, 17, 20)
    assert {verdict.level for verdict in judged(deals)} <= {Level.OK, Level.INFORM}
    assert all(verdict.reader.read == 136 for verdict in judged(deals[:2]))


# What a state survives.


def test_a_power_cut_at_any_deal_changes_no_wealth() -> None:
    deals = evening(laid("HB"), 18, 8)
    whole = judged(deals)
    for cut in range(1, len(deals)):
        state = start()
        for deal in deals[:cut]:
            state, _ = observe(state, deal)
        state = TableState.from_bytes(state.to_bytes())
        for deal in deals[cut:]:
            state, verdict = observe(state, deal)
        assert verdict.wealth == whole[-1].wealth
        assert verdict == whole[-1]


def test_a_state_is_small() -> None:
    assert len(_state().to_bytes()) < 40_000


def test_tables_weighed_together_have_the_wealth_that_each_has_alone() -> None:
    evenings = [evening(laid(name), 19 + at, 5) for at, name in enumerate(["HB", "CD", "HB", "GD"])]
    states = [start() for _ in evenings]
    for deals in zip(*evenings, strict=True):
        answers = observe_each(list(zip(states, deals, strict=True)))
        states = [state for state, _ in answers]
    for (_, verdict), own in zip(answers, evenings, strict=True):
        alone = judged(own)[-1]
        assert verdict.wealth.full == pytest.approx(alone.wealth.full, abs=1e-12)
        assert verdict.wealth.a == pytest.approx(alone.wealth.a, abs=1e-12)


def test_new_weights_start_with_what_is_left_and_never_with_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rich = _after(rigged(laid("HB"), 20, 10, 0, range(9)))
    poor = _after(evening(laid("HB"), 21, 10))
    saved = rich.to_bytes(), poor.to_bytes()
    monkeypatch.setattr("rules.integrity.table_state.VERSION", 2)
    rich_again, poor_again = map(TableState.from_bytes, saved)
    assert rich_again.wealth.full == 0
    assert rich_again.peak == rich.peak
    assert poor_again.wealth.a == pytest.approx(min(0, poor.wealth.a))
    assert not poor_again.past.deals.any()


def _after(deals: Sequence[RecordedDeal]) -> TableState:
    state = start()
    for deal in deals:
        state, _ = observe(state, deal)
    return state


def test_a_house_that_changes_its_game_keeps_its_wealth_but_not_its_places() -> None:
    state = _after(evening(laid("HB"), 22, 4))
    new, verdict = observe(state, replace(evening(laid("CD"), 23, 1)[0], tile_set="A"))
    assert new.past.deals.tolist() == [5]
    assert verdict.level is Level.OK


# Words and files.


def test_rows_are_written_and_read_again() -> None:
    for name, profile in (("CD", Profile.FOUR_PORT), ("GD", Profile.AUTO_DEAL)):
        deal = evening(laid(name, profile), 24, 1)[0]
        assert read_deal(deal_row(deal)) == deal
    tagged = with_tags(evening(laid("CD"), 24, 1)[0])
    assert read_deal(deal_row(tagged)) == tagged


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"variant": "XX"}, "no variant 'XX'"),
        ({"deal": "one"}, "\"deal\" is 'one': give a whole number"),
        ({"deal": True}, '"deal" is True'),
        ({"dealer": 4}, '"dealer" is 4: give a whole number, 0..3'),
        ({"dice": [0, 7]}, '"dice"'),
        ({"dice": [3]}, '"dice"'),
        ({"dice": None, "dice2": [1, 1]}, '"dice2" without "dice"'),
        ({"walls": [[]]}, "give 4 lists"),
        ({"walls": [["9q"], [], [], []]}, "list 0, entry 0: no tile '9q'"),
        ({"walls": [[5], [], [], []]}, "is no tile's code"),
        ({"hands": [["1m"], [], [], []]}, "13 tiles"),
        ({"uids": [["1"], [], [], []]}, "shape"),
        ({"reads": [[1], [], [], [-1]]}, "is no number of reads"),
        ({"set": "C"}, "no set 'C'"),
        ({"profile": "six-port"}, "no profile"),
        ({"table": []}, '"table"'),
    ],
)
def test_a_bad_row_is_told_by_its_field(change: dict[str, object], why: str) -> None:
    row = {**deal_row(evening(laid("CD"), 25, 1)[0]), **change}
    with pytest.raises(ValueError, match=r"\S") as caught:
        read_deal(row)
    assert why in str(caught.value)


def test_people_and_files_are_told_who() -> None:
    assert [who_code(who) for who in (None, 0, 3, 4, 7)] == [
        None, "side 0", "side 3", "dealer", "seat 3",
    ]  # fmt: skip


def test_every_verdict_has_words_in_every_language() -> None:
    for verdict in judged(rigged(laid("HB"), 26, 12, 1, range(9, 18))):
        texts = {verdict_words(verdict, language) for language in Language}
        assert len(texts) == len(Language)
        assert not any("{" in text for text in texts)
