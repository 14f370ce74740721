"""Serve the fleet's page: one page, its files, and what is known of the tables."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from firmware_ctl.texts.catalogue import catalogue
from firmware_ctl.views.fleet.fleet import Fleet
from firmware_ctl.views.web.answers import json_answer, kept
from firmware_ctl.views.web.assets import load_assets
from firmware_ctl.views.web.guard import is_our_host, known_names
from firmware_ctl.views.web.headers import ASK_AGAIN, FOR_EVER, KEEP_NOTHING, SECURITY
from firmware_ctl.views.web.languages import language_for
from rules.languages import Language

FOLDER = Path(__file__).with_name("static")
ICON = "icon.svg"
"""The table's own, from its page."""

STEMS = ("fleet.", "phase.")
"""The page's words in the catalogue."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class FleetServer:
    """Serves one fleet; ``names`` are more host names that lead here."""

    def __init__(self, fleet: Fleet, language: Language, names: str = "") -> None:
        self._fleet = fleet
        self._language = language
        self._names = known_names(socket.gethostname(), names)
        self._assets = load_assets(FOLDER)
        self._icon = load_assets().files[ICON]
        self._trouble = ""
        app = web.Application(middlewares=[self._attend])
        app.on_response_prepare.append(_add_security)
        app.router.add_get("/", self._page)
        app.router.add_get(f"/{ICON}", self._send_icon)
        app.router.add_get("/static/{version}/{name}", self._static)
        app.router.add_get("/api/words", self._words)
        app.router.add_get("/api/fleet", self._tables)
        self._runner = web.AppRunner(app, access_log=None)

    def told(self, trouble: str) -> None:
        """Note why the broker is away, or that it is there."""
        self._trouble = trouble

    async def start(self, listener: socket.socket) -> None:
        """Serve on a socket that listens."""
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    async def close(self) -> None:
        """Let every client go."""
        await self._runner.cleanup()

    @web.middleware
    async def _attend(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_our_host(request.headers.get("Host"), self._names):
            raise web.HTTPForbidden
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        return kept(request, self._assets.page, ASK_AGAIN)

    async def _send_icon(self, request: web.Request) -> web.Response:
        return kept(request, self._icon, ASK_AGAIN)

    async def _static(self, request: web.Request) -> web.Response:
        asset = self._assets.files.get(request.match_info["name"])
        if asset is None or request.match_info["version"] != self._assets.version:
            raise web.HTTPNotFound
        return kept(request, asset, FOR_EVER)

    async def _words(self, request: web.Request) -> web.Response:
        accepted = request.headers.get("Accept-Language", "")
        language = language_for(request.query.get("lang"), accepted, self._language)
        texts = {
            key: words[language] for key, words in catalogue().items() if key.startswith(STEMS)
        }
        return json_answer({"language": language.value, "texts": texts})

    async def _tables(self, request: web.Request) -> web.Response:
        """Return the tables, or that nothing has changed since the version that the page has."""
        tag = f'"{self._fleet.version}-{bool(self._trouble)}"'
        headers = {"ETag": tag, "Cache-Control": KEEP_NOTHING}
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304, headers=headers)
        answer = json_answer({**self._fleet.as_json(), "broker": not self._trouble})
        answer.headers["ETag"] = tag
        return answer


async def _add_security(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY)


async def serve(server: FleetServer, listener: socket.socket, ended: asyncio.Event) -> None:
    """Serve until the end is near."""
    await server.start(listener)
    try:
        await ended.wait()
    finally:
        await server.close()
