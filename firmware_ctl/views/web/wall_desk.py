"""The desk of the honest wall: the last opened wall, as text and QR code, and the page to check it.

Nothing here shows a wall whose hand has not ended: what is handed out is what the controller opens.
"""

from collections.abc import Callable

from firmware_ctl.audit.qr import svg_code
from firmware_ctl.statistics.tables import level_text
from firmware_ctl.statistics.verdicts import VerdictHistory
from firmware_ctl.views.verify_page import page, policy
from firmware_ctl.views.web.asked import Answer, Asked, Mounted, no
from firmware_ctl.views.web.routes import Route, Serves

ROOT_PREFIX = "MJROOT:"
"""After it a root stands in the address of the checking page, which keeps it for later."""

ROUTES = (
    Route("GET", "/verify", Serves.DESK, "the page that checks walls and journals by itself"),
    Route("GET", "/api/wall", Serves.DESK, "the text of the last wall that was opened"),
    Route("GET", "/api/wall.svg", Serves.DESK, "the same as a QR code"),
    Route("GET", "/api/root.svg", Serves.DESK, "the root of the closed walls, to note by phone"),
    Route("GET", "/api/verdicts", Serves.DESK, "the wall check's verdicts on the last hands"),
)


class WallDesk:
    """Hands out what everybody may know of walls.

    ``opening`` gives the text of the last opened wall, ``root`` what stands for the closed ones,
    ``verdicts`` are those on the hands so far.
    """

    def __init__(
        self,
        opening: Callable[[], str | None],
        root: Callable[[], str | None],
        verdicts: VerdictHistory | None = None,
    ) -> None:
        self._opening = opening
        self._root = root
        self._verdicts = verdicts or VerdictHistory(tuple)

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        desks = (self.page, self.text, self.picture, self.noted, self.verdicts)
        return tuple(Mounted(route, desk) for route, desk in zip(ROUTES, desks, strict=True))

    async def page(self, _: Asked) -> Answer:
        """Return the page; it brings its own policy, for it holds everything that it runs."""
        return Answer(page(), media_type="text/html", policy=policy())

    async def text(self, _: Asked) -> Answer:
        """Return the opened wall, ``null`` as long as none is open."""
        return Answer({"text": self._opening()})

    async def picture(self, asked: Asked) -> Answer:
        """Return the opened wall as a QR code."""
        text = self._opening()
        if text is None:
            return no(404, "bad-request", asked.say("web.no-wall"))
        return Answer(svg_code(text).encode(), media_type="image/svg+xml")

    async def noted(self, asked: Asked) -> Answer:
        """Return a QR code that leads to the checking page and leaves the root there."""
        root = self._root()
        if root is None:
            return no(404, "bad-request", asked.say("web.no-root"))
        address = f"http://{asked.host}/verify#{ROOT_PREFIX}{root}"
        return Answer(svg_code(address).encode(), media_type="image/svg+xml")

    async def verdicts(self, asked: Asked) -> Answer:
        """Return what the wall check said of the last hands, the newest first."""
        told = [
            {
                "hand": one.hand,
                "level": one.level,
                "null": one.null,
                "text": level_text(one.level, asked.language),
            }
            for one in await self._verdicts.newest_first()
        ]
        return Answer({"verdicts": told})
