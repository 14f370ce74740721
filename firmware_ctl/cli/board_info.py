"""Tell who answers on a port, what it can do and how it stands."""

import json
from dataclasses import asdict

from firmware_ctl.cli.board_line import opened, run
from firmware_ctl.cli.exits import ExitCode
from hal.ids import Actuator, Input
from hal.line import registers as reg
from hal.line.board import SerialBoard
from hal.line.settings import PARAMETERS_DELIVERED, parameters_told
from hal.line.status import BoardStatus

Data = dict[str, object]


def show(port: str, baud: int, *, as_json: bool) -> int:
    """Print what a board says of itself.

    Raises:
        CliError: it cannot be reached.
    """
    data = run(_ask(port, baud))
    print(json.dumps(data, ensure_ascii=False) if as_json else _in_words(data))
    return ExitCode.DONE


async def _ask(port: str, baud: int) -> Data:
    async with opened(port, baud) as board:
        parameters = await board.read(reg.Parameters.ADDRESS, reg.Parameters.WORDS)
        return _data(port, board, parameters)


def _data(port: str, board: SerialBoard, parameters: tuple[int, ...]) -> Data:
    details, status = board.details, board.status
    if details is None or status is None:
        raise RuntimeError("an open board has said who it is")
    changed = {
        name: value
        for name, value in parameters_told(parameters).items()
        if value != PARAMETERS_DELIVERED[name]
    }
    return {
        "port": port,
        "board": details.board,
        "simulated": details.simulated,
        "board_id": f"{details.board_id:08X}",
        "firmware": details.firmware,
        "build": f"{details.build_hash:08X}",
        "map": f"{details.map_major}.{details.map_minor}",
        "boot_id": status.head.boot_id,
        "uptime_s": status.head.uptime_ms / 1000,
        "capabilities": asdict(details.abilities()),
        **_standing(status),
        "settings_crc": f"{status.parameters_crc:04X}",
        "changed_parameters": changed,
        "link": {
            "exchanges": board.master.counters.exchanges,
            "said_again": board.master.counters.resends,
            "crc_errors_here": board.master.crc_errors,
            "crc_errors_there": status.crc_errors,
        },
    }


def _standing(status: BoardStatus) -> Data:
    head = status.head
    return {
        "state": reg.State(head.state).name.lower(),
        "faults_latched": _names(reg.Fault, head.faults_latched),
        "faults_live": _names(reg.Fault, head.faults_live),
        "inputs_on": [input_.label for input_ in Input if status.inputs >> input_ & 1],
        "driven": [motor.label for motor in Actuator if status.driven >> motor & 1],
        "lane_counts": list(status.lane_counts),
    }


def _names(kind: type[reg.Fault], bits: int) -> list[str]:
    return [bit.name.lower() for bit in kind if bits & bit and bit.name]


def _in_words(data: Data) -> str:
    lines = []
    for key, value in data.items():
        if isinstance(value, dict):
            shown = ", ".join(f"{name} {_word(each)}" for name, each in value.items()) or "none"
        elif isinstance(value, list):
            shown = ", ".join(map(str, value)) or "none"
        else:
            shown = _word(value)
        lines.append(f"{key.replace('_', ' '):<20} {shown}")
    return "\n".join(lines)


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
