"""The Guiyang family against a second judge, and what holds whatever happens in a hand."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.explain import explanations
from rules.hands.situation import By, Claim, Situation
from rules.notation import make_meld
from rules.scoring.judging import WinCheck, check_win
from rules.scoring.waiting import waits
from rules.settling.reading import read_event
from rules.settling.settle import Settlement, settle
from rules.tiles import Tile, tile_of
from tests.support import brute_hands as brute
from tests.support.brute_guiyang import guiyang_value
from tests.support.built_hands import Melds, built_hand, one_off

FAMILY = ("GY1", "GY2", "GY3", "GY4")
MANY = 2_000
seeds = st.integers(0, 1 << 32)
names = st.sampled_from(FAMILY)


def _claim(hand: list[str], melds: Melds, win: str, by: By) -> Claim:
    rest = list(hand)
    rest.remove(win)
    made = tuple(make_meld([tile_of(code) for code in meld]) for meld in melds)
    tiles = tuple(tile_of(code) for code in rest)
    return Claim(tiles, made, tile_of(win), Situation(by=by))


def _value(check: WinCheck) -> int | None:
    return check.value if check.win else None


@pytest.mark.parametrize("name", FAMILY)
def test_the_same_value_as_for_the_second_judge(name: str) -> None:
    chance = random.Random(name)
    for _ in range(MANY):
        suits = chance.choice((1, 1, 2, 3))
        tiles = [tile for tile in brute.TILES_108 if tile[1] in brute.SUITS[:suits]]
        hand, melds = built_hand(chance, tiles)
        if chance.random() < 0.5:
            hand = one_off(chance, hand, tiles)
        if max(Counter(hand + [tile for meld in melds for tile in meld]).values()) > 4:
            continue
        by = chance.choice((By.SELF, By.DISCARD))
        check = check_win(book(name), _claim(hand, melds, chance.choice(hand), by))

        expected = guiyang_value(name, hand, melds, drawn=by is By.SELF)
        assert _value(check) == expected, (hand, melds, by)


@given(names, seeds, st.sampled_from([By.SELF, By.DISCARD, By.KONG]), st.permutations("mps"))
def test_order_and_suits_do_not_matter(name: str, seed: int, by: By, suits: list[str]) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108)
    win = chance.choice(hand)
    first = check_win(book(name), _claim(hand, melds, win, by))
    other = str.maketrans(dict(zip("mps", suits, strict=True)))
    moved = [tile.translate(other) for tile in hand]
    chance.shuffle(moved)
    chance.shuffle(melds)
    made = [tuple(tile.translate(other) for tile in meld) for meld in melds]
    second = check_win(book(name), _claim(moved, made, win.translate(other), by))

    assert _value(first) == _value(second)


@given(names, seeds)
@settings(max_examples=60)
def test_the_waits_are_the_tiles_that_win(name: str, seed: int) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108[:18])
    hand.remove(chance.choice(hand))
    tiles = tuple(tile_of(code) for code in hand)
    made = tuple(make_meld([tile_of(code) for code in meld]) for meld in melds)
    own = book(name)
    for situation in (Situation(any_way=True), Situation(by=By.SELF), Situation()):
        found = {
            wait.tile: wait.value for wait in waits(own, tiles, made, situation) if not wait.fifth
        }
        tried = {
            tile: check.value
            for tile in map(Tile, range(27))
            if (check := check_win(own, Claim(tiles, made, tile, situation))).win
        }

        assert found == tried


@given(names, seeds)
@settings(max_examples=60)
def test_who_waits_at_all_may_win_by_self_draw(name: str, seed: int) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108[:18])
    hand.remove(chance.choice(hand))
    tiles = tuple(tile_of(code) for code in hand)
    made = tuple(make_meld([tile_of(code) for code in meld]) for meld in melds)
    any_way = [wait.tile for wait in waits(book(name), tiles, made)]

    assert any_way == [wait.tile for wait in waits(book(name), tiles, made, Situation(by=By.SELF))]


def _some(chance: random.Random, tiles: list[str], most: int) -> str:
    return "".join(tiles.pop() for _ in range(min(len(tiles), chance.randrange(most + 1))))


def random_hand(name: str, seed: int) -> list[dict[str, object]]:
    """Play any hand: declarations, kongs, a win or a draw, chickens."""
    chance = random.Random(seed)
    events: list[dict[str, object]] = [{"e": "start", "dealer": chance.randrange(4)}]
    if name in ("GY1", "GY2") and chance.random() < 0.3:
        events.append({"e": "declare", "by": chance.randrange(4), "kind": "ready"})
    kongs = chance.sample(["1s", "6m", "5p", "7s"], chance.randrange(4))
    for tile in kongs:
        by, other = chance.sample(range(4), 2)
        kind = chance.choice(["direct", "added", "concealed"])
        source = None if kind == "concealed" else other
        late = chance.random() < 0.2
        events.append(
            {"e": "kong", "by": by, "kind": kind, "tile": tile, "from": source, "late": late}
        )
    if chance.random() < 0.2:
        shown = [chance.choice(["not-ready", {"ready": True, "value": 3}]) for _ in range(4)]
        return [*events, {"e": "draw", "hands": shown}]
    how = chance.choice(["self", "kong", "discard", "kong-discard", "rob"])
    sides = chance.sample(range(4), 4)
    source = None if how in ("self", "kong") else sides.pop()
    winners = sides[: 1 if source is None else chance.randrange(1, 4)]
    for by in winners:
        value = chance.randrange(1, 9)
        events.append({"e": "win", "by": by, "from": source, "how": how, "value": value})
    tiles = [tile for tile in ("1s", "6m") if tile not in kongs for _ in range(4)]
    chance.shuffle(tiles)
    chicken: dict[str, object] = {
        "e": "chicken",
        "turned": chance.choice(["5m", "8s", "9s", None]),
        "in_hand": [_some(chance, tiles, 2) for _ in range(4)],
        "discarded": [_some(chance, tiles, 1) for _ in range(4)],
        "ready": chance.sample(range(4), chance.randrange(5)),
        "first": chance.choice([None, chance.randrange(4)]),
    }
    return [*events, chicken]


def _play(name: str, seed: int) -> Settlement:
    return settle(book(name), [read_event(event) for event in random_hand(name, seed)])


@given(names, seeds)
@settings(max_examples=400)
def test_every_sheet_sums_to_zero_and_settles_alike_twice(name: str, seed: int) -> None:
    first, second = _play(name, seed), _play(name, seed)

    assert first == second
    assert sum(first.totals) == 0
    assert all(line.amount > 0 for line in first.lines)
    assert all(line.payer != line.payee for line in first.lines)
    assert {line.rule for line in first.lines} <= set(explanations())
    assert first.next_dealer is not None
    assert first.next_dealer.side in range(4)


@given(names, seeds, st.integers(2, 9))
@settings(max_examples=100)
def test_the_stake_multiplies_everything(name: str, seed: int, base: int) -> None:
    events = [read_event(event) for event in random_hand(name, seed)]
    single = settle(book(name), events).totals

    assert settle(book(name, {"base": base}), events).totals == tuple(
        base * amount for amount in single
    )


@given(st.sampled_from(["GY1", "GY4"]), seeds)
@settings(max_examples=200)
def test_who_loses_a_kongs_tile_gets_nothing(name: str, seed: int) -> None:
    events = random_hand(name, seed)
    wins = [event for event in events if event["e"] == "win"]
    if not wins or wins[0]["how"] not in ("rob", "kong-discard"):
        return
    if len(wins) == 3 and name == "GY4":
        return
    loser = wins[0]["from"]

    assert all(line.payee != loser for line in _play(name, seed).lines)
