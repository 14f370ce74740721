"""A hundred tables on one page, in a real browser; and what its server refuses."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from firmware_ctl.texts.catalogue import catalogue
from firmware_ctl.views.fleet.fleet import Fleet, How
from firmware_ctl.views.fleet.server import FOLDER, FleetServer
from rules.languages import Language
from tests.fleet.test_fleet import state
from tests.web.browser import chromium, visit

TABLES = 100


def parlour() -> Fleet:
    """A hundred tables: two with a fault, one gone, ten at play."""
    fleet = Fleet("mjtable")
    for number in range(TABLES):
        changed: dict[str, object] = {}
        if number in (17, 64):
            changed = {"faults": 1, "fault": "E301", "fault_text": "tile jam. Take the tile out."}
        elif number % 10 == 3:
            changed = {"hand": "running", "phase": "play"}
        name = f"mjtable/t{number}"
        fleet.hear(f"{name}/availability", b"offline" if number == 99 else b"online")
        fleet.hear(f"{name}/state", state(f"Table {number + 1}", **changed))
    return fleet


@asynccontextmanager
async def served(fleet: Fleet) -> AsyncIterator[tuple[str, FleetServer]]:
    server = FleetServer(fleet, Language.EN)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        await server.start(listener)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", server
        finally:
            await server.close()


def test_every_word_of_the_page_is_in_the_catalogue() -> None:
    keys = catalogue().keys()
    assert {f"fleet.{how.value}" for how in How} <= keys
    script = (FOLDER / "fleet.js").read_text()
    for key in ("title", "safe", "simulated", "no-broker", "no-server"):
        assert f'"fleet.{key}"' in script
        assert f"fleet.{key}" in keys


def test_the_server_answers_with_what_changed_and_only_under_its_own_names() -> None:
    async def scenario() -> None:
        fleet = parlour()
        async with served(fleet) as (address, server), aiohttp.ClientSession() as client:
            async with client.get(f"{address}/api/fleet") as first:
                told = await first.json()
                tag = first.headers["ETag"]
                assert "default-src 'none'" in first.headers["Content-Security-Policy"]
            assert len(told["tables"]) == TABLES
            assert told["broker"] is True
            asked = {"If-None-Match": tag}
            async with client.get(f"{address}/api/fleet", headers=asked) as same:
                assert same.status == 304
            server.told("away")
            async with client.get(f"{address}/api/fleet", headers=asked) as news:
                assert (await news.json())["broker"] is False
            async with client.get(address, headers={"Host": "evil.example"}) as stranger:
                assert stranger.status == 403
            async with client.get(f"{address}/static/x/../../server.py") as trick:
                assert trick.status == 404
            async with client.get(f"{address}/api/words?lang=ja") as words:
                assert (await words.json())["texts"]["fleet.title"] == "すべての卓"

    asyncio.run(scenario())


@pytest.mark.realtime
@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_a_hundred_tables_are_seen_at_once(language: str) -> None:
    async def scenario() -> None:
        fleet = parlour()
        async with (
            served(fleet) as (address, _),
            chromium() as browser,
            visit(
                browser, address, language=language, size=(1600, 1000), ready="#tables > li"
            ) as visitor,
        ):
            page = visitor.page
            await visitor.until("document.querySelectorAll('#tables > li').length === 100")
            low = "Math.max(...[...document.querySelectorAll('#tables > li')]"
            low += ".map(e => e.getBoundingClientRect().bottom))"
            assert await page.evaluate(low) <= 1000, "all of them without scrolling"
            first = "[...document.querySelectorAll('#tables > li')].slice(0, 3)"
            first += ".map(e => e.className).join(' ')"
            assert await page.evaluate(first) == "fault fault offline"
            assert await page.evaluate("document.documentElement.lang") == language
            shown = await page.inner_text("body")
            assert catalogue()["fleet.playing"][language] in shown
            assert "fleet." not in shown
            assert "phase." not in shown
            fleet.hear("mjtable/t5/state", state("Table 6", faults=1, fault="E201"))
            await visitor.until("document.querySelectorAll('#tables > .fault').length === 3")
            await page.set_viewport_size({"width": 320, "height": 640})
            assert await page.evaluate("document.documentElement.scrollWidth <= 320")
            assert visitor.complaints == []

    asyncio.run(scenario())
