"""The desk of the honest wall: the last opened wall, as text and QR code, and the page to check it.

Nothing here shows a wall whose hand has not ended: what is handed out is what the controller opens.
"""

from collections.abc import Callable

from firmware_ctl.audit.qr import svg_code
from firmware_ctl.views.verify_page import page, policy
from firmware_ctl.views.web.asked import Answer, Asked, Mounted, no
from firmware_ctl.views.web.routes import Route, Serves

ROUTES = (
    Route("GET", "/verify", Serves.DESK, "the page that checks walls and journals by itself"),
    Route("GET", "/api/wall", Serves.DESK, "the text of the last wall that was opened"),
    Route("GET", "/api/wall.svg", Serves.DESK, "the same as a QR code"),
)


class WallDesk:
    """Hands out what ``opening`` gives: the text of the last opened wall, if there is one."""

    def __init__(self, opening: Callable[[], str | None]) -> None:
        self._opening = opening

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        desks = (self.page, self.text, self.picture)
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
