"""A real headless Chromium, driven over its DevTools protocol (chromedevtools.github.io)."""

import asyncio
import base64
import contextlib
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp

PATIENCE_S = 30.0
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)


class BrowserError(Exception):
    """The browser refused a command, or a script in it failed."""


class Tab:
    """One open page."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self._connection = connection
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._loaded = asyncio.Event()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._reading = asyncio.create_task(self._read(), name="devtools")

    async def say(self, method: str, **parameters: object) -> dict[str, Any]:
        """Say a command of the protocol and return its result."""
        self._number += 1
        answer = asyncio.get_running_loop().create_future()
        self._answers[self._number] = answer
        await self._connection.send_json(
            {"id": self._number, "method": method, "params": parameters}
        )
        async with asyncio.timeout(PATIENCE_S):
            result: dict[str, Any] = await answer
        return result

    async def look(self, script: str) -> Any:  # noqa: ANN401
        """Return the value of a script's last expression; promises are waited for."""
        told = await self.say(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise BrowserError(told["exceptionDetails"]["exception"].get("description", "?"))
        return told["result"].get("value")

    async def until(self, condition: str) -> None:
        """Wait until something is so on the page."""
        async with asyncio.timeout(PATIENCE_S):
            while not await self.look(f"Boolean({condition})"):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def open(
        self, address: str, *, width: int, height: int, languages: str = "en", dark: bool = False
    ) -> None:
        """Open an address as a browser of that size, language and taste."""
        for domain in ("Page", "Runtime", "Network", "Log"):
            await self.say(f"{domain}.enable")
        # Several tabs are open at once, and each shall be the one that is looked at.
        await self.say("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.size(width, height)
        scheme = "dark" if dark else "light"
        await self.say(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        agent = await self.look("navigator.userAgent")
        await self.say("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=languages)
        await self._load("Page.navigate", url=address)

    async def reload(self) -> None:
        """Load the page again."""
        await self._load("Page.reload")

    async def _load(self, method: str, **parameters: object) -> None:
        self._loaded.clear()
        await self.say(method, **parameters)
        async with asyncio.timeout(PATIENCE_S):
            await self._loaded.wait()

    async def size(self, width: int, height: int, scale: float = 1) -> None:
        """Make the window so many CSS pixels wide and high."""
        await self.say(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=width < 600,
        )

    async def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        told = await self.say("Page.captureScreenshot", format="png")
        return base64.b64decode(told["data"])

    async def press(self, key: str, code: int) -> None:
        """Press a key and let it go."""
        text = "\r" if key == "Enter" else " " if key == " " else ""
        for kind in ("keyDown", "keyUp"):
            await self.say(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                text=text if kind == "keyDown" else "",
                windowsVirtualKeyCode=code,
            )

    async def tap(self, selector: str) -> None:
        """Touch the middle of an element once."""
        x, y = await self.look(
            f"(b => [b.x + b.width / 2, b.y + b.height / 2])"
            f"(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        await self.say(
            "Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}]
        )
        await self.say("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def close(self) -> None:
        """Close the connection to the page."""
        await self._connection.close()
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading

    async def _read(self) -> None:
        async for message in self._connection:
            said = message.json()
            if "id" in said:
                self._hear(self._answers.pop(said["id"]), said)
            else:
                self._note(said["method"], said["params"])

    def _hear(self, answer: "asyncio.Future[dict[str, Any]]", said: dict[str, Any]) -> None:
        if answer.done():
            return
        if "error" in said:
            answer.set_exception(BrowserError(said["error"]["message"]))
        else:
            answer.set_result(said["result"])

    def _note(self, method: str, told: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded.set()
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.complaints.append(details.get("exception", details).get("description", "?"))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("warning", "error"):
            self.complaints.append(told["entry"]["text"])


class Chromium:
    """The browser's process; every page that it opens shares nothing with another."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._process: asyncio.subprocess.Process | None = None
        self._session: aiohttp.ClientSession | None = None
        self._port = 0

    async def __aenter__(self) -> Self:
        program = shutil.which("chromium")
        assert program is not None, "chromium is not installed: apt-get install chromium"
        self._process = await asyncio.create_subprocess_exec(
            program,
            *FLAGS,
            f"--user-data-dir={self._directory}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        told = self._directory / "DevToolsActivePort"
        async with asyncio.timeout(PATIENCE_S):
            while not (told.exists() and told.read_text().count("\n")):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        self._port = int(told.read_text().split()[0])
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._session is not None
        assert self._process is not None
        await self._session.close()
        self._process.terminate()
        await self._process.wait()

    @asynccontextmanager
    async def tab(self) -> AsyncIterator[Tab]:
        """Open an empty page, and close it afterwards."""
        assert self._session is not None
        base = f"http://127.0.0.1:{self._port}/json"
        async with self._session.put(f"{base}/new?about:blank") as answer:
            made = await answer.json(content_type=None)
        connection = await self._session.ws_connect(made["webSocketDebuggerUrl"], max_msg_size=0)
        tab = Tab(connection)
        try:
            yield tab
        finally:
            await tab.close()
            async with self._session.get(f"{base}/close/{made['id']}"):
                pass
