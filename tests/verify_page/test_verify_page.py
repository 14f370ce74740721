"""The page that checks without a server, in a real browser, opened as a file and from a table.

What it says of a journal or a wall is what ``mjtable audit verify`` says.
"""

import asyncio
import json
import re
from base64 import b64decode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from playwright.async_api import FilePayload

from firmware_ctl.texts import LANGUAGES, say
from firmware_ctl.views.verify_page import page, policy
from rules.integrity.commitment.flaws import Wrong
from rules.integrity.commitment.journal import Checked
from rules.integrity.commitment.opening import opening_text
from rules.languages import Language
from rules.texts import TEXTS
from tests.commitment.test_journal import LIES, summed
from tests.commitment.written import KEY, OTHER_KEY, checked, evening, linked, written
from tests.web.browser import Visitor, chromium, visit

JOURNAL = written(linked(evening(hands=8).records))
FOUND = checked(JOURNAL)
Test = Callable[..., Any]
RESULT = "document.querySelector('#result').innerText"


def in_a_browser(test: Test) -> Test:
    marked: Test = pytest.mark.realtime(pytest.mark.timeout(240)(test))
    return marked


def wall_text(hand: int = 1) -> str:
    wall = FOUND.hands[hand - 1].wall
    assert wall is not None
    return opening_text(wall)


def test_the_page_loads_nothing_beside_itself() -> None:
    text = page().decode()

    assert re.findall(r"(?:src|href)=\"(?!data:)", text) == []
    assert "http://" not in text
    assert "{{" not in text


def test_every_word_of_the_page_is_there_in_every_language() -> None:
    words = re.search(r'id="words">(.*?)</script>', page().decode())
    assert words is not None
    told = json.loads(words[1])
    modules = b"".join(b64decode(one) for one in re.findall(rb"base64,([\w+/=]+)", page())).decode()
    known = {key.removeprefix("verify-") for key in told if key.startswith("verify-")}

    assert said_by(modules) <= known
    assert {name for name in known if f'"{name}"' not in modules + page().decode()} == set()
    assert {wrong.value for wrong in Wrong} <= told.keys()
    assert all(set(texts) == set(LANGUAGES) for texts in told.values())


def said_by(modules: str) -> set[str]:
    """Return the words that the page's code and frame name."""
    calls = re.findall(r"(?:words\.say|line)\(\"([\w-]+)\"", modules)
    return {*calls, *re.findall(r"data-say=\"([\w-]+)\"", page().decode())}


def test_its_policy_lets_nothing_out() -> None:
    assert "default-src 'none'" in policy()
    assert "unsafe" not in policy()
    assert "connect-src" not in policy()


@asynccontextmanager
async def opened(address: str, language: str = "en") -> AsyncIterator[Visitor]:
    """Open the page in a browser of its own."""
    async with (
        chromium() as browser,
        visit(browser, address, language=language, ready="#result") as visitor,
    ):
        yield visitor


def as_file(directory: Path) -> str:
    path = directory / "verify.html"
    path.write_bytes(page())
    return path.as_uri()


async def checks_file(visitor: Visitor, content: bytes) -> str:
    """Give the page a file and return what it says once it has checked it."""
    page = visitor.page
    await page.evaluate("document.querySelector('#result').replaceChildren()")
    file: FilePayload = {
        "name": "journal.jsonl",
        "mimeType": "application/octet-stream",
        "buffer": content,
    }
    await page.set_input_files("#file", file)
    await visitor.until(f"{RESULT} && document.querySelector('#result').className !== 'wait'")
    return await page.inner_text("#result")


async def checks_text(visitor: Visitor, text: str, root: str = "") -> str:
    page = visitor.page
    await page.evaluate(
        """([text, root]) => {
          document.querySelector("#wall").value = text;
          document.querySelector("#root").value = root;
          document.querySelector("#form").requestSubmit();
        }""",
        [text, root],
    )
    return await page.inner_text("#result")


def expected(found: Checked) -> str:
    if found.flaw is None:
        return say("verify-journal-good")
    return found.flaw.text()


def damaged() -> list[list[bytes]]:
    """Return journals with one thing wrong each, and lying tables' own."""
    edited = [line.replace(b'"result":null', b'"result":"win 1"') for line in JOURNAL]
    forged = [*JOURNAL[:-1], JOURNAL[-1].replace(b'"signature":"', b'"signature":"f')]
    signed = [JOURNAL[0], *JOURNAL[1:-1], written(linked(evening(8).records), OTHER_KEY)[-1]]
    swapped = [*JOURNAL[:5], JOURNAL[6], JOURNAL[5], *JOURNAL[7:]]
    promised = evening()
    for promise in ("ab" * 32, "cd" * 32):
        promised.tell("dice-committed", commitment=promise)
    lossy = evening()
    lossy.tell("gap", records=3)
    lossy.tell("state", **summed(lossy))
    lies = [written(linked(make()[0])) for make, _ in LIES.values()]
    return [
        JOURNAL,
        edited,
        forged,
        signed,
        swapped,
        JOURNAL[:9],
        [*JOURNAL, b"\n"],
        [*JOURNAL[:4], *JOURNAL[5:]],
        [*JOURNAL[:6], *JOURNAL[3:]],
        [b"no journal\n"],
        [b'{"mjtable-journal":1}\n'],
        written(linked(promised.records)),
        written(linked(lossy.records)),
        *lies,
    ]


