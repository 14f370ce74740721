"""Say hello: who answers, how it stands, and a first nonce that it echoes."""

import asyncio
from dataclasses import dataclass

from hal.errors import LinkLost
from hal.line import registers as reg
from hal.line.commands import CycleState
from hal.line.exchanges import Exchange, ReadBlock, Say
from hal.line.master import Master
from hal.line.status import (
    BoardIdentity,
    BoardStatus,
    NotOurBoard,
    read_head,
    read_identity,
    read_status,
)

HELLO_S = 3.0
"""How long a board may take to answer at first: opening a port may reset it, bootloaders wait."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The only board, and the only settings, that are accepted; ``None`` accepts any."""

    board_id: int | None = None
    settings_crc: int | None = None


ANY_BOARD = Wanted()


@dataclass(frozen=True, slots=True)
class Greeted:
    """Who answered, its first status, and when that was asked for and heard."""

    identity: BoardIdentity
    status: BoardStatus
    sent: float
    heard: float


class Greeting:
    """The first exchanges on a line that has just been opened.

    Identity and status are read without a nonce, since none is known yet; only the answer to the
    first command, which echoes a nonce of ours, proves that the board answers now.
    """

    def __init__(self, master: Master, cycle: CycleState, wanted: Wanted) -> None:
        self._master, self._cycle, self._wanted = master, cycle, wanted
        self._identity: BoardIdentity | None = None
        self._done: asyncio.Future[Greeted] = asyncio.get_running_loop().create_future()
        self.step: Exchange | None = ReadBlock(
            reg.Identity.ADDRESS, reg.Identity.WORDS, self._take_identity
        )

    def fail(self, error: Exception) -> None:
        """End with an error."""
        self.step = None
        if not self._done.done():
            self._done.set_exception(error)

    async def done(self, name: str) -> Greeted:
        """Wait for the end; ``name`` is the line's.

        Raises:
            LinkLost: nothing answers, or what answers is not our board.
        """
        try:
            async with asyncio.timeout(HELLO_S):
                return await self._done
        except TimeoutError:
            raise LinkLost(self._no_answer(name)) from None
        except NotOurBoard as error:
            raise LinkLost(f"{name}: {error}") from error

    def _no_answer(self, name: str) -> str:
        said = f"no board answers on {name}"
        if self._master.counters.exceptions:
            return f"{said} as it should (exception {self._master.last_exception}); update it"
        if self._master.crc_errors:
            return f"{said} without errors; check the line's speed, its cable and its end resistors"
        if self._master.counters.heard_bytes:
            return f"{said}, though something is heard; check its speed, and which device is there"
        return f"{said}; check its supply, its cable and the port's name"

    def _take_identity(self, words: tuple[int, ...], _sent: float, _heard: float) -> None:
        try:
            self._identity = read_identity(words)
            self._check_id(self._identity.board_id)
        except NotOurBoard as error:
            self.fail(error)
            return
        self.step = ReadBlock(reg.Status.ADDRESS, reg.Status.WORDS, self._take_old_status)

    def _check_id(self, board_id: int) -> None:
        wanted = self._wanted.board_id
        if wanted is not None and board_id != wanted:
            raise NotOurBoard(
                f"board {board_id:08X} answers, but this table's board is {wanted:08X}; "
                "check which port is which"
            )

    def _check_settings(self, crc: int) -> None:
        wanted = self._wanted.settings_crc
        if wanted is not None and crc != wanted:
            raise NotOurBoard(
                f"the board's settings have CRC {crc:04X}, but this table was tried out with "
                f"{wanted:04X}; look at them with `mjtable board settings`, put them right, or put "
                f"the new CRC into board.settings_crc"
            )

    def _take_old_status(self, words: tuple[int, ...], _sent: float, _heard: float) -> None:
        self._master.start(read_head(words).nonce)
        self.step = Say(self._cycle, reg.Status.ADDRESS, reg.Status.WORDS, self._take_status)

    def _take_status(self, words: tuple[int, ...], sent: float, heard: float) -> None:
        self.step = None
        status = read_status(words)
        try:
            self._check_settings(status.parameters_crc)
        except NotOurBoard as error:
            self.fail(error)
            return
        if self._identity is not None and not self._done.done():
            self._done.set_result(Greeted(self._identity, status, sent, heard))
