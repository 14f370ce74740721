"""A real headless Chromium, driven by Playwright: pages as people have them open."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, async_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
SERIOUS = ("serious", "critical")
PATIENCE_S = 30.0
LOOK_AGAIN_MS = 50
PHONE = (320, 720)
DESK = (1280, 900)

STANDING_OUT = """
[...document.querySelectorAll("h1, h2, h3, p, li, dt, dd, strong, button, select, a, svg text")]
  .filter((e) => e.checkVisibility() && e.textContent.trim() && !e.closest(".unseen"))
  .filter((e) => {
    const box = e.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1;
  })
  .map((e) => e.textContent)
"""
"""The texts that stand out to the side."""

STOP_BUTTON = """
(() => {
  const stop = document.querySelector("mj-stop button");
  const { x, y, width, height } = stop.getBoundingClientRect();
  return [width, height, document.elementFromPoint(x + width / 2, y + height / 2) === stop];
})()
"""
"""How wide and high the stop is, and whether anything lies over it."""


@dataclass(slots=True)
class Visitor:
    """Somebody who has the page open; what his browser complains of is noted."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    async def open(self, name: str) -> None:
        """Go to one of the pages by the menu."""
        menu = self.page.locator("mj-nav button")
        if await menu.is_visible() and await menu.get_attribute("aria-expanded") == "false":
            await menu.click()
        await self.page.click(f"mj-nav a[href='#{name}']")
        await self.page.wait_for_selector(f"#{name}:not([hidden])")

    async def tap(self, key: str) -> None:
        """Tap a button by its key."""
        await self.page.click(f"[data-key='{key}']:visible")

    async def hold(self, key: str) -> None:
        """Press the mouse on a button until it is full."""
        button = self.page.locator(f"[data-key='{key}']:visible")
        await button.hover()
        await self.page.mouse.down()
        await self.page.wait_for_timeout(1400)
        await self.page.mouse.up()

    async def flaws(self) -> list[str]:
        """Return what axe-core finds that keeps people from using what is shown."""
        found = await Axe().run(self.page)
        return [
            f"{one['id']}: {[node['html'][:120] for node in one['nodes']]}"
            for one in found.response["violations"]
            if one["impact"] in SERIOUS
        ]

    async def fits(self) -> None:
        """Check that nothing stands out to the side, and that the stop is there, large and free."""
        wide, room = await self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room
        assert await self.page.evaluate(STANDING_OUT) == []
        width, height, free = await self.page.evaluate(STOP_BUTTON)
        assert free
        assert width >= 200
        assert height >= 60

    async def until(self, condition: str) -> None:
        """Wait until a JavaScript expression is true; the page's policy forbids to wait inside."""
        async with asyncio.timeout(PATIENCE_S):
            while not await self.page.evaluate(f"Boolean({condition})"):
                await self.page.wait_for_timeout(LOOK_AGAIN_MS)

    async def shows(self, selector: str, text: str) -> None:
        """Wait until an element's whole text is so."""
        told = f"document.querySelector({json.dumps(selector)})?.textContent"
        await self.until(f"{told} === {json.dumps(text)}")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the system's browser, and end it afterwards."""
    program = shutil.which("chromium")
    assert program is not None, "chromium is not installed: apt-get install chromium"
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def visit(
    browser: Browser,
    address: str,
    *,
    language: str = "en",
    size: tuple[int, int] = PHONE,
    dark: bool = False,
    start: str = "",
    ready: str = "mj-facts dd",
) -> AsyncIterator[Visitor]:
    """Open a page as a browser that shares nothing with another, and wait for what it shows."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=size[0] < 600,
    )
    page = await context.new_page()
    visitor = Visitor(page, address)
    page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
    page.on(
        "console",
        lambda said: (
            visitor.complaints.append(said.text) if said.type in ("error", "warning") else None
        ),
    )
    page.on("request", lambda request: visitor.requests.append(request.url))
    await page.goto(address + start)
    await page.wait_for_selector(ready, state="attached")
    try:
        yield visitor
    finally:
        await context.close()
