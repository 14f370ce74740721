"""What people are asked about a win: all that a variant looks at, and nothing else."""

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from firmware_ctl.core.commands import COMMANDS, Word
from firmware_ctl.referee.entries import FLAGS, entry_of
from rules.books import MODULES, book
from rules.hands.situation import By, Claim, Fact, Situation
from rules.notation import parse_hand
from rules.scoring.judging import check_win
from rules.settling.events import Win
from rules.settling.ledger import HandLedger, start
from rules.settling.reading import read_event
from rules.tiles import tile_of

TOLD_BEFORE = {"dealer", "seat_wind", "streak", "lack", "declared"}
"""What the start of the hand and its declarations tell."""

ASKED_OF_EVERY_WIN = {"by", "round_wind", "flowers"}

NOT_ASKED = {"passed", "any_way"}
"""A win let go is the table's to judge, which the page says; nobody claims a hand that waits."""

HANDS = (
    ("1m 1m 1m 2m 2m 2m 3m 3m 3m 4m 4m 4m 5m", "5m"),
    ("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p", "2p"),
    ("1m 1m 2m 2m 3m 3m 4m 4m 5m 5m 6m 6m 7m", "7m"),
    ("1m 2m 3m 4m 5m 6m 7m 8m 9m 1m 2m 5p Wh", "5p"),
)


class Watched(Situation):
    """A situation that notes which of its facts are looked at."""

    def __getattribute__(self, name: str) -> object:
        if name in set(Fact):
            _LOOKED.add(name)
        return super().__getattribute__(name)


_LOOKED: set[str] = set()


def looked_at(variant: str) -> set[str]:
    """Return the facts that a variant's book looks at while it judges hands in every way."""
    rules = book(variant)
    _LOOKED.clear()
    for tiles, win in HANDS:
        hand = parse_hand(tiles)
        for by in By:
            situation = Watched(by=by, piao=2, flowers=())
            check_win(rules, Claim(hand.tiles, hand.melds, tile_of(win), situation))
    return set(_LOOKED)


def shares_by_the_chain(variant: str) -> bool:
    """Tell whether the kong money that goes to a winner depends on how many kongs came before."""

    def totals(chain: int) -> tuple[Fraction | int, ...]:
        kongs = [{"e": "kong", "by": 1, "kind": "concealed", "tile": tile} for tile in ("1m", "2m")]
        win = {"e": "win", "by": 0, "from": 1, "how": "kong-discard", "value": 8}
        return house.add(*kongs, {**win, "kong_chain": chain}).settle().totals

    house: HandLedger = start(variant, 0)
    return totals(1) != totals(2)


def test_every_field_of_a_win_is_asked_or_told_or_said_to_be_left_out() -> None:
    known = {field.name for field in fields(Situation)}
    assert known == TOLD_BEFORE | ASKED_OF_EVERY_WIN | NOT_ASKED | set(Fact)
    assert len(known) == len(TOLD_BEFORE) + len(ASKED_OF_EVERY_WIN) + len(NOT_ASKED) + len(Fact)


@pytest.mark.parametrize("variant", MODULES)
def test_a_variant_asks_for_what_it_looks_at(variant: str) -> None:
    needed = looked_at(variant) | ({"kong_chain"} if shares_by_the_chain(variant) else set())
    spare = {"from_declared"}  # only basic wins on a discard look at it in two variants
    assert needed - spare <= set(book(variant).rules.asks) <= needed


@pytest.mark.parametrize("fact", Fact)
def test_every_fact_is_a_word_of_the_command_and_reaches_the_ledger(fact: Fact) -> None:
    args: dict[str, str | int] = {"by": 0, "from": 1, "hand": HANDS[0][0], "tile": "5m"}
    if fact.value in FLAGS:
        said: dict[str, str | int] = {"flags": fact.value}
    else:
        assert fact.value in {one.name for one in COMMANDS[Word.CLAIM].parameters}
        said = {fact.value: 3}
    event, plain = (read_event(entry_of("claim", given)) for given in ({**args, **said}, args))
    assert isinstance(event, Win)
    assert isinstance(plain, Win)
    changed: dict[str, Any] = {fact.value: said.get(fact.value, True)}
    assert event.situation == replace(plain.situation, **changed)
    assert event.claim is not None
    assert event.claim.situation == event.situation
