"""The referee at the table: what people enter of a hand while the machine plays it."""

import json
from typing import Any

from firmware_ctl.core.commands import Argument, Command, Origin, Reply, Word
from rules.languages import Language
from tests.core.test_secrecy import kinds_told
from tests.support.bench import Bench, Setup, play

GUANGDONG = Setup(variant="GD")
DEYANG = Setup(variant="DY")


def enter(bench: Bench, word: Word, language: Language | None = None, **args: Argument) -> Reply:
    command = Command(word, args, Origin.WEB, language=language)
    return bench.controller.submit(command)


def referee_of(bench: Bench) -> dict[str, Any]:
    view: dict[str, Any] = bench.controller.snapshot().as_json()["referee"]
    return view


def test_entries_are_taken_from_the_first_throw_on() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        refused = enter(bench, Word.CLAIM, by=0, value=1)
        assert (refused.ok, refused.code) == (False, "not-now")
        assert not referee_of(bench)["open"]
        bench.say(Word.DICE, side=0)
        assert enter(bench, Word.CLAIM, by=0, value=1).ok
        assert referee_of(bench)["over"]

    play(scenario, GUANGDONG)


def test_a_settled_hand_ends_with_its_own_next_dealer_and_stays_open_to_undo() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        assert enter(bench, Word.CLAIM, by=2, value=1).ok
        assert bench.say(Word.HAND_END).ok
        proposed = bench.controller.snapshot().next_dealer
        assert proposed is not None
        assert proposed.side == 2
        assert enter(bench, Word.UNDO).ok
        assert referee_of(bench)["hand"] == (0, 0, 0, 0)
        assert enter(bench, Word.CLAIM, by=1, value=1).ok
        corrected = bench.controller.snapshot().next_dealer
        assert corrected is not None
        assert corrected.side == 1

    play(scenario, GUANGDONG)


def test_a_result_that_is_said_goes_before_the_sheet() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        enter(bench, Word.CLAIM, by=2, value=1)
        assert bench.say(Word.HAND_END, result="win 1").ok
        proposed = bench.controller.snapshot().next_dealer
        assert proposed is not None
        assert proposed.side == 1

    play(scenario, GUANGDONG)


def test_a_false_claim_is_told_in_the_askers_language() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        before = referee_of(bench)
        claim: dict[str, Argument] = {"by": 1, "hand": "123m456p789s1122m", "tile": "9p"}
        told = {language: enter(bench, Word.CLAIM, language, **claim) for language in Language}
        assert {one.code for one in told.values()} == {"no-win"}
        assert len({one.why for one in told.values()}) == len(Language)
        assert referee_of(bench) == before

    play(scenario, DEYANG)


def test_any_refusal_is_told_in_the_askers_language() -> None:
    async def scenario(bench: Bench) -> None:
        told = {enter(bench, Word.LIFT, language).why for language in Language}
        assert len(told) == len(Language)

    play(scenario)


def test_nobody_hears_the_tiles_that_are_entered() -> None:
    async def scenario(bench: Bench) -> None:
        told: list[Any] = []
        bench.controller.watch(lambda: told.append(bench.controller.snapshot().as_json()))
        bench.controller.subscribe(told.append)
        await bench.in_play()
        enter(bench, Word.KONG, by=0, kind="concealed", tile="9m")
        enter(bench, Word.CLAIM, by=1, hand="111m222m333m444m5m", tile="5m")
        enter(bench, Word.DRAW, hands="123m/not-ready//")
        assert kinds_told(json.dumps(told, default=str, ensure_ascii=False)) == set()
        assert any(one.get("word") == "claim" for one in told)

    play(scenario, DEYANG)


def test_stop_and_faults_keep_nobody_from_entering_a_win() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        bench.say(Word.STOP)
        assert enter(bench, Word.CLAIM, by=0, value=1).ok
        bench.say(Word.LOCK)
        assert enter(bench, Word.UNDO).code == "locked"

    play(scenario, GUANGDONG)
