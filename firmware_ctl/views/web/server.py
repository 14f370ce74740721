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

from firmware_ctl.access.desk import AccessDesk
from firmware_ctl.access.file import AccessFile
from firmware_ctl.access.roles import Role
from firmware_ctl.config.addresses import page_address
from firmware_ctl.config.model import Web
from firmware_ctl.core.commands import Command, Origin
from firmware_ctl.texts import say
from firmware_ctl.views.web.answers import answered, json_answer, json_bytes, kept, refusal
from firmware_ctl.views.web.asked import Asked, Desk, Mounted
from firmware_ctl.views.web.assets import Asset, load_assets
from firmware_ctl.views.web.commanding import Commanding
from firmware_ctl.views.web.doors import Doors
from firmware_ctl.views.web.entrance import Entrance
from firmware_ctl.views.web.guard import client_of, is_our_host, is_same_origin, known_names
from firmware_ctl.views.web.headers import ASK_AGAIN, FOR_EVER, KEEP_NOTHING, POLICY, SECURITY
from firmware_ctl.views.web.jogging import JogLine, Motors
from firmware_ctl.views.web.languages import language_for
from firmware_ctl.views.web.posts import LONGEST_BODY, BadPost, parse_post
from firmware_ctl.views.web.routes import ROUTES, Route, Serves
from firmware_ctl.views.web.states import States
from firmware_ctl.views.web.stream import Streams
from firmware_ctl.views.web.table import Table
from firmware_ctl.views.web.words import words
from rules.languages import Language

KEPT_ALIVE_S = 30.0
BODY_S = 10.0
"""What is posted has come by then."""

LAST_WORDS_S = 1.0
"""How long answers under way may take when the page is closed."""

_LIVE = {"Cache-Control": KEEP_NOTHING, "X-Accel-Buffering": "no"}
_WAITING = 32  # connections that the kernel keeps until we look

CUSTOM_HEADER = "X-Mjtable"
"""Every post carries it: no form, and no script of another site, can add it without being asked."""

SESSION_S = 24 * 3600

Sent = Awaitable[web.StreamResponse]
Handler = Callable[[web.Request], Sent]
Serving = Callable[[Route, web.Request], Sent]


_NONSENSE = (HttpProcessingError, web.RequestPayloadError)