@in_a_browser
def test_the_page_and_the_command_find_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(as_file(tmp_path)) as visitor:
            for lines in damaged():
                told = await checks_file(visitor, b"".join(lines))
                assert expected(checked(lines)) in told
            assert visitor.complaints == []

    asyncio.run(main())


@in_a_browser
def test_a_byte_changed_anywhere_is_never_good(tmp_path: Path) -> None:
    whole = b"".join(JOURNAL)

    async def main() -> None:
        async with opened(as_file(tmp_path)) as visitor:
            for at in range(0, len(whole), len(whole) // 150):
                mutated = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
                told = await checks_file(visitor, mutated)
                assert told.startswith("✕"), (at, told)
                assert expected(checked(mutated.splitlines(keepends=True))) in told

    asyncio.run(main())


@in_a_browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wall_is_checked_on_a_phone_in_every_language(tmp_path: Path, language: str) -> None:
    text = wall_text()
    changed = text[:200] + ("A" if text[200] != "A" else "B") + text[201:]
    root = FOUND.hands[0].root

    async def main() -> None:
        async with opened(f"{as_file(tmp_path)}#{text}", language) as visitor:
            await visitor.until(
                f"{RESULT}.includes({json.dumps(say('verify-wall-good', language))})"
            )
            shown = await visitor.page.inner_text("#result")
            assert "3m 2m 5m 4m" in shown
            assert TEXTS["side.1"].to(Language(language)) in shown
            seen = await checks_text(visitor, text, root[:12].upper())
            assert say("verify-wall-good-seen", language) in seen
            assert say("verify-other-root", language) in await checks_text(visitor, text, "0" * 12)
            assert say("verify-wrong-tiles", language) in await checks_text(visitor, changed)
            assert say("verify-no-wall", language) in await checks_text(visitor, text[:-2])
            assert say("verify-no-wall", language) in await checks_text(visitor, text.lower())
            assert await visitor.page.evaluate("document.documentElement.lang") == language
            wide, room = await visitor.page.evaluate(
                "[document.documentElement.scrollWidth, innerWidth]"
            )
            assert wide <= room
            assert visitor.complaints == []

    asyncio.run(main())


@in_a_browser
def test_another_tables_key_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(as_file(tmp_path)) as visitor:
            await visitor.page.evaluate(f"document.querySelector('#key').value = '{KEY.public}'")
            assert say("verify-journal-good") in await checks_file(visitor, b"".join(JOURNAL))
            await visitor.page.evaluate(
                f"document.querySelector('#key').value = '{OTHER_KEY.public}'"
            )
            told = await checks_file(visitor, b"".join(JOURNAL))
            assert "another key" in told

    asyncio.run(main())


@asynccontextmanager
async def served() -> AsyncIterator[int]:
    """Serve the page as a table does, and return the port."""

    async def answer(_: web.Request) -> web.Response:
        headers = {"Content-Security-Policy": policy()}
        return web.Response(body=page(), content_type="text/html", headers=headers)

    app = web.Application()
    app.router.add_get("/verify", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


@in_a_browser
def test_a_table_serves_it_under_a_strict_policy() -> None:
    async def main() -> None:
        async with (
            served() as port,
            opened(f"http://127.0.0.1:{port}/verify#{wall_text()}") as visitor,
        ):
            await visitor.until(f"{RESULT}.includes({json.dumps(say('verify-wall-good'))})")
            assert say("verify-journal-good") in await checks_file(visitor, b"".join(JOURNAL))
            assert visitor.complaints == []

    asyncio.run(main())


@in_a_browser
def test_a_browser_without_ed25519_says_so(tmp_path: Path) -> None:
    """As over plain HTTP, where a browser hides its cryptography from the page."""

    async def main() -> None:
        async with opened(as_file(tmp_path)) as visitor:
            await visitor.page.evaluate(
                "void (crypto.subtle.importKey = () => Promise.reject(new Error('none')))"
            )
            told = await checks_file(visitor, b"".join(JOURNAL))
            assert told.startswith("!")
            assert say("verify-journal-unsigned") in told
            edited = [line.replace(b'"result":null', b'"result":"win 1"') for line in JOURNAL]
            assert (await checks_file(visitor, b"".join(edited))).startswith("✕")

    asyncio.run(main())
