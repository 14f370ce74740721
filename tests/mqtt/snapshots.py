"""A snapshot as the broker gets it: that of a real controller, which nobody has touched."""

import asyncio
from typing import Any

from firmware_ctl.config.model import Config
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.hands import SystemChance
from hal.sim import SimTable, run_virtual


def _fresh() -> dict[str, Any]:
    async def main() -> dict[str, Any]:
        table = SimTable.build(asyncio.get_running_loop(), seed=1)
        return Controller(table.board, Config(), SystemChance()).snapshot().as_json()

    return run_virtual(main(), limit_s=10)


_FRESH = _fresh()


def a_snapshot(**changed: object) -> dict[str, Any]:
    return {**_FRESH, **changed}
