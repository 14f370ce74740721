"""Many simulated tables in one process, each with its controller, its people and its own bridge.

``python -m benchmarks.fleet_tables PORT COUNT``: to the broker on this machine's port, until ended.
"""

import asyncio
import sys
from collections.abc import Sequence

from firmware_ctl.config.model import Config, Mqtt
from firmware_ctl.config.model import Table as TableSettings
from firmware_ctl.core.controller import Controller
from firmware_ctl.inputs.panel import Panel
from firmware_ctl.simulated_table import Crew, build_table
from firmware_ctl.simulation import SeededChance
from firmware_ctl.views.mqtt.bridge import About, Bridge
from hal.scaled_time import ScaledTimeLoop


async def run_table(port: int, number: int) -> None:
    """Play one table for ever, and keep it on the broker."""
    config = Config(
        table=TableSettings(name=f"Table {number}"),
        mqtt=Mqtt(host="127.0.0.1", port=port, id=f"t{number}"),
    )
    loop = asyncio.get_running_loop()
    table = build_table(loop, config, number)
    controller = Controller(table.board, config, SeededChance(number))
    about = About(config.table.name, "bench", "bench")
    bridge = Bridge(config.mqtt, about, controller.submit, lambda: controller.snapshot().as_json())
    controller.watch(bridge.changed)
    async with asyncio.TaskGroup() as parts:
        await table.board.open()
        parts.create_task(controller.run())
        crew = Crew(table, controller, demo=True)
        controller.subscribe(crew.hear)
        controller.listen_inputs(Panel(controller.submit, loop.call_later, deals=False).feed)
        await asyncio.sleep(number % 20)
        crew.sit_down()
        parts.create_task(bridge.run())


async def main(argv: Sequence[str]) -> None:
    """Play all of them."""
    port, count = map(int, argv)
    async with asyncio.TaskGroup() as tables:
        for number in range(1, count + 1):
            tables.create_task(run_table(port, number))


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=lambda: ScaledTimeLoop(1.0)) as runner:
        runner.run(main(sys.argv[1:]))
