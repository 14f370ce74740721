"""The variants' set-up rows, and the JSON that the command line answers."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import break_answer, deal_answer, list_answer, show_answer
from rules.dealing import JUMP
from rules.dice import PROCEDURES, Throw
from rules.errors import DiceError, LayoutError, UnknownName
from rules.languages import Language
from rules.opening import open_hand
from rules.programs import Profile, custom_program, program
from rules.variants import VARIANTS, FirstDealer, NextDealer, variant
from rules.wall import End

PARTS = ("set", "program", "dice", "deal", "first_dealer", "next_dealer", "kong_from")
throws = st.tuples(st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize(
    ("rule", "name", "tiles", "stacks"),
    [
        ("CD-01", "CD", 108, (14, 13, 14, 13)),
        ("DY-01", "DY", 108, (14, 13, 14, 13)),
        ("QS-01", "QS", 108, (14, 13, 14, 13)),
        ("SS-01", "SS", 108, (14, 13, 14, 13)),
        ("NS-01", "NS", 108, (14, 13, 14, 13)),
        ("SP-01", "SP", 108, (14, 13, 14, 13)),
        ("GD-07", "GD", 136, (17, 17, 17, 17)),
        ("MCR-01", "MCR", 144, (18, 18, 18, 18)),
        ("B144-01", "B144", 144, (18, 18, 18, 18)),
        ("HZ-01", "HZ", 136, (17, 17, 17, 17)),
        ("HB-01", "HB", 136, (17, 17, 17, 17)),
    ],
)
def test_tiles_and_stacks(rule: str, name: str, tiles: int, stacks: tuple[int, ...]) -> None:
    row = variant(name)

    assert row.tile_set.total == tiles
    assert row.program.stacks == stacks
    assert rule in {source.rule for source in row.sources}


@pytest.mark.parametrize(
    ("name", "procedure"),
    [
        ("CD", "sum-smaller"),  # CD-03
        ("DY", "sum-smaller"),  # DY-07
        ("SP", "sum-smaller"),
        ("GD", "sum-smaller"),
        ("MCR", "two-throws"),  # MCR-22, MCR-23
        ("B144", "sum-smaller"),
        ("HZ", "sum-smaller"),  # HZ-06
        ("HB", "sum-sum"),  # HB-03
    ],
)
def test_dice(name: str, procedure: str) -> None:
    assert variant(name).dice is PROCEDURES[procedure]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_dealer_gets_14_the_others_13(name: str) -> None:  # GD-04, B144-03, MCR-24
    assert variant(name).deal == JUMP
    assert [variant(name).deal.takers.count(seat) for seat in range(4)] == [14, 13, 13, 13]


@pytest.mark.parametrize(
    ("name", "first", "win", "several"),
    [
        ("CD", FirstDealer.HIGHEST_THROW, NextDealer.FIRST_WINNER, NextDealer.DISCARDER),
        ("DY", FirstDealer.TURNED_TILE, NextDealer.FIRST_WINNER, NextDealer.DISCARDER),
        ("QS", FirstDealer.HIGHEST_THROW, NextDealer.DICE, NextDealer.DICE),
        ("SP", FirstDealer.HIGHEST_THROW, NextDealer.WINNER, NextDealer.DISCARDER),
        ("GD", FirstDealer.FIRST_SEATED, NextDealer.WINNER, NextDealer.WINNER),
        ("MCR", FirstDealer.LOT, NextDealer.NEXT_SEAT, NextDealer.NEXT_SEAT),
        ("B144", FirstDealer.RANDOM, NextDealer.WINNER, NextDealer.WINNER),
        ("HZ", FirstDealer.RANDOM, NextDealer.WINNER, NextDealer.WINNER),
        ("HB", FirstDealer.RANDOM, NextDealer.DEALER_OR_NEXT, NextDealer.DEALER_OR_NEXT),
    ],
)
def test_dealers(  # CD-02, CD-04, GD-03, GD-08, MCR-03, B144-02
    name: str, first: FirstDealer, win: NextDealer, several: NextDealer
) -> None:
    row = variant(name)

    assert row.first_dealer is first
    assert (row.next_dealer.win, row.next_dealer.several) == (win, several)


def test_mcr_03_the_deal_moves_after_a_draw_and_gd_08_stays() -> None:
    assert variant("MCR").next_dealer.draw is NextDealer.NEXT_SEAT
    assert variant("GD").next_dealer.draw is NextDealer.STAYS


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("CD", End.HEAD),
        ("DY", End.HEAD),
        ("SP", End.HEAD),
        ("GD", End.TAIL),
        ("MCR", End.TAIL),
        ("B144", End.TAIL),
    ],
)
def test_where_a_kongs_replacement_comes_from(  # CD-05, MCR-31, B144-08
    name: str, end: End
) -> None:
    assert variant(name).kong_from is end


def test_mcr_25_and_b144_09_flowers_come_from_the_tail() -> None:
    flowers = {name: row.flowers for name, row in VARIANTS.items()}

    assert flowers["CD"] is None
    assert flowers["GD"] is None
    assert flowers["MCR"] is not None
    assert (flowers["MCR"].replaced_from, flowers["MCR"].limit_s) == (End.TAIL, 30)
    assert flowers["B144"] is not None
    assert flowers["B144"].replaced_from is End.TAIL


@pytest.mark.parametrize("name", VARIANTS)
def test_every_part_of_a_row_names_its_rule(name: str) -> None:
    row = variant(name)
    founded = {source.part for source in row.sources}

    assert founded == set(PARTS) | ({"flowers"} if row.flowers else set())


def test_ids_may_be_typed_in_small_letters() -> None:
    assert variant(" mcr ") is variant("MCR")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("MRC", "did you mean MCR?"), ("B14", "did you mean B144?"), ("zzz", "there are DY, ")],
)
def test_an_unknown_variant_names_the_nearest(typed: str, hint: str) -> None:
    with pytest.raises(UnknownName) as caught:
        variant(typed)

    assert hint in str(caught.value)


def test_break_answer_of_com_t1() -> None:
    answer = break_answer(open_hand(variant("CD"), [(3, 4)], dealer=1))

    assert list(answer) == [
        "variant",
        "dealer",
        "wall_side",
        "stacks_left",
        "first",
        "order",
        "text",
    ]
    order = answer.pop("order")
    assert answer == {
        "variant": "CD",
        "dealer": 1,
        "wall_side": 3,
        "stacks_left": 3,
        "first": {"side": 3, "stack": 3},
        "text": "North's wall, skip 3",
    }
    assert isinstance(order, list)
    assert len(order) == 108
    assert order[:2] == [[3, 3, "upper"], [3, 3, "lower"]]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "South's wall, skip 12"),
        (Language.ZH, "南家牌墙，留12墩"),
        (Language.JA, "南家の山、12幢残し"),
    ],
)
def test_the_break_in_words(language: Language, text: str) -> None:
    assert break_answer(open_hand(variant("MCR"), [(6, 4), (1, 1)]), language)["text"] == text


def test_a_break_on_a_later_wall_says_where_to_start() -> None:  # MCR-T3, COM-08
    answer = break_answer(open_hand(variant("MCR"), [(6, 6), (6, 6)]))

    assert (answer["wall_side"], answer["stacks_left"]) == (3, 24)
    assert answer["first"] == {"side": 2, "stack": 6}
    assert answer["text"] == "North's wall, skip 24 (start at West stack 7)"


def test_deal_answer_is_keyed_by_side() -> None:
    answer = deal_answer(open_hand(variant("CD"), [(3, 4)], dealer=1))
    hands = answer["hands"]

    assert isinstance(hands, dict)
    assert {side: len(hand) for side, hand in hands.items()} == {"0": 13, "1": 14, "2": 13, "3": 13}
    assert hands["1"][:4] == [
        [3, 3, "upper"],
        [3, 3, "lower"],
        [3, 4, "upper"],
        [3, 4, "lower"],
    ]
    assert answer["next"] == [1, 2, "lower"]
    assert answer["left"] == 55


def test_an_auto_deal_machine_needs_no_dice() -> None:
    answer = deal_answer(open_hand(variant("GD"), [], dealer=2, profile=Profile.AUTO_DEAL))

    assert answer["first"] == {"side": 2, "stack": 0}
    assert answer["text"] == "West's wall, from its right end"
    assert answer["hands"] == {"0": [], "1": [], "2": [[2, 0, "upper"]], "3": []}
    assert answer["next"] == [2, 0, "lower"]
    assert answer["left"] == 83


def test_dice_fix_where_drawing_starts_on_an_auto_deal_machine() -> None:
    opening = open_hand(variant("GD"), [(3, 4)], profile=Profile.AUTO_DEAL)

    assert (opening.broken.wall_side, opening.broken.first) == (2, (2, 3))


def test_a_house_may_share_the_stacks_out_differently() -> None:  # COM-02
    own = custom_program("own", 50, (13, 14, 13, 14))

    assert open_hand(variant("CD"), [(3, 4)], program=own).stacks == (13, 14, 13, 14)
    with pytest.raises(LayoutError, match="stacks 136 tiles but set 108"):
        open_hand(variant("CD"), [(3, 4)], program=program("136"))


def test_a_four_port_machine_needs_dice() -> None:
    with pytest.raises(DiceError, match="asks for 1"):
        open_hand(variant("CD"), [])


def test_the_list_shows_every_variant() -> None:
    rows = {row["id"]: row for row in list_answer(Language.ZH)}

    assert list(rows) == list(VARIANTS)
    assert {name: rows[name]["tiles"] for name in ("CD", "GD", "MCR")} == {
        "CD": 108,
        "GD": 136,
        "MCR": 144,
    }
    assert rows["CD"]["name"] == "成都麻将"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_row_can_be_shown_in_every_language(name: str, language: Language) -> None:
    shown = show_answer(variant(name), language)

    assert shown["id"] == name
    assert json.loads(json.dumps(shown)) == shown
    texts = shown["text"]
    assert isinstance(texts, dict)
    assert all(texts.values())


@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 3), throws, throws)
def test_every_answer_is_json(name: str, dealer: int, first: Throw, second: Throw) -> None:
    thrown = [first, second][: variant(name).dice.throws]
    answer = deal_answer(open_hand(variant(name), thrown, dealer))

    assert json.loads(json.dumps(answer)) == answer
