"""MCR, HZ, HB, GD, B144: whatever happens in a hand, sums are zero and one player wins."""

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.errors import RulesError
from rules.hands.situation import By, Claim, Situation
from rules.notation import make_meld
from rules.scoring.judging import check_win
from rules.scoring.waiting import waits
from rules.settling.answers import settle_answer
from rules.settling.ledger import HandLedger
from rules.tiles import Tile, tile_of
from tests.support.brute_hands import TILES_108, TILES_136, is_seven_pairs, standard_splits
from tests.support.built_hands import built_hand, one_off

NAMES = ("MCR", "HZ", "HB", "GD", "B144")
OPTIONS: dict[str, list[dict[str, object]]] = {
    "MCR": [{}, {"base": 3}],
    "HZ": [{}, {"dealer_double": "on", "base": 5}],
    "HB": [{}, {"values": {"HB-08-SELF-DRAW": 2, "HB-08-DIRECT": 7}}],
    "GD": [{}, {"table_factor": 50}, {"tiles": "108"}],
    "B144": [{}, {"values": {"B144-10-ADDED": 2}}],
}
seeds = st.integers(0, 10**6)


def _events(chance: random.Random) -> list[dict[str, object]]:
    """Play any hand: kongs, then a win, several on one tile, or a draw."""
    events: list[dict[str, object]] = [{"e": "start", "dealer": chance.randrange(4)}]
    for tile in chance.sample(TILES_108, chance.randrange(4)):
        by, other = chance.sample(range(4), 2)
        kind = chance.choice(["direct", "added", "concealed"])
        source = {"from": other} if kind == "direct" else {}
        events.append({"e": "kong", "by": by, "kind": kind, "tile": tile, **source})
    ending = chance.random()
    if ending < 0.2:
        return [*events, {"e": "draw", "hands": [None] * 4}]
    discarder, *others = chance.sample(range(4), 4)
    if ending < 0.6:
        win = {"e": "win", "by": discarder, "value": chance.randrange(8, 40)}
        return [*events, {**win, "how": chance.choice(["self", "kong"])}]
    return events + [
        {"e": "win", "by": side, "from": discarder, "value": chance.randrange(8, 40), "tile": "5m"}
        for side in others[: chance.randrange(1, 4)]
    ]


@given(st.sampled_from(NAMES), seeds)
@settings(deadline=None)
def test_every_sheet_sums_to_zero_and_settles_alike_twice(name: str, seed: int) -> None:
    chance = random.Random(seed)
    house = chance.choice(OPTIONS[name])
    ledger = HandLedger(name, tuple(_events(chance)), house)
    sheet = ledger.settle()

    assert sum(sheet.totals) == 0
    assert len(sheet.wins) <= 1
    assert all(line.payer != line.payee and line.amount > 0 for line in sheet.lines)
    assert json.dumps(settle_answer(sheet)) == json.dumps(settle_answer(ledger.settle()))


@given(st.sampled_from(NAMES), seeds)
@settings(deadline=None)
def test_nothing_follows_the_win_but_an_undo(name: str, seed: int) -> None:
    events = _events(random.Random(seed))
    ledger = HandLedger(name, tuple(events))
    if not ledger.settle().wins:
        return
    try:
        ledger.add({"e": "kong", "by": 0, "kind": "concealed", "tile": "9s"})
    except RulesError as error:
        assert "the hand is over" in str(error)
    else:
        raise AssertionError("a kong after the win")

    assert ledger.undo().entries == tuple(events[:-1])


@given(st.sampled_from(["HB", "GD", "B144"]), seeds)
@settings(deadline=None, max_examples=200)
def test_a_second_judge_agrees(name: str, seed: int) -> None:
    chance = random.Random(seed)
    tiles, sets = built_hand(chance, TILES_136)
    if chance.random() < 0.5:
        tiles = one_off(chance, tiles, TILES_136)
    chance.shuffle(tiles)
    melds = tuple(make_meld(map(tile_of, meld)) for meld in sets)
    hand = tuple(map(tile_of, tiles))
    check = check_win(book(name), Claim(hand[1:], melds, hand[0], Situation(by=By.SELF)))
    if check.refusal is not None and check.refusal.is_wrong_input:
        return
    pairs = name != "B144" and not melds and is_seven_pairs(tiles)

    assert check.win is bool(standard_splits(tiles) or pairs)


@given(st.sampled_from(["HB", "GD", "B144"]), seeds)
@settings(deadline=None, max_examples=60)
def test_waits_are_the_tiles_that_win(name: str, seed: int) -> None:
    tiles, _ = built_hand(random.Random(seed), TILES_136, most_melds=0)
    hand = tuple(map(tile_of, tiles))[1:]
    drawn = Situation(by=By.SELF)
    found = {wait.tile for wait in waits(book(name), hand, (), drawn) if not wait.fifth}
    winning = {
        Tile(tile)
        for tile in range(34)
        if hand.count(Tile(tile)) < 4
        and check_win(book(name), Claim(hand, (), Tile(tile), drawn)).win
    }

    assert found == winning
