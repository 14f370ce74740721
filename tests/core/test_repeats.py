"""Who says the like over and over does not fill the record: a line at once, then one a second."""

import asyncio
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.repeats import MOST_SPEAKERS, SPACING_S, Repeats, Said
from hal.sim import run_virtual
from tests.support.bench import FEW, Bench, play

GUEST = "guest 192.0.2.9"


def lines_of(bench: Bench) -> list[Event]:
    """What the record and everybody who listens hear of commands, from now on."""
    heard: list[Event] = []
    bench.controller.subscribe_at_once(
        lambda event: heard.append(event) if event["event"] == "command" else None
    )
    return heard


def stop_of(who: str) -> Command:
    return Command(Word.STOP, origin=Origin.WEB, by=who)


def total(lines: list[Event]) -> int:
    return sum(int(str(line.get("count", 1))) for line in lines)


def test_every_stop_goes_out_and_a_thousand_a_second_are_one_line_a_second() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        lines = lines_of(bench)
        halt, stops = bench.table.board.stop_all, Counter[str]()

        def counted() -> None:
            stops["all"] += 1
            halt()

        bench.table.board.stop_all = counted  # type: ignore[method-assign]
        for number in range(1, 3_001):
            assert bench.controller.submit(stop_of(GUEST)).ok
            assert stops["all"] >= number
            await asyncio.sleep(0.001)
        await asyncio.sleep(2 * SPACING_S)
        assert len(lines) <= 3 / SPACING_S + 2
        assert total(lines) == 3_000
        assert {line["by"] for line in lines} == {GUEST}

    play(scenario, FEW)


def test_the_first_stop_is_noted_before_anything_else_happens() -> None:
    async def scenario(bench: Bench) -> None:
        lines = lines_of(bench)
        bench.controller.submit(stop_of(GUEST))
        assert [(line["word"], line["by"]) for line in lines] == [("stop", GUEST)]
        assert "count" not in lines[0]

    play(scenario, FEW)


def test_what_is_refused_again_and_again_is_summed_up_too() -> None:
    async def scenario(bench: Bench) -> None:
        lines = lines_of(bench)
        for _ in range(200):
            bench.controller.turned_away(Command(Word.LIFT, origin=Origin.WEB, by=GUEST))
        await asyncio.sleep(SPACING_S * 1.5)
        assert [(line["ok"], line.get("count", 1)) for line in lines] == [(False, 1), (False, 199)]

    play(scenario, FEW)


def test_what_was_only_counted_is_told_at_the_latest_when_the_table_ends() -> None:
    heard: list[Event] = []

    async def scenario(bench: Bench) -> None:
        bench.controller.subscribe_at_once(heard.append)
        for _ in range(5):
            bench.controller.submit(stop_of(GUEST))

    play(scenario, FEW)
    assert total([event for event in heard if event["event"] == "command"]) == 5


def test_a_command_that_works_is_noted_each_time_and_so_is_every_key() -> None:
    async def scenario(bench: Bench) -> None:
        lines = lines_of(bench)
        for _ in range(4):
            bench.controller.submit(Command(Word.LAMP, origin=Origin.WEB, by="staff 192.0.2.7"))
            bench.controller.submit(Command(Word.LIFT, origin=Origin.PANEL))
        assert [line["word"] for line in lines] == ["lamp", "lift"] * 4

    play(scenario, FEW)


_TAPS = st.lists(
    st.tuples(
        st.integers(0, 2 * MOST_SPEAKERS),
        st.sampled_from([Word.STOP, Word.LIFT, Word.CLAIM]),
        st.booleans(),
        st.floats(0, 0.7),
    ),
    max_size=80,
)


@given(_TAPS)
def test_nothing_is_lost_nothing_waits_long_and_no_crowd_writes_without_end(
    taps: list[tuple[int, Word, bool, float]],
) -> None:
    told: list[tuple[float, Said]] = []

    async def scenario() -> Counter[tuple[Word, bool]]:
        loop = asyncio.get_running_loop()
        repeats = Repeats(lambda said: told.append((loop.time(), said)))
        sent: Counter[tuple[Word, bool]] = Counter()
        for who, word, ok, rest in taps:
            tiles = {"hand": "123m", "tile": "1m"} if word is Word.CLAIM else {}
            stands = ok and word is Word.STOP
            command = Command(word, dict(tiles), Origin.WEB, by=f"guest {who}")
            repeats.add(command, ok=stands)
            sent[word, stands] += 1
            await asyncio.sleep(rest)
        await asyncio.sleep(SPACING_S)
        return sent

    sent = run_virtual(scenario())
    noted: Counter[tuple[Word, bool]] = Counter()
    for _, said in told:
        noted[said.command.word, said.ok] += said.count
        assert "1m" not in said.command.args.values()
    assert noted == sent
    seconds = Counter(int(at / SPACING_S) for at, _ in told)
    assert all(count <= 3 * (MOST_SPEAKERS + 6) for count in seconds.values())