class _OurMistakes(logging.Filter):
    """Lets pass what went wrong in here, not every line of nonsense that somebody sends."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], _NONSENSE))


_log = logging.getLogger(__name__)
_log.addFilter(_OurMistakes())


class WebPageError(Exception):
    """The page cannot be served; the text says why and what to do."""


class WebServer:
    """Serves one table's page.

    ``language`` is spoken to whoever reads none of ours; ``access`` says who may come in; ``speed``
    is how many times faster than the wall's clock the event loop's runs; ``routes`` are those of
    the page, ``more`` those of other parts; ``motors`` can be run by hand where there are any.
    """

    def __init__(
        self,
        table: Table,
        place: Web,
        *,
        name: str,
        language: Language,
        access: AccessDesk | None = None,
        speed: float = 1.0,
        routes: Sequence[Route] = ROUTES,
        more: Sequence[Mounted] = (),
        motors: Motors | None = None,
    ) -> None:
        states = States()
        self.streams = Streams(table, speed, states)
        self.access = access or AccessDesk(AccessFile(None))
        self._table = table
        self._states = states
        self._place = place
        self._name = name
        self._language = language
        self._speed = speed
        self._names = known_names(socket.gethostname(), place.names)
        self._assets = load_assets()
        self._words: dict[Language, Asset] = {}
        self._listener: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._jog_line = None if motors is None else JogLine(motors, speed)
        self._doors = Doors(self._serve_one, speed)
        self._served = self._serving()
        self._runner = web.AppRunner(
            self._application(routes, more),
            access_log=None,
            logger=_log,
            handler_cancellation=True,
            auto_decompress=False,
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
        return page_address(host, port)

    async def start(self) -> None:
        """Serve from now on; claims the port if that was not done.

        Raises:
            WebPageError: as for ``bind``.
        """
        listener = self._listener or self.bind()
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._doors.door, sock=listener)

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

    def _serve_one(self) -> asyncio.Protocol:
        """Return what serves one connection."""
        assert self._runner.server is not None
        return self._runner.server()

    # Every request --------------------------------------------------------------------------------

    def _application(self, routes: Sequence[Route], more: Sequence[Mounted]) -> web.Application:
        app = web.Application(middlewares=[self._attend], client_max_size=LONGEST_BODY)
        app.on_response_prepare.append(_add_security)
        handlers = [(route, self._handler(route, self._served[route.serves])) for route in routes]
        handlers += [(one.route, self._handler(one.route, self._at(one.desk))) for one in more]
        for route, handler in handlers:
            if route.method == "GET":
                app.router.add_get(route.path, handler, allow_head=not route.live)
            else:
                app.router.add_route(route.method, route.path, handler)
        return app

    @web.middleware
    async def _attend(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, and let its connection rest then."""
        self._doors.heard(request.protocol)
        try:
            return await self._answer(request, handler)
        finally:
            self._doors.answered(request.protocol)

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request; what is wrong with it is told as every command's refusal is."""
        if not is_our_host(request.headers.get("Host"), self._names):
            return refusal(403, "wrong-host", self._say(request, "web.wrong-host"))
        if "Content-Encoding" in request.headers:
            return _packed()
        try:
            return await handler(request)
        except web.HTTPException as error:
            answer = refusal(error.status, "bad-request", error.reason)
            if "Allow" in error.headers:
                answer.headers["Allow"] = error.headers["Allow"]
            return answer

    def _handler(self, route: Route, serve: Serving) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            if route.method == "POST" and (refused := self._not_ours(request)) is not None:
                return refused
            if not self._role(request).may(route.role):
                return refusal(403, "not-allowed", self._say(request, "web.not-allowed"))
            if route.live and not self._doors.stays(request.protocol):
                return refusal(503, "full", self._say(request, "web.full"))
            return await serve(route, request)

        return handle

    def _not_ours(self, request: web.Request) -> web.Response | None:
        """Return the refusal of a post that does not come from the page itself."""
        headers = request.headers
        host, origin = headers.get("Host"), headers.get("Origin")
        if not is_same_origin(host, origin, headers.get("Sec-Fetch-Site")):
            return refusal(403, "other-site", self._say(request, "web.other-site"))
        if request.content_type != "application/json" or CUSTOM_HEADER not in headers:
            # No web page can post this to another site without being asked first.
            why = f"post JSON, as Content-Type: application/json, with the header {CUSTOM_HEADER}"
            return refusal(415, "bad-request", why)
        return None

    def _serving(self) -> Mapping[Serves, Serving]:
        commands = Commanding(self._table, self._states)
        entrance = Entrance(self.access)
        return {
            Serves.PAGE: self._page,
            Serves.STATIC: self._static,
            Serves.WORDS: self._send_words,
            Serves.SNAPSHOT: self._snapshot,
            Serves.EVENTS: self._events,
            Serves.STOP: self._stop,
            Serves.COMMAND: self._at(commands.command),
            Serves.ME: self._at(entrance.me),
            Serves.SIGN_IN: self._at(entrance.sign_in),
            Serves.SIGN_OUT: self._at(entrance.sign_out),
            Serves.JOIN: self._at(entrance.join),
            Serves.PIN: self._at(entrance.set_pin),
            Serves.TOKEN: self._at(entrance.token),
            Serves.JOG: self._jog,
            Serves.TOKEN_PICTURE: self._at(entrance.token_picture),
        }

    def _at(self, desk: Desk) -> Serving:
        """Return what serves a route at a desk."""

        async def serve(_: Route, request: web.Request) -> web.Response:
            answer = await desk(
                Asked(
                    client=client_of(request.remote, request.headers.keys()),
                    role=self._role(request),
                    language=self._language_of(request),
                    session=self._session(request),
                    query=request.query,
                    path=request.match_info,
                    body=await self._body(request),
                    host=request.headers.get("Host", ""),
                )
            )
            response = answered(answer)
            self._hand_over(response, answer.session)
            return response

        return serve

    # Who asks -------------------------------------------------------------------------------------

    @property
    def _cookie(self) -> str:
        """Return the session's cookie, named by the port: browsers do not part them by ports."""
        assert self._listener is not None
        return f"mjtable-{self._listener.getsockname()[1]}"

    def _role(self, request: web.Request) -> Role:
        client = client_of(request.remote, request.headers.keys())
        return self.access.role(client, request.cookies.get(self._cookie))

    def _session(self, request: web.Request) -> str | None:
        """Return the session of whoever asks; a name that nobody was given is none."""
        name = request.cookies.get(self._cookie)
        return name if self.access.knows(name) else None

    async def _body(self, request: web.Request) -> bytes:
        """Return a request's body, which may not trickle in for ever."""
        try:
            async with asyncio.timeout(BODY_S * self._speed):
                return await request.read()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except web.RequestPayloadError:
            raise web.HTTPBadRequest(reason="the body ends before it is whole") from None

    def _hand_over(self, response: web.Response, session: str | None) -> None:
        """Let the browser keep a session, or forget the one that it has."""
        if session is None:
            return
        if session:
            response.set_cookie(
                self._cookie, session, max_age=SESSION_S, httponly=True, samesite="Strict"
            )
        else:
            response.del_cookie(self._cookie, httponly=True, samesite="Strict")

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
        table = self._table.snapshot(self._language_of(request)).as_json()
        return json_answer({**table, "state": self._states.name(table)})

    async def _events(self, _: Route, request: web.Request) -> web.StreamResponse:
        if self.streams.full:
            return refusal(503, "full", self._say(request, "web.full"))
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

    async def _jog(self, _: Route, request: web.Request) -> web.StreamResponse:
        headers = request.headers
        host, origin = headers.get("Host"), headers.get("Origin")
        if not is_same_origin(host, origin, headers.get("Sec-Fetch-Site")):
            return refusal(403, "other-site", self._say(request, "web.other-site"))
        if self._jog_line is None:
            return refusal(404, "bad-request", self._say(request, "web.no-motors"))
        if headers.get("Upgrade", "").lower() != "websocket":
            return refusal(426, "bad-request", "open a WebSocket here")
        return await self._jog_line.serve(request, lambda key: self._say(request, key))

    async def _stop(self, route: Route, request: web.Request) -> web.Response:
        """Say the route's own word, from whomever and however often it comes."""
        try:
            post = parse_post(await self._body(request))
        except BadPost as error:
            return refusal(400, "bad-request", str(error))
        assert route.word is not None
        client = client_of(request.remote, request.headers.keys())
        who = f"{self._role(request).value} {client.address}"
        command = Command(
            route.word, origin=Origin.WEB, language=self._language_of(request), by=who
        )
        reply = self._table.submit(command)
        return json_answer({"key": post.key, **reply.as_json()}, 200 if reply.ok else 409)


def _packed() -> web.Response:
    """Refuse a body that is packed (RFC 9110, 15.5.16): no post is long enough to need it."""
    answer = refusal(415, "bad-request", "post the body as it is, without Content-Encoding")
    answer.headers["Accept-Encoding"] = "identity"
    return answer


async def _add_security(_: web.Request, response: web.StreamResponse) -> None:
    own = response.headers.get(POLICY)
    response.headers.update(SECURITY if own is None else {**SECURITY, POLICY: own})


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
