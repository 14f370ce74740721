"""How a hand ended, who deals next by which rule, and how often he has stayed (连庄)."""

from dataclasses import replace

import pytest

from firmware_ctl.config.model import Config, Dice, Table
from firmware_ctl.core.commands import Origin, Word, parse_words
from firmware_ctl.core.first_dealer import MOST_ROUNDS, find_by_dice
from firmware_ctl.core.states import Surface
from rules.dice import Throw
from rules.variants import variant
from tests.support.bench import FEW, Bench, Setup, Thrown, play

MCR = replace(FEW, variant="MCR")
CUP = Config(dice=Dice(kind="cup"))


async def played(bench: Bench, dealer: int, result: str) -> str:
    """Play a hand to its result; return what the table answers."""
    await bench.walls_up()
    bench.do(Word.DEALER, side=dealer)
    bench.do(Word.DICE)
    return bench.do(Word.HAND_END, result=result).why


@pytest.mark.parametrize(
    ("name", "dealer", "result", "side", "rule"),
    [
        ("CD", 0, "win 2 from 1", 2, "CD-04"),
        ("CD", 0, "win 2 3 from 1", 1, "CD-04"),
        ("MCR", 3, "draw", 0, "MCR-03"),
        ("DY", 1, "draw ready 3", 3, "DY-36"),
    ],
)
def test_a_result_proposes_the_next_dealer_with_its_rule_and_dealer_rule_takes_him(
    name: str, dealer: int, result: str, side: int, rule: str
) -> None:
    async def scenario(bench: Bench) -> None:
        told = await played(bench, dealer, result)
        assert rule in told
        proposed = bench.controller.snapshot().next_dealer
        assert proposed is not None
        assert (proposed.side, proposed.rule, proposed.text) == (side, rule, told)
        assert bench.controller.snapshot().dealer == dealer  # nobody has taken it yet
        assert rule in bench.do(Word.DEALER, side="rule").why
        assert bench.controller.snapshot().dealer == side

    play(scenario, replace(FEW, variant=name))


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_the_proposal_is_told_in_the_tables_language(language: str) -> None:
    name = {"en": "West", "zh-CN": "西", "ja": "西"}[language]

    async def scenario(bench: Bench) -> None:
        assert name in await played(bench, 0, "win 2 from 1")

    play(scenario, replace(MCR, variant="CD", config=Config(table=Table(language=language))))


def test_a_result_that_cannot_be_leaves_the_hand_running_and_says_how_to_tell_it() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        refused = bench.say(Word.HAND_END, result="win 2 from 2")
        assert refused.code == "bad-args"
        assert "discard" in refused.why
        assert bench.surface is Surface.PLAY
        bench.do(Word.HAND_END)

    play(scenario)


def test_without_a_result_the_rule_cannot_say_and_asks() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        bench.do(Word.HAND_END)
        assert "how the last hand ended" in bench.say(Word.DEALER, side="rule").why

    play(scenario)


def test_where_readiness_decides_the_rule_asks_for_it() -> None:
    async def scenario(bench: Bench) -> None:
        await played(bench, 0, "draw")
        assert "DY-36" in bench.say(Word.DEALER, side="rule").why

    play(scenario, replace(FEW, variant="DY"))


def test_the_dealer_who_stays_is_counted_and_another_begins_anew() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        counted = []
        for dealer in (1, 1, 1, 2):
            bench.do(Word.DEALER, side=dealer)
            bench.do(Word.DICE)
            counted.append(bench.controller.snapshot().streak)
            await bench.loaded()
            bench.table.people.play()
            bench.do(Word.HAND_END, result=f"win {dealer}")
            await bench.push_in_a_set()
            await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert counted == [0, 1, 2, 0]

    play(scenario)


def test_a_result_may_be_several_words_on_the_command_line() -> None:
    command = parse_words(["hand-end", "win", "2", "from", "1"], Origin.CLI)
    assert command.args == {"result": "win 2 from 1"}


@pytest.mark.parametrize(
    ("name", "throws", "dealer", "rule"),
    [
        ("CD", [(1, 2), (6, 5), (3, 3), (1, 1)], 1, "CD-02"),  # the highest throw
        ("MCR", [(1, 1)], 0, "MCR-03"),  # places by lot, East deals
        ("HZ", [(1, 1)], 2, "HZ-03"),  # chance: the test's draws West
    ],
)
def test_the_first_dealer_is_found_in_the_variants_own_way(
    name: str, throws: list[Throw], dealer: int, rule: str
) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        told = bench.do(Word.DEALER, side="rule")
        assert rule in told.why
        assert bench.controller.snapshot().dealer == dealer

    play(scenario, replace(FEW, variant=name, chance=Thrown(*throws)))


def test_equal_highest_throws_throw_again() -> None:
    faces: list[Throw] = [(6, 6), (6, 6), (1, 1), (6, 6), (2, 2), (5, 5), (5, 5), (1, 2), (3, 3)]
    falling = iter(faces)
    found = find_by_dice(variant("CD"), lambda: next(falling), None)
    assert found.side == 3
    assert [sum(one is not None for one in throws) for throws in found.rounds] == [4, 3, 2]


@pytest.mark.parametrize(("turned", "dealer"), [("7p", 1), ("3m", 3)])
def test_in_deyang_a_turned_tile_says_whether_high_or_low_deals(turned: str, dealer: int) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        assert "turn a tile" in bench.say(Word.DEALER, side="rule").why
        bench.do(Word.DEALER, side="rule", turned=turned)
        assert bench.controller.snapshot().dealer == dealer

    throws = Thrown((1, 2), (6, 5), (3, 3), (1, 1))
    play(scenario, replace(FEW, variant="DY", chance=throws))


@pytest.mark.parametrize(
    ("name", "config", "words"), [("GD", Config(), "sit down"), ("CD", CUP, "everybody throws")]
)
def test_what_people_must_do_themselves_is_offered_in_words(
    name: str, config: Config, words: str
) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        told = bench.say(Word.DEALER, side="rule")
        assert not told.ok
        assert words in told.why
        assert bench.controller.snapshot().dealer is None

    play(scenario, Setup(variant=name, tiles=36, config=config))


def test_dice_that_always_fall_alike_do_not_hold_the_table() -> None:
    found = find_by_dice(variant("CD"), lambda: (3, 3), None)
    assert found.side == 0
    assert len(found.rounds) == MOST_ROUNDS
