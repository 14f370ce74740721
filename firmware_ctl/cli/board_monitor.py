"""Show every sensor of a board as it changes, and how healthy the lane eyes are."""

import asyncio
import json
from contextlib import suppress

from firmware_ctl.cli.board_line import opened, run
from firmware_ctl.cli.by_hand import BY_HAND
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.eye_health import ADVICE, EyeLevels, Health, judge
from hal.events import BoardEvent, InputChanged, LinkChanged, TilePassed, TileRead
from hal.ids import FOUR_PORT_INPUTS, LANES, Input
from hal.line import registers as reg
from hal.line.board import SerialBoard

HEALTH_PERIOD_S = 2.0


def monitor(port: str, baud: int, *, as_json: bool, seconds: float | None) -> int:
    """Show changes until the time is over or Ctrl-C.

    Raises:
        CliError: the board cannot be reached.
    """
    with suppress(KeyboardInterrupt):
        run(_show(port, baud, as_json=as_json, seconds=seconds))
    return ExitCode.DONE


async def _show(port: str, baud: int, *, as_json: bool, seconds: float | None) -> None:
    async with opened(port, baud) as board:
        printer = _Printer(board, as_json=as_json)
        printer.levels()
        board.listen(printer.hear)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    if board.link_up and board.capabilities.eye_levels:
                        words = await board.read(reg.Eyes.ADDRESS, reg.Eyes.WORDS)
                        printer.eyes(words)
                    await asyncio.sleep(HEALTH_PERIOD_S)


class _Printer:
    """Print a board's levels and events, as words or as JSON lines."""

    def __init__(self, board: SerialBoard, *, as_json: bool) -> None:
        self._board = board
        self._as_json = as_json
        self._health: dict[int, Health] = {}
        self._edges: tuple[int, ...] | None = None
        self._counts = board.lane_counts()

    def levels(self) -> None:
        """Print every sensor that the table has, how it stands and how to try it."""
        deals = self._board.capabilities.deals
        for input_ in tuple(Input) if deals else FOUR_PORT_INPUTS:
            level = self._board.level(input_)
            if self._as_json:
                self._json(input=input_.label, level=level, by_hand=BY_HAND[input_])
            else:
                print(f"{input_.label:<16} {_word(level=level):<4} {BY_HAND[input_]}")
        if not self._as_json:
            print("-- changes, until Ctrl-C:", flush=True)

    def hear(self, event: BoardEvent) -> None:
        """Print an event of the board."""
        match event:
            case InputChanged(at, input_, level):
                self._tell(
                    f"{input_.label} {_word(level=level)}", at, input=input_.label, level=level
                )
            case TilePassed(at, lane, count, pulse_ms):
                text = f"tile {count} passed eye.{lane}, {pulse_ms} ms long"
                self._tell(text, at, lane=lane, count=count, pulse_ms=pulse_ms)
            case TileRead(at, lane, tile_id, reads):
                read = (
                    "no tag was read" if tile_id is None else f"tag {tile_id:016X}, {reads} reads"
                )
                self._tell(f"lane {lane}: {read}", at, lane=lane, tag_read=tile_id is not None)
            case LinkChanged(at, up, _, why):
                self._tell(f"link {'up' if up else 'lost'}: {why}", at, link=up, why=why)
            case _:
                pass

    def eyes(self, words: tuple[int, ...]) -> None:
        """Print an eye's health when it has changed."""
        edges = words[reg.Eyes.EDGES : reg.Eyes.EDGES + 4]
        before, self._edges = self._edges or edges, edges
        counts_before, self._counts = self._counts, self._board.lane_counts()
        for lane in LANES:
            levels = EyeLevels(
                idle=words[reg.Eyes.IDLE + lane],
                now=words[reg.Eyes.NOW + lane],
                noise=words[reg.Eyes.NOISE + lane],
                edges=edges[lane] - before[lane] & 0xFFFF,
                tiles=self._counts[lane] - counts_before[lane] & 0xFFFF,
            )
            health = judge(levels)
            if self._health.get(lane) is not health:
                self._health[lane] = health
                self._tell_health(lane, levels, health)

    def _tell_health(self, lane: int, levels: EyeLevels, health: Health) -> None:
        advice = f"; {ADVICE[health]}" if ADVICE[health] else ""
        text = f"eye.{lane} is {health}: idle {levels.idle}, noise {levels.noise} of 1000{advice}"
        self._tell(text, None, eye=lane, health=health.value, idle=levels.idle, noise=levels.noise)

    def _tell(self, text: str, at: float | None, **data: object) -> None:
        if self._as_json:
            self._json(**data) if at is None else self._json(at=round(at, 3), **data)
        else:
            print(text, flush=True)

    def _json(self, **data: object) -> None:
        print(json.dumps(data, ensure_ascii=False), flush=True)


def _word(*, level: bool) -> str:
    return "on" if level else "off"
