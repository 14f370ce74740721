"""The daemon's side: when a wall is weighed, what is told, and what happens when it cannot be."""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.judgement import Judgement
from firmware_ctl.core.listeners import Event
from firmware_ctl.wall_check.desk import CheckDesk
from firmware_ctl.wall_check.progress import FILE_NAME
from firmware_ctl.wall_check.weighing import weigh_new
from rules.integrity.table_state import Mixing
from tests.wall_check.hands_on_record import Evenings

ENDED: Event = {"event": "hand-ended"}
Scenario = Callable[["Room"], Awaitable[None]]


@dataclass(slots=True)
class Room:
    """A desk with what it told."""

    directory: Path
    told: list[Judgement] = field(default_factory=list)
    recalled: list[Judgement] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def desk(self, told: int = 0) -> CheckDesk:
        return CheckDesk(self, self.directory, "drum", told)

    def recall(self, judgement: Judgement) -> None:
        self.recalled.append(judgement)

    def judge(self, judgement: Judgement) -> None:
        self.told.append(judgement)

    def report(self, cause: StepFault) -> None:
        assert cause.kind.code == "E704"
        self.failed.append(str(cause.values["why"]))


class Dying:
    """A worker's process that something ended."""

    returncode = -9

    def __init__(self, told: bytes) -> None:
        self._told = told

    async def communicate(self) -> tuple[bytes, bytes]:
        return self._told, b""


async def settle() -> None:
    """Wait until nothing is being weighed."""
    while checking := [task for task in asyncio.all_tasks() if task.get_name() == "wall check"]:
        await asyncio.wait(checking)


def test_a_hand_is_weighed_when_it_has_ended(tmp_path: Path) -> None:
    async def main() -> None:
        table, room = Evenings(tmp_path), Room(tmp_path)
        table.play(1)
        desk = room.desk()
        desk.hear({"event": "hand-began"})
        assert asyncio.all_tasks() == {asyncio.current_task()}
        desk.hear(ENDED)
        await settle()
        assert [one.hand for one in room.told] == [1]
        assert room.failed == []
        await desk.close()

    asyncio.run(main())


def test_a_start_tells_the_last_verdict_again_and_weighs_what_is_left_over(tmp_path: Path) -> None:
    async def main() -> None:
        table = Evenings(tmp_path)
        table.play(2)
        before, after = Room(tmp_path), Room(tmp_path)
        before.desk().start()
        await settle()
        table.play(1)
        after.desk(told=before.told[-1].place).start()
        await settle()
        assert [one.hand for one in before.told] == [1, 2]
        assert [one.hand for one in after.told] == [3]
        assert (before.recalled, after.recalled) == ([], [before.told[-1]])

    asyncio.run(main())


def test_a_verdict_that_was_cut_off_on_its_way_is_told_at_the_next_start(tmp_path: Path) -> None:
    async def main() -> None:
        Evenings(tmp_path).play(2)
        first, last = weigh_new(tmp_path, Mixing.DRUM)
        room = Room(tmp_path)
        room.desk(told=first.place).start()
        await settle()
        assert (room.told, room.recalled, room.failed) == ([last], [], [])

    asyncio.run(main())


def test_a_record_that_is_weighed_anew_tells_nothing_twice(tmp_path: Path) -> None:
    async def main() -> None:
        Evenings(tmp_path).play(2)
        _, last = weigh_new(tmp_path, Mixing.DRUM)
        (tmp_path / FILE_NAME).unlink()
        room = Room(tmp_path)
        room.desk(told=last.place).start()
        await settle()
        assert ([one.hand for one in room.recalled], room.told) == ([1, 2], [])

    asyncio.run(main())


@pytest.mark.parametrize("left", [b"", b'{"place":', None])
def test_a_worker_that_does_not_come_to_its_end_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: bytes | None
) -> None:
    async def main() -> None:
        async def started(*_: object, **__: object) -> Dying:
            if left is None:
                raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
            return Dying(left)

        Evenings(tmp_path).play(1)
        monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
        room = Room(tmp_path)
        room.desk().hear(ENDED)
        await settle()
        assert (room.told, len(room.failed)) == ([], 1)

    asyncio.run(main())


def test_a_hand_that_ends_during_a_check_is_not_forgotten(tmp_path: Path) -> None:
    async def main() -> None:
        table, room = Evenings(tmp_path), Room(tmp_path)
        table.play(1)
        desk = room.desk()
        desk.hear(ENDED)
        await asyncio.sleep(0)
        table.play(1)
        desk.hear(ENDED)
        await settle()
        assert [one.hand for one in room.told] == [1, 2]

    asyncio.run(main())


def test_closing_ends_a_check_and_the_next_start_makes_up_for_it(tmp_path: Path) -> None:
    async def main() -> None:
        table, room = Evenings(tmp_path), Room(tmp_path)
        table.play(1)
        desk = room.desk()
        desk.hear(ENDED)
        await asyncio.sleep(0)
        await desk.close()
        assert room.told == []
        again = Room(tmp_path)
        again.desk().start()
        await settle()
        assert [one.hand for one in again.told] == [1]

    asyncio.run(main())


@pytest.mark.parametrize("start", [True, False])
def test_a_check_that_cannot_be_made_is_told_in_words(tmp_path: Path, start: bool) -> None:
    async def main() -> None:
        Evenings(tmp_path).play(1)
        (tmp_path / FILE_NAME).write_bytes(b"?")
        room = Room(tmp_path)
        desk = room.desk()
        desk.start() if start else desk.hear(ENDED)
        await settle()
        assert room.told == []
        assert len(room.failed) == 1
        assert "restore it from a backup" in room.failed[0]
        assert "Traceback" not in room.failed[0]

    asyncio.run(main())


def test_a_table_without_hands_says_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        Evenings(tmp_path).play(0)
        room = Room(tmp_path)
        room.desk().start()
        await settle()
        assert (room.told, room.failed) == ([], [])

    asyncio.run(main())
