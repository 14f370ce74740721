"""The simulated board behind its register map: what a Modbus master finds on the line.

The board's logic (:mod:`hal.sim.firmware`) is that of the board in process; this puts the map of
``board/register_map.toml`` in front of it, as the firmware of the real board does in C.
"""

from collections.abc import Callable

from hal.board import BuzzerPattern, Indicators
from hal.events import BoardEvent
from hal.ids import LANES, Actuator, Direction, Input
from hal.line import registers as reg
from hal.line.commands import FULL_SPEED, WORD, guard_of, is_newer
from hal.modbus import ExceptionCode, ModbusError, Server
from hal.motions import LONGEST_LIMIT_MS, Into, Motion, Run, Singles, SpinDice, Stack, Stop
from hal.sim.firmware import Firmware
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant
from hal.sim.register_rings import EventRecorder
from hal.sim.register_settings import Settings

Words = tuple[int, ...]
PRODUCT = {0: b"mjtable", 1: b"MJ-SIM", 2: b"1.0"}
SAFE_BITS = {
    Input.ESTOP_RELEASED: reg.Fault.ESTOP,
    Input.HATCH_CLOSED: reg.Fault.HATCH,
    Input.TOP_CLOSED: reg.Fault.TOP,
}
DROPS = {
    reg.Why.WATCHDOG: reg.Fault.WATCHDOG,
    reg.Why.ESTOP_PRESSED: reg.Fault.ESTOP,
    reg.Why.HATCH_OPEN: reg.Fault.HATCH,
    reg.Why.TOP_OPEN: reg.Fault.TOP,
}
NOT_MEASURED = 0xFFFF
BRIGHT = 950
"""Level of an eye that sees a tile's back."""

NOISE = 40
"""An eye's noise is this fraction of its idle level."""

BUZZERS = {reg.Buzzer[pattern.name]: pattern for pattern in BuzzerPattern}


