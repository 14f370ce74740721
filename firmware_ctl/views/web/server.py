"""The web page's server: aiohttp inside the controller's own event loop.

It listens where the configuration says, answers only under the table's own names and addresses,
takes posts only from the page itself, and bounds whatever a client could make grow.
"""

import asyncio
import errno
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from firmware_ctl.config.model import Web
from firmware_ctl.core.commands import Command, Origin
from firmware_ctl.texts import say
from firmware_ctl.views.web.answers import json_answer, json_bytes, kept, refusal
from firmware_ctl.views.web.assets import Asset, load_assets
from firmware_ctl.views.web.guard import is_our_host, is_same_origin, known_names
from firmware_ctl.views.web.headers import ASK_AGAIN, FOR_EVER, KEEP_NOTHING, SECURITY
from firmware_ctl.views.web.languages import language_for
from firmware_ctl.views.web.posts import LONGEST_BODY, BadPost, parse_post
from firmware_ctl.views.web.routes import ROUTES, Role, Route, Serves
from firmware_ctl.views.web.stream import Streams
from firmware_ctl.views.web.table import Table
from firmware_ctl.views.web.words import words
from rules.languages import Language

MOST_CONNECTIONS = 96
KEPT_ALIVE_S = 30.0
LAST_WORDS_S = 1.0
"""How long answers under way may take when the page is closed."""

_LIVE = {"Cache-Control": KEEP_NOTHING, "X-Accel-Buffering": "no"}
_WAITING = 32  # connections that the kernel keeps until we look

Answer = Awaitable[web.StreamResponse]
Handler = Callable[[web.Request], Answer]


