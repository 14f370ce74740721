"""Every tile's face and both backs as a browser draws them: each its own picture, with its name."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest

from firmware_ctl.texts import LANGUAGES
from rules.languages import Language
from rules.tile_names import NAMES, name_of
from rules.tiles import code_of
from tests.firmware_ctl.pictures import snapshot
from tests.web.browser import Visitor, chromium, visit
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

CODES = [code_of(tile) for tile in NAMES]
"""The 42 designs, the joker, the animals and the tile that nobody could read."""

DRAW = """
async ([kind, code, name]) => {
  const whole = document.querySelector("script[type=module]").src;
  const tile = await import(whole.replace(/page[.]js.*$/, "tile.js"));
  const drawn = kind === "face" ? tile.face(code, name) : tile.back(code);
  drawn.id = "drawn";
  document.body.replaceChildren(drawn);
  return drawn.querySelector("svg").getAttribute("aria-hidden");
}
"""
"""Draw one face or back alone on the page, always at the same place."""

LINES = "[...document.querySelectorAll('#drawn path')].map((line) => line.getAttribute('d'))"


async def drawn(visitor: Visitor, kind: str, code: str, name: str = "") -> bytes:
    """Return the picture of a face or back without the letters below it, as a PNG."""
    assert await visitor.page.evaluate(DRAW, [kind, code, name]) == "true"
    return await visitor.page.locator("#drawn svg").screenshot()


async def read_aloud(visitor: Visitor) -> str:
    """Return what a screen reader says of what is drawn."""
    told = await visitor.page.locator("body").aria_snapshot()
    return told.removeprefix("- text:").strip().strip('"')


def alike(pictures: Mapping[str, bytes]) -> list[set[str]]:
    """Return the codes that share one picture."""
    by_picture: dict[bytes, set[str]] = {}
    for code, picture in pictures.items():
        by_picture.setdefault(picture, set()).add(code)
    return [codes for codes in by_picture.values() if len(codes) > 1]


@asynccontextmanager
async def a_page(language: str) -> AsyncIterator[Visitor]:
    async with (
        serving(ShownTable(snapshot())) as server,
        chromium() as browser,
        visit(browser, server.address, language=language) as visitor,
    ):
        yield visitor
        assert visitor.complaints == []


def test_every_face_is_a_picture_of_its_own() -> None:
    async def main() -> None:
        async with a_page("en") as visitor:
            pictures = {code: await drawn(visitor, "face", code) for code in CODES}
            assert await drawn(visitor, "face", "1m") == pictures["1m"]
        assert len(pictures) == 42 + 1 + 4 + 1
        assert alike(pictures) == []

    asyncio.run(main())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_carries_its_name(language: str) -> None:
    async def main() -> None:
        async with a_page(language) as visitor:
            for tile in NAMES:
                code, name = code_of(tile), name_of(tile, Language(language))
                assert await visitor.page.evaluate(DRAW, ["face", code, name]) == "true"
                assert await read_aloud(visitor) == name
                below = await visitor.page.locator("#drawn .name").inner_text()
                assert below == (code if language == "en" else name)

    asyncio.run(main())


def test_the_backs_of_both_sets_differ_by_more_than_their_colour() -> None:
    async def main() -> None:
        async with a_page("en") as visitor:
            backs: dict[str, bytes] = {}
            lines: dict[str, list[str]] = {}
            for letter in "AB":
                backs[letter] = await drawn(visitor, "back", letter)
                lines[letter] = await visitor.page.evaluate(LINES)
                assert await read_aloud(visitor) == letter
        assert alike(backs) == []
        assert lines["A"] != lines["B"]

    asyncio.run(main())


def test_two_equal_pictures_are_found() -> None:
    assert alike({"1m": b"x", "2m": b"y", "E": b"x"}) == [{"1m", "E"}]
