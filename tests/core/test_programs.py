"""Programs (牌数) and variants: chosen when ready, taken at the next load."""

import pytest

from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.states import Surface
from tests.support.bench import Bench, Setup, play


def test_a_program_is_taken_at_the_next_load_and_the_answer_says_so() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        answer = bench.do(Word.PROGRAM, Origin.CLI, number=108)
        assert "next load" in answer.why
        program = bench.controller.snapshot().program
        assert (program.current, program.next) == (36, 108)
        assert bench.stacks_inside == [5, 4, 5, 4]

    play(scenario)


@pytest.mark.parametrize("origin", [Origin.PANEL, Origin.REMOTE])
def test_from_keys_a_program_waits_for_its_confirmation(origin: Origin) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        waits = bench.do(Word.PROGRAM, origin, number=108)
        assert "confirm" in waits.why
        assert bench.controller.snapshot().program.next == 36
        bench.do(Word.PROGRAM, origin, number="confirm")
        assert bench.controller.snapshot().program.next == 108

    play(scenario)


def test_a_confirmation_too_late_or_of_nothing_is_refused() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        assert not bench.say(Word.PROGRAM, number="confirm").ok
        bench.do(Word.PROGRAM, number=108)
        chosen = bench.now
        await bench.until(lambda: bench.now > chosen + 10.1)
        assert not bench.say(Word.PROGRAM, number="confirm").ok
        assert bench.controller.snapshot().program.next == 36

    play(scenario)


def test_next_and_previous_walk_the_list_and_back() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        before = bench.controller.play.choice.next
        bench.do(Word.PROGRAM, Origin.CLI, number="next")
        assert bench.controller.play.choice.next is not before
        bench.do(Word.PROGRAM, Origin.CLI, number="previous")
        assert bench.controller.play.choice.next == before

    play(scenario)


def test_a_program_that_does_not_exist_is_refused_in_words() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        refused = bench.say(Word.PROGRAM, Origin.CLI, number=137)
        assert (refused.ok, refused.code) == (False, "bad-args")
        assert "137" in refused.why
        assert not bench.say(Word.VARIANT, id="nowhere").ok

    play(scenario)


@pytest.mark.parametrize("word", [Word.PROGRAM, Word.VARIANT])
def test_program_and_variant_are_left_alone_while_a_hand_or_a_motion_runs(word: Word) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        refused = bench.say(word, number=108) if word is Word.PROGRAM else bench.say(word, id="GD")
        assert (refused.ok, refused.code) == (False, "not-now")

    play(scenario)


@pytest.mark.parametrize(
    ("name", "stacks"), [("QS", [14, 13, 14, 13]), ("GD", [17] * 4), ("MCR", [18] * 4)]
)
def test_each_variant_stacks_its_own_walls(name: str, stacks: list[int]) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        assert bench.stacks_up == stacks
        verdict = bench.controller.snapshot().verdict
        assert verdict.level == "ok"

    play(scenario, Setup(variant=name))


def test_a_variant_brings_its_program_at_the_next_load() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        answer = bench.do(Word.VARIANT, id="MCR")
        assert "144" in answer.why
        assert bench.controller.snapshot().program.next == 144
        assert bench.surface is Surface.READY

    play(scenario)