class _OurMistakes(logging.Filter):
    """Lets pass what went wrong in here, not every line of nonsense that somebody sends."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


_log = logging.getLogger(__name__)
_log.addFilter(_OurMistakes())


class WebPageError(Exception):
    """The page cannot be served; the text says why and what to do."""


class WebServer:
    """Serves one table's page.

    ``language`` is spoken to whoever reads none of ours; ``speed`` is how many times faster than
    the wall's clock the event loop's runs; ``routes`` are those of the page.
    """

    def __init__(
        self,
        table: Table,
        place: Web,
        *,
        name: str,
        language: Language,
        speed: float = 1.0,
        routes: Sequence[Route] = ROUTES,
    ) -> None:
        self.streams = Streams(table, speed)
        self._table = table
        self._place = place
        self._name = name
        self._language = language
        self._speed = speed
        self._names = known_names(socket.gethostname(), place.names)
        self._assets = load_assets()
        self._words: dict[Language, Asset] = {}
        self._listener: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._runner = web.AppRunner(
            self._application(routes),
            access_log=None,
            logger=_log,
            handler_cancellation=True,
            keepalive_timeout=KEPT_ALIVE_S * speed,
            shutdown_timeout=LAST_WORDS_S * speed,
        )

    def bind(self) -> socket.socket:
        """Claim the port and return its socket; who connects from now on waits to be served.

        Raises:
            WebPageError: the port is taken or not ours to take, or the host is not this machine.
        """
        host, port = self._place.host, self._place.port
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            named = host.encode("idna").decode()
            self._listener = socket.create_server((named, port), family=family, backlog=_WAITING)
        except (OSError, UnicodeError) as error:
            raise WebPageError(_why_not(error, host, port)) from error
        return self._listener

    @property
    def address(self) -> str:
        """Return where the page is, for a person; call when the port is claimed."""
        assert self._listener is not None
        host, port = self._listener.getsockname()[:2]
        if host in ("0.0.0.0", "::"):  # noqa: S104 -- compared, not listened on
            host = _address_in_the_house()
        return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

    async def start(self) -> None:
        """Serve from now on; claims the port if that was not done.

        Raises:
            WebPageError: as for ``bind``.
        """
        listener = self._listener or self.bind()
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._take, sock=listener)

    async def close(self) -> None:
        """Let every client go; harmless when closed."""
        self.streams.close()
        if self._server is not None:
            self._server.close()
            self._server = None
        elif self._listener is not None:
            self._listener.close()
        self._listener = None
        await self._runner.cleanup()

    def _take(self) -> asyncio.BaseProtocol:
        """Take a connection, or turn it away where too many are open."""
        server = self._runner.server
        assert server is not None
        return server() if len(server.connections) < MOST_CONNECTIONS else _TurnedAway()

    # Every request --------------------------------------------------------------------------------

    def _application(self, routes: Sequence[Route]) -> web.Application:
        app = web.Application(middlewares=[self._attend], client_max_size=LONGEST_BODY)
        app.on_response_prepare.append(_add_security)
        for route in routes:
            if route.method == "GET":
                live = route.serves is Serves.EVENTS
                app.router.add_get(route.path, self._handler(route), allow_head=not live)
            else:
                app.router.add_route(route.method, route.path, self._handler(route))
        return app

    @web.middleware
    async def _attend(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request; what is wrong with it is told as every command's refusal is."""
        if not is_our_host(request.headers.get("Host"), self._names):
            return refusal(403, "wrong-host", self._say(request, "page.wrong-host"))
        try:
            return await handler(request)
        except web.HTTPException as error:
            answer = refusal(error.status, "bad-request", error.reason)
            if "Allow" in error.headers:
                answer.headers["Allow"] = error.headers["Allow"]
            return answer

    def _handler(self, route: Route) -> Handler:
        serve = self._serving()[route.serves]

        async def handle(request: web.Request) -> web.StreamResponse:
            if route.role is not Role.ANYONE:
                return refusal(403, "not-allowed", self._say(request, "page.not-allowed"))
            return await serve(route, request)

        return handle

    def _serving(self) -> Mapping[Serves, Callable[[Route, web.Request], Answer]]:
        return {
            Serves.PAGE: self._page,
            Serves.STATIC: self._static,
            Serves.WORDS: self._send_words,
            Serves.SNAPSHOT: self._snapshot,
            Serves.EVENTS: self._events,
            Serves.COMMAND: self._command,
        }

    def _language_of(self, request: web.Request) -> Language:
        accepted = request.headers.get("Accept-Language", "")
        return language_for(request.query.get("lang"), accepted, self._language)

    def _say(self, request: web.Request, key: str) -> str:
        return say(key, self._language_of(request))

    # What is served -------------------------------------------------------------------------------

    async def _page(self, _: Route, request: web.Request) -> web.Response:
        return kept(request, self._assets.page, ASK_AGAIN)

    async def _static(self, _: Route, request: web.Request) -> web.Response:
        asset = self._assets.files.get(request.match_info["name"])
        if asset is None or request.match_info["version"] != self._assets.version:
            raise web.HTTPNotFound
        return kept(request, asset, FOR_EVER)

    async def _send_words(self, _: Route, request: web.Request) -> web.Response:
        language = self._language_of(request)
        asset = self._words.get(language)
        if asset is None:
            asset = Asset(json_bytes(words(language, self._name)), "application/json")
            self._words[language] = asset
        answer = kept(request, asset, ASK_AGAIN)
        answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
        return answer

    async def _snapshot(self, _: Route, request: web.Request) -> web.Response:
        return json_answer(self._table.snapshot(self._language_of(request)).as_json())

    async def _events(self, _: Route, request: web.Request) -> web.StreamResponse:
        if self.streams.full:
            return refusal(503, "full", self._say(request, "page.full"))
        response = web.StreamResponse(headers=_LIVE)
        response.content_type = "text/event-stream"
        await response.prepare(request)
        last = request.headers.get("Last-Event-ID")
        try:
            await self.streams.follow(self._language_of(request), last, response.write)
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()  # what it did not take is dropped
        return response

    async def _command(self, route: Route, request: web.Request) -> web.Response:
        headers = request.headers
        if not is_same_origin(
            headers.get("Host"), headers.get("Origin"), headers.get("Sec-Fetch-Site")
        ):
            return refusal(403, "other-site", self._say(request, "page.other-site"))
        if request.content_type != "application/json":
            # No web page can post this type to another site without being asked first.
            return refusal(415, "bad-request", "post JSON, as Content-Type: application/json")
        try:
            post = parse_post(await request.read())
        except BadPost as error:
            return refusal(400, "bad-request", str(error))
        assert route.word is not None
        reply = self._table.submit(Command(route.word, origin=Origin.WEB))
        return json_answer({"key": post.key, **reply.as_json()}, 200 if reply.ok else 409)


class _TurnedAway(asyncio.Protocol):
    """A connection too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


async def _add_security(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY)


def _why_not(error: Exception, host: str, port: int) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        why = f"port {port} of {host} is taken; end the other program, or set web.port (0 = any)"
    elif number == errno.EACCES:
        why = f"port {port} is not ours to take; set web.port to 1024 or more"
    elif number is None or number < 0 or number == errno.EADDRNOTAVAIL:  # below 0: the resolver's
        why = f"{host} is no address of this machine; set web.host to 127.0.0.1, 0.0.0.0 or its own"
    else:
        why = f"{host}, port {port}: {error}; set web.host and web.port to others"
    return f"the web page is not served: {why}"


def _address_in_the_house() -> str:
    """Return the address under which others in the house reach this machine; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
        except OSError:
            return "127.0.0.1"
        host: str = probe.getsockname()[0]
        return host
