"""The engine against a second judge written apart from it, and against published counts."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.books import book
from rules.hands.forms import concealed_splits, is_seven_pairs, is_standard, seven_pairs, standard
from rules.hands.full_hand import full_hand
from rules.hands.groups import group_tiles, is_pair
from rules.hands.packed import BITS, SUIT_BITS, copies, overfull, pack, unpack
from rules.hands.situation import Claim
from rules.hands.splits import HONOURS, joker_splits, suit_splits
from rules.notation import parse_melds, parse_tiles
from rules.scoring.judging import check_win
from rules.scoring.waiting import waits
from rules.tiles import Tile, code_of, tile_of
from tests.support import brute_hands as brute
from tests.support.built_hands import built_hand, one_off, random_hand

MANY = 3_000


def _concealed(hand: list[str]) -> tuple[Tile, ...]:
    return tuple(tile_of(code) for code in hand)


@pytest.mark.parametrize("tiles", [brute.TILES_108, brute.TILES_136])
@pytest.mark.parametrize("seed", range(3))
def test_the_same_hands_win_as_for_the_second_judge(tiles: list[str], seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(MANY):
        hand, _melds = built_hand(chance, tiles, most_melds=0)
        if chance.random() < 0.5:
            hand = one_off(chance, hand, tiles)
        packed = pack(_concealed(hand))
        splits = brute.standard_splits(hand)

        assert is_standard(packed) is bool(splits), hand
        assert is_seven_pairs(packed) is brute.is_seven_pairs(hand), hand
        assert len(concealed_splits(packed)) == len(splits), hand


@pytest.mark.parametrize("seed", range(3))
def test_the_same_value_as_for_the_second_judge(seed: int) -> None:
    chance = random.Random(seed)
    books = {name: book(name, {"cap_fan": "none"}) for name in ("DY", "CD")} | {"SP": book("SP")}
    for _ in range(MANY):
        suits = chance.choice((1, 1, 2, 2, 3))
        tiles = [tile for tile in brute.TILES_108 if tile[1] in brute.SUITS[:suits]]
        hand, melds = built_hand(chance, tiles)
        if chance.random() < 0.5:
            hand = one_off(chance, hand, tiles)
        if max(Counter(hand + [tile for meld in melds for tile in meld]).values()) > 4:
            continue
        win = chance.choice(hand)
        rest = list(hand)
        rest.remove(win)
        text = " ".join(f"[{''.join(meld)}]" for meld in melds)
        claim = Claim(_concealed(rest), parse_melds(text), tile_of(win))
        expected = {
            "CD": brute.chengdu_fan(hand, melds),
            "SP": brute.points(hand, melds),
            "DY": brute.deyang_fan(hand, melds, win),
        }
        for name, value in expected.items():
            check = check_win(books[name], claim)
            assert (check.value if check.win else None) == value, (name, hand, melds)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_waits_as_for_the_second_judge(seed: int) -> None:
    chance = random.Random(seed)
    sichuan = book("CD")
    tiles = [tile for tile in brute.TILES_108 if tile[1] in "mp"]
    for _ in range(300):
        hand = random_hand(chance, tiles, 13)
        if chance.random() < 0.8:
            hand = built_hand(chance, tiles, most_melds=0)[0]
            hand.remove(chance.choice(hand))
        found = waits(sichuan, _concealed(hand))
        two_suits = brute.suits_of(hand) != {"m", "p"}
        expected = [
            tile
            for tile in brute.wins_by_any_tile(hand)
            if two_suits or tile[1] in brute.suits_of(hand)
        ]

        assert [code_of(wait.tile) for wait in found if not wait.fifth] == expected


def test_nine_gates_wait_for_all_nine() -> None:
    assert len(waits(book("CD"), parse_tiles("1112345678999m"))) == 9


def test_of_118800_hands_of_one_suit_13259_win() -> None:
    hands = list(_of_one_suit(14, 9))
    wins = sum(bool(suit_splits(key, 0)[1]) for key in hands)

    assert (len(hands), wins) == (118_800, 13_259)


def _of_one_suit(tiles: int, ranks: int) -> Iterator[int]:
    """Yield the counts of every hand of so many tiles, at most four of each rank."""
    if not ranks:
        if not tiles:
            yield 0
        return
    for count in range(min(tiles, 4) + 1):
        for rest in _of_one_suit(tiles - count, ranks - 1):
            yield rest << BITS | count


def test_honours_make_no_runs() -> None:
    tiles = pack(parse_tiles("ESW"))

    assert suit_splits(tiles >> 3 * SUIT_BITS, HONOURS) == ((), ())


seeds = st.integers(0, 1 << 32)
tiles_136 = st.sampled_from([Tile(tile) for tile in range(34)])


@given(st.lists(tiles_136, max_size=18))
def test_a_packed_hand_keeps_its_tiles(tiles: list[Tile]) -> None:
    packed = pack(tiles)

    assert list(unpack(packed)) == sorted(tiles)
    assert all(copies(packed, tile) == tiles.count(tile) for tile in set(tiles))
    assert bool(overfull(packed)) is (max(Counter(tiles).values(), default=0) > 4)


@given(seeds)
def test_a_split_uses_every_tile_once(seed: int) -> None:
    chance = random.Random(seed)
    hand, _ = built_hand(chance, brute.TILES_136, most_melds=0)
    splits = concealed_splits(pack(_concealed(hand)))

    assert len(set(splits)) == len(splits)
    for split in splits:
        laid = sorted(tile for group in split for tile in group_tiles(group))
        assert laid == sorted(_concealed(hand))
        assert sum(map(is_pair, split)) == 1


@given(seeds, st.integers(1, 3))
def test_a_joker_stands_for_any_tile(seed: int, jokers: int) -> None:
    chance = random.Random(seed)
    hand, _ = built_hand(chance, brute.TILES_136, most_melds=0)
    chance.shuffle(hand)
    wild = frozenset({tile_of("J")})
    natural = [*hand[jokers:], *"J" * jokers]
    claim = Claim(_concealed(natural[:-1]), (), _concealed(natural)[-1])

    filled = full_hand(claim, drawn=True, jokers=wild)

    assert any(form for shape in (standard, seven_pairs) for form in shape(filled))


def test_one_joker_finds_what_trying_every_tile_finds() -> None:
    chance = random.Random(5)
    wild = frozenset({tile_of("J")})
    for _ in range(300):
        hand = built_hand(chance, brute.TILES_136, most_melds=0)[0]
        hand = one_off(chance, hand, brute.TILES_136)
        hand.remove(chance.choice(hand))
        tried = {
            (tile, split)
            for tile in brute.TILES_136
            for split in concealed_splits(pack(_concealed([*hand, tile])))
        }
        claim = Claim(_concealed(hand), (), tile_of("J"))
        forms = list(standard(full_hand(claim, drawn=True, jokers=wild)))

        assert len(forms) == len(tried)


def test_jokers_alone_make_sets() -> None:
    bare, paired = joker_splits(0, HONOURS, 3)

    assert set(bare) == {(tile,) for tile in range(27, 34)}
    assert paired == ()
