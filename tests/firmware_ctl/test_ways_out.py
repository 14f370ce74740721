"""The ways out that a table may have: opened where they are configured, and never in its way."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from firmware_ctl.config.model import Config, Notify
from firmware_ctl.core.commands import Word
from firmware_ctl.views.notifications.notices import About
from firmware_ctl.views.notifications.spool import Spool
from firmware_ctl.ways_out import Served, ways_out
from tests.support.bench import FEW, Bench, play

Scenario = Callable[[Bench], Awaitable[None]]


def served(config: Config, scenario: Scenario, told: list[str] | None = None) -> list[str]:
    """Play a scenario at a table with the ways out of a configuration; return what was told."""
    heard: list[str] = [] if told is None else told

    async def main(bench: Bench) -> None:
        table = Served(
            controller=bench.controller,
            config=config,
            record=None,
            url="",
            speed=1.0,
            told=heard.append,
            hushed=lambda: False,
        )
        async with ways_out(table):
            await scenario(bench)

    play(main, FEW)
    return heard


async def a_fault(bench: Bench) -> None:
    await bench.home()
    bench.table.faults.set("estop-pressed")
    await bench.fault("E501")
    await asyncio.sleep(1)


def test_a_table_without_any_runs_as_it_is() -> None:
    assert served(Config(), a_fault) == []


def test_a_fault_is_laid_down_as_a_notice_with_its_name_and_remedy(tmp_path: Path) -> None:
    told = served(Config(notify=Notify(addresses="x", spool=str(tmp_path))), a_fault)
    notices = [notice for _, notice in Spool(tmp_path).waiting()]
    assert told == []
    assert len(notices) == 1
    assert "E501" in notices[0].title + notices[0].body


def test_notices_that_cannot_be_laid_down_are_told_and_the_table_goes_on(tmp_path: Path) -> None:
    told = served(Config(notify=Notify(addresses="x", spool=str(tmp_path / "absent"))), a_fault)
    assert len(told) == 1
    assert "could not be laid down" in told[0]


async def an_ended_session(bench: Bench) -> None:
    await bench.home()
    for _ in range(2):
        bench.do(Word.SESSION, state="end")
        await asyncio.sleep(1)


def test_when_power_may_be_cut_is_a_notice_once(tmp_path: Path) -> None:
    notify = Notify(addresses="x", spool=str(tmp_path), about="session")
    served(Config(notify=notify), an_ended_session)
    assert [notice.about for _, notice in Spool(tmp_path).waiting()] == [About.SESSION]
