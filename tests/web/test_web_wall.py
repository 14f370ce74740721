"""The honest wall on the web page: its QR code and the page that checks it, for everybody."""

import asyncio

import pytest

from firmware_ctl.statistics.verdicts import VerdictHistory
from firmware_ctl.texts import say
from firmware_ctl.views.verify_page import policy
from firmware_ctl.views.web.mixing_desk import MixingDesk
from firmware_ctl.views.web.wall_desk import WallDesk
from rules.integrity.commitment.opening import opening_text
from tests.commitment.written import checked, evening, linked, written
from tests.web.browser import chromium, visit
from tests.web.web_bench import Client, ShownTable, serving, talk

WALL = checked(written(linked(evening().records))).hands[0].wall
assert WALL is not None
TEXT = opening_text(WALL)
ROOT = WALL.root.hex()


def test_before_a_hand_has_ended_nothing_is_open() -> None:
    async def conversation(client: Client) -> None:
        assert (await client.get("/api/wall")) == (200, {"text": None})
        status, told = await client.get("/api/wall.svg?lang=en")
        assert (status, told["why"]) == (404, say("web.no-wall"))
        status, told = await client.get("/api/root.svg?lang=en")
        assert (status, told["why"]) == (404, say("web.no-root"))

    talk(ShownTable(), conversation, more=WallDesk(lambda: None, lambda: None).mounted())


def test_after_it_everybody_gets_the_text_and_its_picture() -> None:
    async def conversation(client: Client) -> None:
        assert (await client.get("/api/wall")) == (200, {"text": TEXT})
        answer, picture = await client.ask("GET", "/api/wall.svg")
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.headers["Cache-Control"] == "no-store"
        assert picture.startswith(b"<svg")
        answer, picture = await client.ask("GET", "/api/root.svg")
        assert answer.status == 200
        assert picture.startswith(b"<svg")

    talk(ShownTable(), conversation, more=WallDesk(lambda: TEXT, lambda: ROOT).mounted())


def test_everybody_sees_what_the_wall_check_said_of_the_last_hands() -> None:
    history = VerdictHistory(list)
    history.hear({"event": "judged", "place": 9, "hand": 4, "level": "amber", "null": "B"})

    async def conversation(client: Client) -> None:
        _, told = await client.get("/api/verdicts?lang=en")
        row = {"hand": 4, "level": "amber", "null": "B", "text": "unusual"}
        assert told == {"verdicts": [row]}

    desk = WallDesk(lambda: None, lambda: None, history)
    talk(ShownTable(), conversation, more=desk.mounted())


def test_the_checking_page_brings_its_own_policy_and_no_other_page_does() -> None:
    async def conversation(client: Client) -> None:
        answer, body = await client.ask("GET", "/verify")
        assert answer.headers["Content-Security-Policy"] == policy()
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert b"importmap" in body
        answer, _ = await client.ask("GET", "/api/wall")
        assert "data:" not in answer.headers["Content-Security-Policy"]

    talk(ShownTable(), conversation, more=WallDesk(lambda: TEXT, lambda: ROOT).mounted())


@pytest.mark.realtime
@pytest.mark.timeout(240)
def test_a_player_checks_the_wall_of_the_last_hand_by_one_tap() -> None:
    table = ShownTable()
    cut = {"commitment": "ab" * 32, "pressed": [0, 2]}
    wall, mixing = WallDesk(lambda: TEXT, lambda: ROOT), MixingDesk(None)
    desks = [*wall.mounted(), *mixing.mounted()]
    table.data["hand"] = {"number": 3, "state": "ended", "root": ROOT, "opened": 3, "cut": cut}

    async def main() -> None:
        async with (
            serving(table, more=desks) as server,
            chromium() as browser,
            visit(browser, server.address) as visitor,
        ):
            await visitor.open("wall")
            shown = await visitor.page.inner_text("#wall")
            assert ROOT[:4] in shown
            assert say("page.cut-due") in shown
            await visitor.until("document.querySelector('img.code')?.naturalWidth > 0")
            assert await visitor.flaws() == []
            await visitor.fits()
            await visitor.page.wait_for_selector("a[href^='verify#MJWALL1:']")
            await visitor.page.click("a[href^='verify#MJWALL1:']")
            await visitor.page.wait_for_selector("#result.good")
            told = await visitor.page.inner_text("#result")
            assert say("verify-wall-good") in told
            assert await visitor.flaws() == []
            await visitor.page.goto(f"{server.address}verify#MJROOT:{ROOT}")
            await visitor.page.reload()
            assert say("verify-root-noted") in await visitor.page.inner_text("#result")
            await visitor.page.goto(f"{server.address}verify#{TEXT}")
            await visitor.page.reload()
            await visitor.page.wait_for_selector("#result.good table")
            assert say("verify-wall-good-seen") in await visitor.page.inner_text("#result")
            assert visitor.complaints == []

    asyncio.run(main())
