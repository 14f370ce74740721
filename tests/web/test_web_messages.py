"""The live stream in virtual time: what is told, how often, and to whom no more."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.views.web.messages import ALIVE, Picture, message
from firmware_ctl.views.web.stream import ALIVE_S, PACE_S, STALLED_S, Streams
from hal.sim import run_virtual
from rules.languages import Language
from tests.web.web_bench import Event, ShownTable

FIELDS = ("time", "surface", "dealer", "dice")
tables = st.fixed_dictionaries(
    {name: st.none() | st.integers(0, 3) | st.lists(st.integers(1, 6)) for name in FIELDS}
)


def read(data: bytes) -> Event:
    fields = dict(line.split(": ", 1) for line in data.decode("ascii").splitlines() if line)
    return Event(fields["event"], fields.get("id", ""), json.loads(fields["data"]))


@given(st.lists(tables, min_size=1))
def test_a_client_that_applies_what_it_is_told_holds_the_newest_picture(
    shown: list[dict[str, Any]],
) -> None:
    had: Picture | None = None
    held: dict[str, Any] = {}
    for number, table in enumerate(shown):
        now = Picture(f"x.{number}", table)
        news = message(had, now)
        if news is None:
            continue
        event = read(news)
        assert event.name == ("snapshot" if had is None else "delta")
        assert event.id == now.id
        held |= event.data
        had = now
        assert held == table
    assert {**held, "time": 0} == {**shown[-1], "time": 0}


def test_time_alone_is_no_news() -> None:
    table = {"time": 1.0, "surface": "ready"}
    assert message(Picture("x.1", table), Picture("x.2", {**table, "time": 2.0})) is None


def test_a_text_cannot_break_out_of_its_message() -> None:
    news = message(None, Picture("x.1", {"name": "a\n\nevent: snapshot\ndata: {}\u2028桌"}))
    assert news is not None
    assert news.count(b"\n") == 4
    assert read(news).data["name"].endswith("桌")


class Reader:
    """A client of the stream; a slow one takes a while over each message."""

    def __init__(self, takes_s: float = 0.0) -> None:
        self.takes_s = takes_s
        self.got: list[bytes] = []
        self.at: list[float] = []

    async def take(self, data: bytes) -> None:
        self.got.append(data)
        self.at.append(asyncio.get_running_loop().time())
        if self.takes_s:
            await asyncio.sleep(self.takes_s)

    @property
    def events(self) -> list[Event]:
        return [read(data) for data in self.got]


Scenario = Callable[[ShownTable, Streams], Awaitable[None]]


def follow(scenario: Scenario, *, speed: float = 1.0) -> ShownTable:
    table = ShownTable()

    async def main() -> None:
        await scenario(table, Streams(table, speed))

    run_virtual(main())
    return table


def test_first_comes_the_whole_then_what_changed_and_the_end_when_it_is_closed() -> None:
    reader = Reader()

    async def scenario(table: ShownTable, streams: Streams) -> None:
        task = asyncio.create_task(streams.follow(Language.ZH, None, reader.take))
        await asyncio.sleep(1)
        table.change(surface="play", time=13.0)
        await asyncio.sleep(1)
        streams.close()
        await task

    follow(scenario)
    first, second = reader.events
    assert first.name == "snapshot"
    assert first.data["spoken"] == "zh-CN"
    state = second.data["state"]
    assert second.data == {"surface": "play", "time": 13.0, "state": state}
    assert second.name == "delta"


def test_many_changes_are_told_together_at_the_streams_pace() -> None:
    reader = Reader()

    async def scenario(table: ShownTable, streams: Streams) -> None:
        task = asyncio.create_task(streams.follow(Language.EN, None, reader.take))
        for number in range(100):
            await asyncio.sleep(0.01)
            table.change(dealer=number)
        await asyncio.sleep(1)
        streams.close()
        await task

    table = follow(scenario)
    gaps = [later - sooner for sooner, later in zip(reader.at[1:], reader.at[2:], strict=False)]
    assert min(gaps) >= PACE_S * 0.999
    assert reader.events[-1].data["dealer"] == 99
    assert table.drawn == len(reader.got)


def test_a_first_change_after_quiet_is_told_at_once() -> None:
    reader = Reader()

    async def scenario(table: ShownTable, streams: Streams) -> None:
        task = asyncio.create_task(streams.follow(Language.EN, None, reader.take))
        await asyncio.sleep(5)
        table.change(surface="play")
        await asyncio.sleep(0)
        await asyncio.sleep(0.001)
        assert len(reader.got) == 2
        streams.close()
        await task

    follow(scenario)


def test_a_slow_client_is_told_less_often_and_holds_the_newest_in_the_end() -> None:
    quick, slow = Reader(), Reader(takes_s=3.0)

    async def scenario(table: ShownTable, streams: Streams) -> None:
        readers = [
            asyncio.create_task(streams.follow(Language.EN, None, reader.take))
            for reader in (quick, slow)
        ]
        for number in range(60):
            await asyncio.sleep(0.2)
            table.change(dealer=number, time=float(number))
        await asyncio.sleep(7)
        streams.close()
        await asyncio.gather(*readers)

    follow(scenario)
    assert len(quick.got) == 61
    assert len(slow.got) < 8
    assert slow.events[-1].data["dealer"] == 59


def test_one_that_takes_nothing_is_let_go() -> None:
    async def scenario(table: ShownTable, streams: Streams) -> None:
        with pytest.raises(TimeoutError):
            await streams.follow(Language.EN, None, Reader(takes_s=float("1e9")).take)
        assert asyncio.get_running_loop().time() == pytest.approx(STALLED_S)
        assert table.watchers == []

    follow(scenario)


def test_when_nothing_changes_the_line_says_that_it_stands() -> None:
    reader = Reader()

    async def scenario(_: ShownTable, streams: Streams) -> None:
        task = asyncio.create_task(streams.follow(Language.EN, None, reader.take))
        await asyncio.sleep(3.5 * ALIVE_S)
        streams.close()
        await task

    follow(scenario)
    assert reader.got[1:] == [ALIVE] * 3


def test_where_time_runs_faster_the_clients_clock_still_counts() -> None:
    reader = Reader()

    async def scenario(_: ShownTable, streams: Streams) -> None:
        task = asyncio.create_task(streams.follow(Language.EN, None, reader.take))
        await asyncio.sleep(3.5 * ALIVE_S)
        streams.close()
        await task

    follow(scenario, speed=50.0)
    assert len(reader.got) == 1


def test_one_that_comes_back_and_missed_nothing_is_told_nothing_again() -> None:
    stays, returns = Reader(), Reader()

    async def scenario(table: ShownTable, streams: Streams) -> None:
        staying = asyncio.create_task(streams.follow(Language.EN, None, stays.take))
        await asyncio.sleep(1)
        last = stays.events[-1].id
        returning = asyncio.create_task(streams.follow(Language.EN, last, returns.take))
        await asyncio.sleep(1)
        assert returns.got == []
        table.change(dealer=3)
        await asyncio.sleep(1)
        streams.close()
        await asyncio.gather(staying, returning)

    follow(scenario)
    assert [event.name for event in returns.events] == ["delta"]


@pytest.mark.parametrize("had", ["", "0.0", "x", "\x00"])
def test_one_that_names_a_picture_we_do_not_know_gets_the_whole(had: str) -> None:
    reader = Reader()

    async def scenario(_: ShownTable, streams: Streams) -> None:
        task = asyncio.create_task(streams.follow(Language.EN, had, reader.take))
        await asyncio.sleep(1)
        streams.close()
        await task

    follow(scenario)
    assert [event.name for event in reader.events] == ["snapshot"]


def test_a_picture_is_drawn_once_a_language_and_never_while_nobody_looks() -> None:
    async def scenario(table: ShownTable, streams: Streams) -> None:
        table.change(dealer=3)
        assert table.drawn == 0
        tasks = [
            asyncio.create_task(streams.follow(language, None, Reader().take))
            for language in (Language.EN, Language.EN, Language.JA)
        ]
        await asyncio.sleep(1)
        table.change(dealer=2)
        await asyncio.sleep(1)
        assert table.drawn == 4
        streams.close()
        await asyncio.gather(*tasks)
        assert table.watchers == []

    follow(scenario)
