"""What the infrared remote may do, and that it can never start, shape or store anything."""

import pytest

from firmware_ctl.core.commands import COMMANDS, Argument, ByRemote, Origin, Word
from firmware_ctl.core.gate import ENTRIES, FOR_PLAY_FROM_REMOTE
from firmware_ctl.core.states import Load, Surface
from tests.support.acts import SURE_ARGS
from tests.support.bench import Bench, play

NEVER = (
    Word.SESSION,
    Word.HOME,
    Word.RESUME,
    Word.ACK,
    Word.ANSWER,
    Word.CONFIRM,
    Word.VARIANT,
    Word.HAND_START,
    Word.HAND_END,
    Word.UNLOCK,
    Word.STOW,
    Word.SERVICE,
    Word.TEST,
    Word.SELF_CHECK,
    Word.SIM_FAULT,
    Word.SIM_MEND,
    *ENTRIES,
)


def test_the_table_of_commands_says_what_the_remote_may_not() -> None:
    assert {w for w, spec in COMMANDS.items() if spec.by_remote is ByRemote.NEVER} == set(NEVER)


@pytest.mark.parametrize("word", NEVER)
def test_the_remote_is_refused_whatever_starts_the_machine_or_is_stored(word: Word) -> None:
    async def scenario(bench: Bench) -> None:
        for begin in (bench.home, bench.push_in_a_set, bench.loaded, bench.push_in_a_set):
            await begin()
            reply = bench.say(word, Origin.REMOTE, held=True, **SURE_ARGS.get(word, {}))
            assert reply.code == "not-by-remote"

    play(scenario)


def test_after_its_own_stop_the_remote_starts_nothing() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        assert bench.say(Word.STOP, Origin.REMOTE).ok
        turned = len(bench.turned)
        for word in Word:
            bench.say(word, Origin.REMOTE, held=True, **SURE_ARGS.get(word, {}))
        assert bench.surface is Surface.PAUSED
        assert len(bench.turned) == turned

    play(scenario)


def test_the_remote_throws_dice_but_never_says_what_they_show() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        typed = bench.say(Word.DICE, Origin.REMOTE, side=0, faces="6+6")
        assert (typed.ok, typed.code) == (False, "not-by-remote")
        assert bench.controller.play.hands.faces is None
        assert bench.say(Word.DICE, Origin.REMOTE, side=0).ok

    play(scenario)


def test_in_play_only_the_few_harmless_words_are_taken_from_the_remote() -> None:
    args: dict[Word, dict[str, Argument]] = {**SURE_ARGS}

    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        for word in set(Word) - FOR_PLAY_FROM_REMOTE:
            assert not bench.say(word, Origin.REMOTE, held=True, **args.get(word, {})).ok
        for word in (Word.MUTE, Word.LAMP, Word.DICE):
            assert bench.say(word, Origin.REMOTE).ok
        assert bench.surface is Surface.PLAY

    play(scenario)


def test_the_remote_opens_a_load_only_with_a_held_key() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.load is Load.LOADING)
        pressed = bench.say(Word.OPEN_LOADING, Origin.REMOTE)
        assert "hold" in pressed.why
        assert bench.say(Word.OPEN_LOADING, Origin.REMOTE, held=True).ok

    play(scenario)


def test_the_remote_locks_but_does_not_unlock() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        assert bench.say(Word.LOCK, Origin.REMOTE).ok
        assert bench.say(Word.UNLOCK, Origin.REMOTE).code == "not-by-remote"
        assert bench.say(Word.LIFT).code == "locked"
        bench.do(Word.STOP, Origin.REMOTE)
        bench.do(Word.UNLOCK)
        bench.do(Word.RESUME)

    play(scenario)
