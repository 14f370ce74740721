"""An evening on the page, with the mouse alone, before a daemon of this tree.

The whole way of somebody new to it, in each language; ``tests/systemd`` walks it when installed.
"""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl.texts import LANGUAGES
from tests.web.browser import chromium, visit
from tests.web.evening_walk import SPEED, evening
from tests.web.test_web_page import Page

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Page]:
    page = Page(tmp_path, "--speed", SPEED)
    try:
        yield page
    finally:
        page.running.clean_up()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_of_somebody_new_to_it(table: Page, language: str) -> None:
    async def main() -> None:
        async with (
            chromium() as browser,
            visit(browser, table.address, language=language) as visitor,
        ):
            await evening(visitor, language)

    asyncio.run(main())
    told = json.loads(table.running.cli("status", "--json").stdout)
    assert told["hand"]["number"] == 2
