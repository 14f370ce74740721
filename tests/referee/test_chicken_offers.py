"""Chickens as they are offered and entered: what the variant and its house count, no more."""

from typing import Any

import pytest

from firmware_ctl.referee.entries import entry_of
from firmware_ctl.referee.referee import Referee
from firmware_ctl.referee.view import offers
from rules.errors import RulesError
from rules.languages import Language
from rules.settling.chicken_fields import read_chicken
from rules.settling.events import Claimed
from rules.tiles import tile_of

FAMILY = ("GY1", "GY2", "GY3", "GY4")


def offered(variant: str, **options: object) -> dict[str, Any]:
    found: Any = offers(variant, options=options)["chickens"]
    return dict(found)


def test_what_lies_where_by_the_variant() -> None:
    told = {id_: offered(id_) for id_ in FAMILY}
    assert [told[id_]["kinds"]["5m"] for id_ in FAMILY] == [
        ["6m", "1s"], ["6m", "1s"], ["6m"], ["6m", "1s"],
    ]  # fmt: skip
    assert [told[id_]["outside"]["5m"] for id_ in FAMILY] == [["1s"], [], [], ["6m", "1s"]]
    assert [told[id_]["first"] for id_ in FAMILY] == [True, False, False, True]
    assert [told[id_]["taken"] for id_ in FAMILY] == [True, False, False, True]


def test_what_lies_where_by_the_house() -> None:
    told = offered("GY1", hero_chicken="off", standing_chicken="off", outside_chickens="on")
    assert (told["first"], told["taken"]) == (False, False)
    assert told["kinds"]["5m"] == told["outside"]["5m"] == ["6m"]
    assert told["kinds"][""] == []


@pytest.mark.parametrize("text", ["", "0 1", "0 1 1s 2", "0 1 1s/", "0/1/1s", "9 1 1s", "0 0 1s"])
def test_a_taken_chicken_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        read_chicken(entry_of("chicken", {"claimed": text}))


def test_who_took_which_chicken_reaches_the_ledger() -> None:
    event = read_chicken(entry_of("chicken", {"turned": "5m", "claimed": "0 1 1s/2 3 6m"}))
    assert event.claimed == (Claimed(0, 1, tile_of("1s")), Claimed(2, 3, tile_of("6m")))


def test_an_offered_house_is_that_of_the_hand() -> None:
    referee = Referee()
    referee.begin("GY1", 0, options={"outside_chickens": "on"})
    sheet: Any = referee.sheet(Language.EN, "GD")
    assert sheet["offers"]["chickens"]["outside"]["5m"] == ["6m", "1s"]


def test_first_taken_and_discarded_change_the_sheet() -> None:
    def totals(**more: str | int) -> tuple[float, ...]:
        referee = Referee()
        referee.begin("GY4", 0)
        referee.enter("claim", {"by": 0, "from": 1, "value": 3})
        args = {"turned": "5m", "in_hand": "6m///", "ready": "0 2"}
        referee.enter("chicken", {**args, **more})
        assert sum(referee.view().hand) == 0
        return referee.view().hand

    seen = [
        totals(),
        totals(discarded="//6m/"),
        totals(first=2, discarded="//1s/"),
        totals(claimed="0 2 6m"),
        totals(ready="0"),
    ]
    assert len(set(seen)) == 4, "of side 2 alone readiness changes nothing, as it has no chicken"
    assert seen[0] == seen[4]
