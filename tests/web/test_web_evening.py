"""An evening on the page, with the mouse alone: two hands, a jam, a settlement, an honest wall.

The whole way of somebody new to it, in each language, before a daemon with a simulated table.
"""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.texts import LANGUAGES, say
from tests.core.test_secrecy import kinds_told
from tests.support.daemon import Running
from tests.web.browser import Visitor, chromium, visit
from tests.web.test_web_page import Page

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

SPEED = "20"
PATIENCE_MS = 60_000
TABLE = "fetch('api/snapshot').then((answer) => answer.json())"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Page]:
    page = Page(tmp_path, "--speed", SPEED)
    try:
        yield page
    finally:
        page.running.clean_up()


async def until(visitor: Visitor, condition: str) -> None:
    """Wait until something is so at the table ``t``."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while not await visitor.page.evaluate(f"{TABLE}.then((t) => {condition})"):
            await visitor.page.wait_for_timeout(100)


async def at_rest(visitor: Visitor, word: str) -> None:
    """Wait until a command can be said."""
    await visitor.page.wait_for_selector(f"mj-actions [data-key='{word}']", timeout=PATIENCE_MS)


async def bring_up(visitor: Visitor) -> None:
    """Open the well, let people push their tiles in, and close it."""
    await at_rest(visitor, "lift")
    await visitor.tap("lift")
    await until(visitor, "t.surface === 'open'")
    await at_rest(visitor, "lift")
    await visitor.tap("lift")


async def clear_the_jam(visitor: Visitor, running: Running) -> None:
    """Follow the steps that the page shows, one after the other, until the fault is gone."""
    await until(visitor, "t.faults.length > 0")
    await visitor.open("faults")
    mended = await asyncio.to_thread(running.cli, "send", "sim-fault", "stacker-jam", "1", "off")
    assert mended.returncode == 0, mended.stderr
    for _ in range(12):
        faults = (await visitor.page.evaluate(TABLE))["faults"]
        if not faults:
            await visitor.hold("resume")
            return
        step = next((one for one in faults[0]["steps"] if one["state"] == "waiting"), None)
        assert step is not None, faults
        text = await visitor.page.inner_text("#faults .waiting")
        assert step["text"] in text
        await take(visitor, faults[0]["id"], step)
    pytest.fail("the steps lead nowhere")


async def take(visitor: Visitor, fault: int, step: dict[str, Any]) -> None:
    """Do one step: tap what is to be tapped, and wait until the page has gone on."""
    if step["check"] == "person":
        await visitor.tap(f"confirm {fault} {step['n']}")
    elif step["command"] in ("resume", "home", "open-loading"):
        await visitor.hold(step["command"])
    elif step["command"] is not None:
        key = f"ack {fault}" if step["command"] == "ack" else step["command"]
        await visitor.tap(key)
    gone = (
        f"!t.faults.some((f) => f.id === {fault} && f.steps[{step['n'] - 1}].state === 'waiting')"
    )
    await until(visitor, gone)
    await visitor.page.wait_for_timeout(200)


async def settle(visitor: Visitor, language: str) -> None:
    """Enter a win in three taps, look at the sheet, and end the hand."""
    await visitor.open("hand")
    await visitor.page.wait_for_selector("[data-key='claim 1']")
    for tap in ("claim 1", "own", "value 2"):
        await visitor.tap(tap)
    await visitor.page.wait_for_selector("#hand [data-key='hand-end']")
    await visitor.page.wait_for_selector("#hand .lines li")
    shown = await visitor.page.inner_text("#hand")
    assert say("page.hand-over", language) in shown
    assert shown.count("→") == 3
    assert kinds_told(shown) == set()
    await visitor.tap("hand-end")
    await until(visitor, "t.hand.state === 'ended'")


async def verify(visitor: Visitor) -> None:
    """Check the wall of the hand that has ended on the page that checks by itself."""
    await visitor.open("wall")
    await visitor.page.wait_for_selector("#wall a[href^='verify#']")
    text = await visitor.page.evaluate("fetch('api/wall').then((a) => a.json())")
    assert text["text"]
    await visitor.page.click("#wall a[href^='verify#']")
    await visitor.page.wait_for_selector("#result.good", timeout=PATIENCE_MS)
    await visitor.page.go_back()
    await visitor.page.wait_for_selector("mj-facts dd", state="attached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_of_somebody_new_to_it(table: Page, language: str) -> None:
    running = table.running

    async def evening(visitor: Visitor) -> None:
        await at_rest(visitor, "home")
        await visitor.hold("home")
        await bring_up(visitor)
        await until(visitor, "t.load === 'complete'")
        await asyncio.to_thread(running.cli, "send", "sim-fault", "stacker-jam", "1")
        await bring_up(visitor)
        await clear_the_jam(visitor, running)
        await visitor.open("table")
        await until(visitor, "t.surface === 'walls-up' && t.load === 'complete'")
        for hand in (1, 2):
            await at_rest(visitor, "dice")
            await visitor.tap("dice")
            await until(visitor, f"t.hand.number === {hand} && t.hand.state === 'running'")
            await visitor.page.wait_for_selector(".begin:not(:empty)")
            html = await visitor.page.content()
            assert kinds_told(html) == set()
            await settle(visitor, language)
            await visitor.open("table")
            if hand == 1:
                await bring_up(visitor)
                await until(visitor, "t.surface === 'walls-up' && t.load === 'complete'")
        scores = (await visitor.page.evaluate(TABLE))["referee"]["scores"]
        assert scores[1] > 0
        assert sum(scores) == 0
        await verify(visitor)
        await visitor.fits()

    async def main() -> None:
        async with (
            chromium() as browser,
            visit(browser, table.address, language=language) as visitor,
        ):
            await evening(visitor)
            assert visitor.complaints == []
            assert [url for url in visitor.requests if not url.startswith(table.address)] == []

    asyncio.run(main())
    told = json.loads(running.cli("status", "--json").stdout)
    assert told["hand"]["number"] == 2
