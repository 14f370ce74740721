"""Compact notation: what it reads, what it writes, and how it refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import TileError
from rules.notation import (
    Hand,
    Meld,
    MeldKind,
    format_hand,
    format_meld,
    format_tiles,
    is_run,
    make_meld,
    parse_hand,
    parse_melds,
    parse_tiles,
)
from rules.tiles import TILES, UNREAD, Suit, Tile, rank_of, suit_of, tile_of

tiles = st.sampled_from([*TILES, UNREAD])
groundable = [tile for tile in TILES if suit_of(tile) not in (Suit.FLOWERS, Suit.ANIMALS)]
run_starts = [
    tile
    for tile in TILES
    if suit_of(tile) in (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO) and rank_of(tile) <= 7
]
melds = st.one_of(
    st.builds(lambda tile: make_meld([tile] * 3), st.sampled_from(groundable)),
    st.builds(
        lambda tile, mark: make_meld([tile] * 4, mark),
        st.sampled_from(groundable),
        st.sampled_from(["", "*", "+"]),
    ),
    st.builds(
        lambda tile: make_meld([Tile(tile + step) for step in range(3)]),
        st.sampled_from(run_starts),
    ),
)
hands = st.builds(
    Hand, st.lists(tiles, max_size=14).map(tuple), st.lists(melds, max_size=4).map(tuple)
)


def codes(text: str) -> tuple[Tile, ...]:
    return tuple(map(tile_of, text.split()))


def test_ranks_stand_before_their_suit_and_honours_alone() -> None:
    assert parse_tiles("123m456p EEE") == codes("1m 2m 3m 4p 5p 6p E E E")


def test_every_kind_of_tile_can_be_written() -> None:
    assert parse_tiles("9s ESWN CFP abcdefgh J 14x ?") == codes(
        "9s E S W N C F P a b c d e f g h J 1x 4x ?"
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[123m]", MeldKind.CHOW),
        ("[345p]", MeldKind.CHOW),  # B144-T2
        ("[222p]", MeldKind.PUNG),
        ("[EEE]", MeldKind.PUNG),
        ("[2222p]", MeldKind.DIRECT_KONG),
        ("[2222p*]", MeldKind.CONCEALED_KONG),
        ("[2222p+]", MeldKind.ADDED_KONG),
        ("[CCCC*]", MeldKind.CONCEALED_KONG),
    ],
)
def test_melds(text: str, kind: MeldKind) -> None:
    (meld,) = parse_melds(text)

    assert meld.kind is kind
    assert format_meld(meld) == text


def test_a_run_may_be_written_in_any_order() -> None:
    assert parse_melds("[312m]") == (Meld(MeldKind.CHOW, codes("1m 2m 3m")),)


def test_a_hand_holds_tiles_and_melds() -> None:
    hand = parse_hand("123m456p EEE [222p] [3333s*]")

    assert hand.tiles == codes("1m 2m 3m 4p 5p 6p E E E")
    assert [meld.kind for meld in hand.melds] == [MeldKind.PUNG, MeldKind.CONCEALED_KONG]
    assert format_hand(hand) == "123m456pEEE [222p] [3333s*]"


def test_tiles_may_follow_a_meld() -> None:
    assert parse_hand("[222p]5m").tiles == codes("5m")


def test_an_empty_hand_is_a_hand() -> None:
    assert parse_hand(" ") == Hand((), ())


@pytest.mark.parametrize(
    ("text", "character", "why"),
    [
        ("5z", 2, "'z' is no suit; put m, p, s or x behind '5'"),
        ("123m45", 5, "'45' has no suit; add m, p, s or x"),
        ("12E", 3, "'E' is no suit"),
        ("0m", 1, "'0' is no tile"),
        ("1m p", 4, "write the ranks before the suit, such as 123p"),
        ("125x", 3, "no tile '5x'; animals are 1x..4x"),
        ("1m [222p", 4, "this bracket is not closed; add ]"),
        ("[89E]", 4, "'E' is no suit"),
        ("[89sE]", 1, "'89sE' is no meld"),  # B144-T2
        ("[aaa]", 1, "no flowers"),  # B144-T4
        ("[891m]", 1, "is no meld"),
        ("[EEN]", 1, "is no meld"),
        ("[ESW]", 1, "is no meld"),
        ("[22p]", 1, "is no meld"),
        ("[22222p]", 1, "is no meld"),
        ("[???]", 1, "is no meld"),
        ("[]", 1, "is no meld"),
        ("[222p*]", 1, "only a kong of four equal tiles carries * or +"),
        ("[123m+]", 1, "is no meld"),
        ("1m]", 3, "']' is no tile"),
        ("5m٣", 3, "is no tile"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, character: int, why: str) -> None:
    with pytest.raises(TileError) as caught:
        parse_hand(text)

    assert f"at character {character}: " in str(caught.value)
    assert why in str(caught.value)


def test_melds_alone_refuse_loose_tiles() -> None:
    with pytest.raises(TileError, match="a meld stands in brackets"):
        parse_melds("222p")


def test_a_long_text_is_shown_shortened() -> None:
    with pytest.raises(TileError) as caught:
        parse_tiles("1m" * 500 + "!")

    assert "at character 1001" in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "run"),
    [("345p", True), ("534p", True), ("335p", False), ("89sE", False), ("ESW", False)],
)
def test_runs(text: str, run: bool) -> None:
    assert is_run(parse_tiles(text)) is run


@given(st.lists(tiles))
def test_tiles_survive_writing_and_reading(some: list[Tile]) -> None:
    assert parse_tiles(format_tiles(some)) == tuple(some)


@given(hands)
def test_hands_survive_writing_and_reading(hand: Hand) -> None:
    assert parse_hand(format_hand(hand)) == hand


@given(st.one_of(st.text(), st.text(alphabet="123456789mpsxESWNCFPabcdefghJ?[]*+ 0z")))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        hand = parse_hand(text)
    except TileError as error:
        assert "at character" in str(error)
    else:
        assert parse_hand(format_hand(hand)) == hand
