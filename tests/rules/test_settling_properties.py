"""Whatever happens in a hand: sums are zero, order does not matter, caps hold."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.hands.situation import By, Claim, Situation
from rules.notation import Meld, make_meld
from rules.scoring.judging import check_win
from rules.scoring.waiting import waits
from rules.settling.events import Kong, Win
from rules.settling.reading import read_event
from rules.settling.settle import Settlement, settle
from rules.tiles import Tile, tile_of
from tests.support import brute_hands as brute
from tests.support.built_hands import built_hand
from tests.support.rules_hands import settled

SICHUAN = ("DY", "CD", "QS", "SS", "NS", "SP")
seeds = st.integers(0, 1 << 32)
names = st.sampled_from(SICHUAN)


def random_hand(seed: int) -> list[dict[str, object]]:
    """Play any hand: kongs, wins, perhaps a draw, in an order that can happen."""
    chance = random.Random(seed)
    inside = [0, 1, 2, 3]
    tiles = chance.sample(brute.TILES_108, 8)
    events: list[dict[str, object]] = [{"e": "start", "dealer": chance.randrange(4)}]
    for _ in range(chance.randrange(8)):
        by, other = chance.sample(inside, 2)
        tile = tiles.pop()
        if chance.random() < 0.6:
            kind = chance.choice(["direct", "added", "concealed"])
            source = {"from": other} if kind == "direct" else {}
            events.append({"e": "kong", "by": by, "kind": kind, "tile": tile, **source})
            continue
        how = chance.choice(["self", "kong", "discard", "kong-discard", "rob"])
        drawn = how in ("self", "kong")
        winners = (
            [by]
            if drawn
            else chance.sample(
                [s for s in inside if s != other], 1 + chance.randrange(len(inside) - 1)
            )
        )
        for winner in winners:
            source = {} if drawn else {"from": other}
            value = chance.randrange(1, 9)
            events.append(
                {"e": "win", "by": winner, "how": how, "value": value, "tile": tile, **source}
            )
        inside = [side for side in inside if side not in winners]
        if len(inside) < 2:
            return events
    hands: dict[str, object] = {}
    for side in inside:
        size = 13
        hands[str(side)] = chance.choice(
            [
                "not-ready",
                "".join(chance.choices(brute.TILES_108, k=size)),
                {"ready": True, "value": 2},
                None,
            ]
        )
    return [*events, {"e": "draw", "hands": hands, "last_drawer": chance.choice(inside)}]


def _play(name: str, events: list[dict[str, object]]) -> Settlement:
    own = book(name)
    read = [read_event(event) for event in events]
    # A hand that one win ends is cut where it ends.
    for end in range(len(read), 0, -1):
        try:
            return settle(own, read[:end])
        except ValueError:
            continue
    raise AssertionError("a hand without any event that can have happened")


@given(names, seeds)
@settings(max_examples=300)
def test_every_sheet_sums_to_zero_and_settles_alike_twice(name: str, seed: int) -> None:
    first, second = (_play(name, random_hand(seed)) for _ in range(2))

    assert first == second
    assert sum(first.totals) == 0
    assert all(line.amount > 0 for line in first.lines)
    assert all(line.payer != line.payee for line in first.lines)


@given(names, seeds)
def test_nobody_pays_for_what_happens_after_he_has_won(name: str, seed: int) -> None:
    sheet = _play(name, random_hand(seed))
    order = [line.cause for line in sheet.lines]
    for made in sheet.wins:
        if made.event not in order:
            continue
        later = sheet.lines[len(order) - order[::-1].index(made.event) :]
        paid = [line for line in later if line.payer == made.event.by]
        assert all(not isinstance(line.cause, Kong | Win) for line in paid)


def _claim(hand: list[str], melds: list[tuple[str, ...]], win: str, by: By = By.SELF) -> Claim:
    rest = list(hand)
    rest.remove(win)
    made = tuple(make_meld([tile_of(code) for code in meld]) for meld in melds)
    tiles = tuple(tile_of(code) for code in rest)
    return Claim(tiles, made, tile_of(win), Situation(by=by))


@given(names, seeds)
def test_the_order_of_tiles_and_melds_does_not_matter(name: str, seed: int) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108[:18])
    win = chance.choice(hand)
    first = check_win(book(name), _claim(hand, melds, win))
    chance.shuffle(hand)
    chance.shuffle(melds)
    second = check_win(book(name), _claim(hand, melds, win))

    assert (first.win, first.value, first.roots) == (second.win, second.value, second.roots)


@given(names, seeds, st.permutations("mps"))
def test_the_suits_are_alike(name: str, seed: int, suits: list[str]) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108[:18])
    win = chance.choice(hand)
    other = str.maketrans(dict(zip("mps", suits, strict=True)))
    first = check_win(book(name), _claim(hand, melds, win))
    moved = [tuple(tile.translate(other) for tile in meld) for meld in melds]
    second = check_win(
        book(name), _claim([tile.translate(other) for tile in hand], moved, win.translate(other))
    )

    assert (first.win, first.value, first.roots) == (second.win, second.value, second.roots)


def _no_cap(name: str) -> dict[str, str]:
    return {} if name == "SP" else {"cap_fan": "none"}


@given(names, seeds)
def test_a_root_never_lowers_a_value(name: str, seed: int) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108[:18])
    pungs = [meld for meld in melds if len(meld) == 3 and meld[0] not in hand]
    if not pungs:
        return
    raised = [(*meld, meld[0]) if meld == pungs[0] else meld for meld in melds]
    win = chance.choice(hand)
    without = check_win(book(name, _no_cap(name)), _claim(hand, melds, win))
    with_root = check_win(book(name, _no_cap(name)), _claim(hand, raised, win))

    assert with_root.win >= without.win
    assert with_root.value >= without.value


@given(st.sampled_from(["DY", "CD", "QS", "SS", "NS"]), seeds, st.sampled_from([3, 4, 5]))
def test_the_cap_holds(name: str, seed: int, cap: int) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108[:9])
    own = _claim(hand, melds, chance.choice(hand), By.KONG)
    check = check_win(book(name, {"cap_fan": cap}), own)
    free = check_win(book(name, {"cap_fan": "none"}), own)

    assert check.win is free.win
    assert check.value == min(cap, free.value)


@given(names, seeds)
@settings(max_examples=60)
def test_the_waits_are_the_tiles_that_win(name: str, seed: int) -> None:
    chance = random.Random(seed)
    hand, melds = built_hand(chance, brute.TILES_108[:18])
    hand.remove(chance.choice(hand))
    tiles = tuple(tile_of(code) for code in hand)
    made: tuple[Meld, ...] = tuple(make_meld([tile_of(c) for c in meld]) for meld in melds)
    own = book(name)
    found = {wait.tile: wait.value for wait in waits(own, tiles, made) if not wait.fifth}
    tried = {
        tile: check.value
        for tile in map(Tile, range(27))
        if (check := check_win(own, Claim(tiles, made, tile))).win
    }

    assert found == tried


@pytest.mark.parametrize("name", SICHUAN)
def test_a_refused_win_leaves_a_warning_and_no_line(name: str) -> None:
    win = {"e": "win", "by": 0, "from": 1, "hand": "123m456p789s1234m", "tile": "9p"}
    sheet = settled(name, win)

    assert sheet.lines == ()
    assert sheet.next_dealer is None
    assert len(sheet.warnings) == 1
