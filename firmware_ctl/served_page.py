"""Put the web page together: its server, and the desks behind it with what each needs.

Imported only where a page is served, and before any motor can turn: it takes a noticeable time.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from firmware_ctl import __version__
from firmware_ctl.access.desk import AccessDesk
from firmware_ctl.access.file import FILE_NAME, AccessFile
from firmware_ctl.backup.places import Places
from firmware_ctl.config.model import Config
from firmware_ctl.config.panel import PanelSettings
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.jogging import MOTORS
from firmware_ctl.inputs.door_keys import listen_at_the_door
from firmware_ctl.statistics.source import newest_notes
from firmware_ctl.statistics.summary import Summary, summed
from firmware_ctl.statistics.verdicts import VerdictHistory
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.store.records import Note
from firmware_ctl.views.metrics import Metrics
from firmware_ctl.views.web.asked import Mounted
from firmware_ctl.views.web.backup_desk import BackupDesk
from firmware_ctl.views.web.board_desk import BoardDesk
from firmware_ctl.views.web.hand_desk import HandDesk
from firmware_ctl.views.web.metrics_desk import MetricsDesk
from firmware_ctl.views.web.mixing_desk import MixingDesk
from firmware_ctl.views.web.server import WebPageError, WebServer
from firmware_ctl.views.web.service_desk import EventLog, ServiceDesk
from firmware_ctl.views.web.settings_desk import SettingsDesk
from firmware_ctl.views.web.statistics_desk import StatisticsDesk
from firmware_ctl.views.web.wall_desk import WallDesk
from firmware_ctl.wall_check.pictures import MixingPictures
from hal.board import Board
from hal.ids import Input
from rules.languages import Language

__all__ = ["WebPageError", "served_page"]


def served_page(
    controller: Controller,
    board: Board,
    config: Config,
    *,
    config_file: Path | None,
    state: Path | None,
    speed: float,
    port: str = "",
    breakable: Mapping[str, Sequence[str]] | None = None,
    sags: Callable[[], bool | None] = lambda: None,
) -> WebServer:
    """Return the server of a table's page, not yet started.

    ``config_file`` is what the settings page writes beside; ``state`` the directory of PINs and
    record, without which PINs are forgotten at the end and nothing is counted; ``port`` is the
    board's, empty for a simulated table; ``breakable`` are the faults that such a table can be
    given, with their places; ``sags`` tells whether the voltage of the computer's supply drops.
    """
    access = AccessDesk(AccessFile(None if state is None else state / FILE_NAME))
    log = EventLog()
    controller.subscribe(log.hear)
    verdicts = VerdictHistory(lambda: _notes(state))
    controller.subscribe(verdicts.hear)
    listen_at_the_door(controller, access.open_door)
    desks = (
        HandDesk(controller.play.referee, lambda: controller.play.choice.variant.id),
        WallDesk(controller.opening, lambda: controller.snapshot().hand.root, verdicts),
        ServiceDesk(controller, lambda: _levels(board), log, sorted(MOTORS), breakable),
        SettingsDesk(None if config_file is None else PanelSettings(config_file)),
        StatisticsDesk(lambda: _statistics(state)),
        BoardDesk(board, port, _ports),
        BackupDesk(_backup(config, config_file, state)),
        MixingDesk(None if state is None else _mixing(controller, state).newest),
    )
    return WebServer(
        controller,
        config.web,
        name=config.table.name,
        language=Language(config.table.language),
        access=access,
        speed=speed,
        more=[mounted for desk in desks for mounted in desk.mounted()]
        + _metrics(controller, config, sags),
        motors=controller.jogging,
    )


def _metrics(
    controller: Controller, config: Config, sags: Callable[[], bool | None]
) -> list[Mounted]:
    """Return the route that Prometheus comes to, where the configuration has one."""
    if not config.web.metrics:
        return []
    now = asyncio.get_running_loop().time
    metrics = Metrics(__version__, lambda: controller.snapshot().as_json(), now, sags)
    controller.subscribe(metrics.hear)
    return [*MetricsDesk(metrics).mounted()]


def _levels(board: Board) -> dict[str, bool]:
    return {one.label: board.level(one) for one in Input}


def _statistics(state: Path | None) -> Summary:
    return summed(_notes(state))


def _notes(state: Path | None) -> list[Note]:
    return [] if state is None else newest_notes(state / RECORD_NAME)


def _ports() -> Sequence[tuple[str, str]]:
    # Only when somebody looks: a simulated table needs no serial port.
    from hal.line.serial_port import known_ports  # noqa: PLC0415

    return known_ports()


def _backup(
    config: Config, config_file: Path | None, state: Path | None
) -> Callable[[Path], object] | None:
    """Return what writes a backup without keys; a table that keeps nothing has none."""
    if config_file is None or state is None:
        return None
    places = Places(config_file.parent, state)
    name = config.table.name

    def write(target: Path) -> object:
        # Only when one is asked for: archives weigh half a megabyte.
        from firmware_ctl.backup.pack import pack  # noqa: PLC0415

        return pack(places, target, version=__version__, table=name)

    return write


def _mixing(controller: Controller, state: Path) -> MixingPictures:
    def hand() -> int | None:
        return controller.snapshot().hand.opened

    def playing() -> bool:
        return controller.snapshot().hand.state == "running"

    return MixingPictures(state, hand, playing)
