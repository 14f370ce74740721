"""Every desk of the page with something to show, for tests and pictures."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from firmware_ctl.config.panel import PanelSettings
from firmware_ctl.referee.referee import Referee
from firmware_ctl.statistics.summary import Summary
from firmware_ctl.views.web.asked import Mounted
from firmware_ctl.views.web.backup_desk import BackupDesk
from firmware_ctl.views.web.board_desk import BoardDesk
from firmware_ctl.views.web.hand_desk import HandDesk
from firmware_ctl.views.web.mixing_desk import MixingDesk, Newest
from firmware_ctl.views.web.service_desk import EventLog, ServiceDesk
from firmware_ctl.views.web.settings_desk import SettingsDesk
from firmware_ctl.views.web.statistics_desk import StatisticsDesk
from firmware_ctl.views.web.wall_desk import WallDesk
from hal.board import Board, Identity
from hal.errors import LinkLost
from rules.languages import Language
from tests.web.web_bench import ShownTable

PORTS = (("/dev/ttyACM0", "USB serial"), ("/dev/ttyS0", "n/a"))
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
)


async def mixed(language: Language) -> Mapping[str, Any]:
    """Return one picture, with words in a language."""
    said = f"the tiles mix evenly ({language.value})"
    return {"why": "", "words": [said], "pictures": {"rows": SQUARE}}


def every_desk(
    referee: Referee, table: ShownTable, directory: Path, newest: Newest = mixed
) -> list[Mounted]:
    owner = directory / "table.toml"
    owner.write_text("config_version = 1\n")
    settings = PanelSettings(owner)
    settings.change({"motion.margin": 2.5})
    log = EventLog()
    log.hear({"time": 1.0, "event": "surface", "old": "homing", "new": "ready"})
    summary = Summary()
    summary.faults["E204"] = 3
    return [
        *HandDesk(referee, lambda: "GY1").mounted(),
        *SettingsDesk(settings).mounted(),
        *ServiceDesk(table, lambda: {"dome_up": True, "eye.0": False}, log, ["drum"]).mounted(),
        *StatisticsDesk(lambda: summary).mounted(),
        *WallDesk(lambda: None, lambda: table.data["hand"].get("root")).mounted(),
        *BoardDesk(cast("Board", SilentBoard()), "/dev/ttyACM0", lambda: PORTS).mounted(),
        *BackupDesk(lambda target: target.write_bytes(b"PK")).mounted(),
        *MixingDesk(newest).mounted(),
    ]


class SilentBoard:
    """A board that has not answered."""

    link_up = False

    @property
    def identity(self) -> Identity:
        raise LinkLost("nothing answers")