class RegisterBoard:
    """Registers on the board's logic. Time is the kernel's; every call first catches up with it."""

    def __init__(self, kernel: Kernel, plant: Plant, *, board_id: int = 0) -> None:
        self._kernel, self._plant = kernel, plant
        self._board_id = board_id
        self.firmware = Firmware(kernel, plant, self._happened)
        self.indicators = Indicators()
        self.onlookers: list[Callable[[Indicators], None]] = []
        self._server: Server | None = None
        self.settings = Settings()
        self._blocks: dict[int, tuple[int, Callable[[], Words]]] = {
            reg.Identity.ADDRESS: (reg.Identity.WORDS, self._identity),
            reg.Status.ADDRESS: (reg.Status.WORDS, self._status),
            reg.Events.ADDRESS: (reg.Events.WORDS, self._event_words),
            reg.Tiles.ADDRESS: (reg.Tiles.WORDS, self._tile_words),
            reg.Eyes.ADDRESS: (reg.Eyes.WORDS, self._eyes),
            reg.Limits.ADDRESS: (reg.Limits.WORDS, lambda: (self._nonce, *self.settings.limits)),
            reg.Parameters.ADDRESS: (
                reg.Parameters.WORDS, lambda: (self._nonce, *self.settings.parameters),
            ),
        }  # fmt: skip
        self._start()

    def count_crc_errors(self, server: Server) -> None:
        """Show how many frames the server in front could not read."""
        self._server = server

    def _start(self) -> None:
        """Begin as after power-on."""
        self._started_us = self._kernel.now
        self._recorder = EventRecorder(self._uptime_ms)
        self._nonce = 0
        self._fresh = True
        self._last_seq = 0
        self._seen = 0
        self._result = reg.Result.NONE << 8
        self._latched = reg.Fault.RESTART
        self._heartbeat = 0
        self._kept_alive_us = 0

    def restart(self) -> None:
        """Start anew, as a reset does: outputs off, nothing remembered, another boot id."""
        self._kernel.catch_up()
        self.firmware.restart()
        self.settings.start()
        self.firmware.set_watchdog(self.settings.watchdog_ms)
        self._start()
        self._light(Indicators())

    def _uptime_ms(self) -> int:
        return (self._kernel.now - self._started_us) // 1000

    def _happened(self, event: BoardEvent) -> None:
        why = self._recorder.record(event, self._line_seq)
        if why in DROPS:
            self._latched |= DROPS[why]

    def _line_seq(self, seq: int) -> int:
        return seq & WORD

    # What is read.

    def identification(self) -> dict[int, bytes]:
        """Return vendor, product and revision."""
        return PRODUCT

    def read(self, address: int, count: int) -> Words:
        """Return words of one block.

        Raises:
            ModbusError: not all of them are in one readable block.
        """
        self._kernel.catch_up()
        for start, (words, contents) in self._blocks.items():
            if start <= address and address + count <= start + words:
                return contents()[address - start : address - start + count]
        raise ModbusError(ExceptionCode.ADDRESS)

    def _event_words(self) -> Words:
        return self._recorder.events.words()

    def _tile_words(self) -> Words:
        return self._recorder.tiles.words()

    def _identity(self) -> Words:
        settings = self._plant.settings
        firmware = settings.firmware
        has = reg.Capability.WATCHDOG
        for fitted, capability in (
            (settings.reader.fitted, reg.Capability.TILE_READER),
            (firmware.eye_levels, reg.Capability.EYE_LEVELS),
            (firmware.dice_reader, reg.Capability.DICE_READER),
            (firmware.motor_current, reg.Capability.MOTOR_CURRENT),
            (firmware.display, reg.Capability.DISPLAY),
            (settings.deal.fitted, reg.Capability.DEALS),
        ):
            has |= capability if fitted else 0
        return (
            reg.MAGIC,
            reg.MAP_MAJOR << 8 | reg.MAP_MINOR,
            0x0100,
            reg.BoardType.SIMULATED,
            has,
            len(Input) << 8 | len(Actuator),
            len(LANES) << 8 | len(reg.LevelOutput),
            reg.Events.ENTRIES << 8 | reg.Tiles.ENTRIES,
            *(0, 0),
            *_long(self._board_id),
            *(0, 0, 0, 0),
        )

    def _status(self) -> Words:
        seen, drive = self._plant.pins.seen, self._plant.motors.drive
        inputs = _mask(seen)
        busy = _mask([self.firmware.is_active(actuator) for actuator in Actuator])
        first, second, third, fourth = self.firmware.counts
        return (
            self._nonce,
            self.firmware.boot_id & WORD,
            *_long(self._uptime_ms()),
            self._state(),
            self._latched,
            self._live(),
            self._last_seq,
            self._result,
            inputs >> 32,
            *_long(inputs),
            *_long(_mask([each != 0 for each in drive])),
            *(first, second, third, fourth),
            self._recorder.events.head,
            self._watchdog_left_ms(),
            self._recorder.tiles.head,
            *_long(busy),
            0,
            (self._server.crc_errors if self._server else 0) & WORD,
            self.settings.crc(),
        )

    def _state(self) -> int:
        if self.firmware.armed:
            return reg.State.ARMED
        return reg.State.FAULT if self._latched & ~reg.Fault.RESTART else reg.State.IDLE

    def _live(self) -> int:
        seen = self._plant.pins.seen
        return sum(bit for input_, bit in SAFE_BITS.items() if not seen[input_])

    def _watchdog_left_ms(self) -> int:
        if not self.firmware.armed:
            return 0
        gone_us = self._kernel.now - self._kept_alive_us
        return max(0, self.settings.watchdog_ms - gone_us // 1000)

    def _eyes(self) -> Words:
        if not self._plant.settings.firmware.eye_levels:
            return (self._nonce, *[NOT_MEASURED] * (reg.Eyes.WORDS - 1))
        idle = [lane.eye_idle_level for lane in self._plant.lanes]
        seen = self._plant.pins.seen[: len(idle)]
        now = [BRIGHT if sees else level for sees, level in zip(seen, idle, strict=True)]
        noise = [level // NOISE for level in idle]
        return (self._nonce, *idle, *now, *noise, *(count & WORD for count in self._recorder.edges))

    # What is written.

    def write(self, address: int, words: Words) -> None:
        """Take a command block or settings, all or nothing.

        Raises:
            ModbusError: no such address, a part of a command block, a bad guard, an old nonce, a
                value out of range, or a setting while armed.
        """
        self._kernel.catch_up()
        match address:
            case reg.Cycle.ADDRESS:
                self._cycle(self._guarded(words, reg.Cycle.WORDS))
            case reg.Mailbox.ADDRESS:
                self._mailbox(self._guarded(words, reg.Mailbox.WORDS))
            case reg.Display.ADDRESS:
                self._display(self._guarded(words, reg.Display.WORDS))
            case _:
                self._settings(address, words)

    def _guarded(self, words: Words, size: int) -> Words:
        """Check a command block and return its contents; its nonce is the newest from now on."""
        if len(words) != size:
            raise ModbusError(ExceptionCode.ADDRESS)
        nonce, guard, contents = words[0], words[1], words[2:]
        is_new = self._fresh or is_newer(nonce, self._nonce)
        if guard != guard_of(nonce, contents) or not is_new:
            raise ModbusError(ExceptionCode.VALUE)
        self._check(size, contents)
        self._nonce, self._fresh = nonce, False
        return contents

    def _check(self, size: int, contents: Words) -> None:
        if size == reg.Mailbox.WORDS:
            _motion(contents)
        elif size == reg.Display.WORDS and contents[-1] not in BUZZERS:
            raise ModbusError(ExceptionCode.VALUE)

    def _cycle(self, contents: Words) -> None:
        flags, high, low, heartbeat = contents
        firmware = self.firmware
        if flags & reg.CycleFlag.STOP:
            firmware.stop_all()
        if flags & reg.CycleFlag.CLEAR:
            self._latched = reg.Fault(0)
        wanted = bool(flags & reg.CycleFlag.ARM) and not self._latched
        if wanted and (not firmware.armed or heartbeat != self._heartbeat):
            self._kept_alive_us = self._kernel.now
            firmware.arm()
        elif not wanted and firmware.armed:
            firmware.disarm()
        self._heartbeat = heartbeat
        self._light_lamps(reg.LevelOutput(high << 16 | low))

    def _mailbox(self, contents: Words) -> None:
        seq, motion = contents[0], _motion(contents)
        if not seq or (self._last_seq and not is_newer(seq, self._last_seq)):
            return
        self._seen += (seq - self._last_seq) & WORD
        self._last_seq = seq
        self.firmware.command(self._seen, self.settings.limited(motion))
        refusal = self._recorder.take_refusal()
        if refusal is None:
            self._result = reg.Result.TAKEN << 8
        else:
            self._result = reg.Result.REFUSED << 8 | refusal

    def _display(self, contents: Words) -> None:
        raw = b"".join(word.to_bytes(2, "big") for word in contents[:-1])
        text = raw.split(b"\0", 1)[0].decode("ascii", "replace")
        shown = self.indicators
        buzzer = BUZZERS[reg.Buzzer(contents[-1])]
        self._light(Indicators(shown.ready_lamp, shown.dealer_lamps, text, buzzer))

    def _light_lamps(self, outputs: reg.LevelOutput) -> None:
        east, south, west, north = (
            bool(outputs & lamp)
            for lamp in (
                reg.LevelOutput.DEALER_0, reg.LevelOutput.DEALER_1,
                reg.LevelOutput.DEALER_2, reg.LevelOutput.DEALER_3,
            )
        )  # fmt: skip
        shown = self.indicators
        ready = bool(outputs & reg.LevelOutput.READY_LAMP)
        self._light(Indicators(ready, (east, south, west, north), shown.display, shown.buzzer))

    def _light(self, indicators: Indicators) -> None:
        if indicators == self.indicators:
            return
        self.indicators = indicators
        for onlooker in self.onlookers:
            onlooker(indicators)

    def _settings(self, address: int, words: Words) -> None:
        if self.firmware.armed:
            raise ModbusError(ExceptionCode.STATE)
        self.settings.write(address, words)
        self.firmware.set_watchdog(self.settings.watchdog_ms)


def _long(value: int) -> tuple[int, int]:
    return value >> 16 & WORD, value & WORD


def _mask(bits: list[bool]) -> int:
    return sum(1 << number for number, bit in enumerate(bits) if bit)


def _motion(contents: Words) -> Motion:
    """Return the motion that a mailbox block asks for.

    Raises:
        ModbusError: something in it is out of range.
    """
    _, actuator, verb, speed, amount_high, amount, stop_on, limit_high, limit_low = contents
    limit_ms = limit_high << 16 | limit_low
    level, input_ = divmod(stop_on, 256)
    try:
        motor = Actuator(actuator)
        until = None if input_ == 0xFF else Input(input_)
        if not 1 <= speed <= FULL_SPEED or amount_high or level > 1 or limit_ms > LONGEST_LIMIT_MS:
            raise ModbusError(ExceptionCode.VALUE)
        match reg.Verb(verb):
            case reg.Verb.STOP:
                return Stop(motor)
            case reg.Verb.FORWARD:
                return Run(motor, Direction.FORWARD, limit_ms, until, bool(level))
            case reg.Verb.REVERSE:
                return Run(motor, Direction.REVERSE, limit_ms, until, bool(level))
            case reg.Verb.SPIN_DICE if motor is Actuator.DICE_CUP:
                return SpinDice(limit_ms)
            case reg.Verb.STACK if Actuator.STACKER_0 <= motor <= Actuator.STACKER_3:
                return Stack(motor - Actuator.STACKER_0, amount, limit_ms)
            case reg.Verb.SINGLES_TO_ROW if Actuator.STACKER_0 <= motor <= Actuator.STACKER_3:
                return Singles(motor - Actuator.STACKER_0, amount, Into.ROW, limit_ms)
            case reg.Verb.SINGLES_TO_HAND if Actuator.STACKER_0 <= motor <= Actuator.STACKER_3:
                return Singles(motor - Actuator.STACKER_0, amount, Into.HAND, limit_ms)
            case _:
                raise ModbusError(ExceptionCode.VALUE)
    except ValueError as error:
        raise ModbusError(ExceptionCode.VALUE) from error
