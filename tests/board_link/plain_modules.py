"""Five simulated 8-in/8-out modules wired to the simulated plant."""

import asyncio

from hal.ids import FOUR_PORT_ACTUATORS, FOUR_PORT_INPUTS, Actuator, Direction
from hal.modbus import (
    Bits,
    ExceptionCode,
    ExceptionReply,
    Function,
    ReadBits,
    Reply,
    RequestStream,
    WriteCoil,
    WriteDone,
    decode_request,
    encode_reply,
)
from hal.plain.wiring import CHANNELS, Output, Terminal, Wiring
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant

UNITS = (1, 2, 3, 4, 5)
ONE_WAY = (Actuator.DRUM, Actuator.RING, Actuator.DICE_CUP)
FLASH_ON = 0x0200


def _outputs() -> dict[Output, Terminal]:
    """Every motor forward; those that need it backwards too: 37 of 40 terminals."""
    wanted = [
        (motor, way)
        for motor in FOUR_PORT_ACTUATORS
        for way in Direction
        if way is Direction.FORWARD or motor not in ONE_WAY
    ]
    return {output: (UNITS[n // CHANNELS], n % CHANNELS) for n, output in enumerate(wanted)}


WIRING = Wiring(
    {each: (UNITS[each // CHANNELS], each % CHANNELS) for each in FOUR_PORT_INPUTS}, _outputs()
)


class Modules:
    """What answers on the line; an output goes off by itself after the time it was given."""

    def __init__(self, kernel: Kernel, plant: Plant) -> None:
        self._kernel, self._plant = kernel, plant
        self._streams = {unit: RequestStream(unit) for unit in UNITS}
        self._outputs = {terminal: output for output, terminal in WIRING.outputs.items()}
        self._timers: dict[Terminal, asyncio.TimerHandle] = {}
        self.silent = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes and return the replies."""
        replies = []
        for unit, stream in self._streams.items():
            answers = [encode_reply(unit, self._do(unit, frame)) for frame in stream.feed(data)]
            replies += [] if self.silent else answers
        return replies

    def _do(self, unit: int, frame: bytes) -> Reply:
        self._kernel.catch_up()
        match decode_request(frame):
            case ReadBits(_, 0, count):
                first = UNITS.index(unit) * CHANNELS
                return Bits(
                    Function.READ_INPUTS, tuple(self._plant.pins.seen[first : first + count])
                )
            case WriteCoil(address, value):
                self._write(unit, address, value)
                return WriteDone(Function.WRITE_COIL, address, value)
        return ExceptionReply(frame[1], ExceptionCode.FUNCTION)

    def _write(self, unit: int, address: int, value: int) -> None:
        terminal = unit, address % FLASH_ON
        timer = self._timers.pop(terminal, None)
        if timer is not None:
            timer.cancel()
        if address >= FLASH_ON:
            loop = asyncio.get_running_loop()
            self._timers[terminal] = loop.call_later(value / 10, self._turn, terminal, 0)
            self._turn(terminal, 1)
        else:
            self._turn(terminal, 0)

    def _turn(self, terminal: Terminal, on: int) -> None:
        self._kernel.catch_up()
        actuator, direction = self._outputs[terminal]
        self._plant.motors.command(actuator, on if direction is Direction.FORWARD else -on)
        self._kernel.rearm()
