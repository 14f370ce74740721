"""Open the ways out that a table may have beside page and socket, and close them in reverse.

Each hears the controller and moves nothing; where its configuration leaves it off it is not even
imported. None of them keeps the table from starting, except by a configuration that makes no sense.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import gethostname

from firmware_ctl import __version__
from firmware_ctl.config.model import Config
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.listeners import Event
from firmware_ctl.supply import Supply
from firmware_ctl.supply_sensor import LOOK_S, alarmed


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A controller that runs, and what its ways out need.

    ``record`` is the directory that holds the table's record, if it keeps one, and ``weighed`` how
    far in it the wall check has been heard; ``url`` is the page's address;
    ``told`` takes what whoever runs the table should read, and ``hushed`` tells whether the hours
    are quiet. ``supply`` is what is known of this computer's supply, ``alarm`` the file that says
    whether it sags now, where there is one.
    """

    controller: Controller
    config: Config
    record: Path | None
    weighed: int = 0
    url: str
    speed: float
    told: Callable[[str], None]
    hushed: Callable[[], bool]
    supply: Supply = field(default_factory=Supply)
    alarm: Path | None = None


@asynccontextmanager
async def ways_out(table: Served) -> AsyncIterator[None]:
    """Keep everything that is configured open."""
    async with AsyncExitStack() as closing:
        for way in (_wall_check, _voice, _notices, _broker, _supply):
            await closing.enter_async_context(way(table))
        yield


@asynccontextmanager
async def _wall_check(table: Served) -> AsyncIterator[None]:
    """Weigh every hand's wall; without a record there is nothing to weigh."""
    if table.record is None:
        yield
        return
    from firmware_ctl.wall_check.desk import CheckDesk  # noqa: PLC0415

    mixing = table.config.integrity.mixing
    desk = CheckDesk(table.controller, table.record, mixing, table.weighed)
    desk.start()
    leave = table.controller.subscribe(desk.hear)
    try:
        yield
    finally:
        leave()
        await desk.close()


@asynccontextmanager
async def _voice(table: Served) -> AsyncIterator[None]:
    """Say prompts aloud."""
    settings, language = table.config.voice, table.config.table.language
    if settings.speaker == "off":
        yield
        return
    from firmware_ctl.views.voice.prompts import Prompter  # noqa: PLC0415
    from firmware_ctl.views.voice.speaker import Speaker  # noqa: PLC0415

    prompter = Prompter(language, table.hushed)
    speaker = Speaker(settings, language, table.told)

    def hear(event: Event) -> None:
        prompt = prompter.hear(event)
        if prompt is not None:
            speaker.say(prompt)

    leave = table.controller.subscribe(hear)
    try:
        yield
    finally:
        leave()
        await speaker.close()


@asynccontextmanager
async def _notices(table: Served) -> AsyncIterator[None]:
    """Lay notices down for the process that sends them."""
    settings = table.config.notify
    if not settings.addresses:
        yield
        return
    from firmware_ctl.views.notifications.notices import Notices  # noqa: PLC0415
    from firmware_ctl.views.notifications.spool import Spool  # noqa: PLC0415

    def words(code: str) -> tuple[str, str]:
        faults = table.controller.snapshot().faults
        return next(((one.name, one.do) for one in faults if one.code == code), (code, ""))

    about = table.config.table
    wanted = settings.about.split()
    now = asyncio.get_running_loop().time
    notices = Notices(about.name, about.language, wanted, now, words)
    spool = Spool(Path(settings.spool))

    def hear(event: Event) -> None:
        notice = notices.hear(event)
        if notice is None:
            return
        try:
            spool.put(notice)
        except OSError as error:
            table.told(f"a notice could not be laid down in {settings.spool}: {error.strerror}")

    was_safe = False

    def look() -> None:
        """Hear when power may be cut: no event tells that everything is on the card at last."""
        nonlocal was_safe
        session = table.controller.snapshot().session
        is_safe = session is not None and session.safe_to_cut
        if is_safe and not was_safe:
            hear({"event": "session", "safe_to_cut": True})
        was_safe = is_safe

    leave, look_away = table.controller.subscribe(hear), table.controller.watch(look)
    try:
        yield
    finally:
        leave()
        look_away()


@asynccontextmanager
async def _broker(table: Served) -> AsyncIterator[None]:
    """Keep the table on its MQTT broker."""
    if not table.config.mqtt.host:
        yield
        return
    try:
        from firmware_ctl.views.mqtt.bridge import About, Bridge, Computer  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "aiomqtt":
            raise
        table.told("mqtt.host is set, but aiomqtt is absent: install mjtable with its extra `mqtt`")
        yield
        return
    said = table.config.table
    about = About(said.name, __version__, gethostname(), table.url, said.language)
    measured = table.alarm is not None
    computer = Computer(lambda: bool(table.supply.sags) if measured else None, _waiting_release)
    bridge = Bridge(
        table.config.mqtt,
        about,
        table.controller.submit,
        lambda: table.controller.snapshot().as_json(),
        table.speed,
        computer,
    )
    leave = table.controller.watch(bridge.changed)
    look_away = table.supply.watch(lambda _: bridge.changed())
    running = asyncio.get_running_loop().create_task(bridge.run(), name="broker")
    try:
        yield
    finally:
        leave()
        look_away()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


def _waiting_release() -> str:
    """Return the version of a release that lies on this machine and has never been in use."""
    # Only here: it comes with a broker, and few tables have one.
    from firmware_ctl.update.shelf import BadRelease, Shelf  # noqa: PLC0415

    try:
        found = Shelf().waiting()
    except (BadRelease, OSError):
        return ""  # what lies there is no release of ours to offer; `mjtable update` names it
    return "" if found is None else found.version


@asynccontextmanager
async def _supply(table: Served) -> AsyncIterator[None]:
    """Look after the supply of this computer, and tell when it sags and when it no longer does."""
    if table.alarm is None:
        yield
        return
    leave = table.supply.watch(lambda sags: _tell_of_supply(table, sags=sags))
    looking = asyncio.get_running_loop().create_task(_look(table, table.alarm), name="supply")
    try:
        yield
    finally:
        leave()
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def _look(table: Served, alarm: Path) -> None:
    now = asyncio.get_running_loop().time
    while True:
        table.supply.see(now() / table.speed, alarm=alarmed(alarm))
        await asyncio.sleep(LOOK_S * table.speed)


def _tell_of_supply(table: Served, *, sags: bool) -> None:
    """Tell with the errors on the board's line, which a weak supply often brings."""
    errors = table.controller.snapshot().link.errors
    what = "has dropped" if sags else "is right again"
    table.told(f"the supply voltage of this computer {what}; errors on the board's line: {errors}")
    if sags and table.config.care.tell_undervoltage:
        table.controller.report(StepFault("E809", count=errors))
