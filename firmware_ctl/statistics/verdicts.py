"""What the wall check (验牌) said after the last hands: from the record, then as it comes."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from firmware_ctl.store.records import Note, Weighed

MOST_VERDICTS = 30


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """The verdict on one hand; ``place`` is where the record opened its wall."""

    place: int
    hand: int
    level: str
    null: str


class VerdictHistory:
    """The newest verdicts; ``past`` reads the record, once, when somebody first asks."""

    def __init__(self, past: Callable[[], Iterable[Note]]) -> None:
        self._past = past
        self._reading = asyncio.Lock()
        self._read = False
        self._by_place: dict[int, HandVerdict] = {}

    def hear(self, event: Mapping[str, object]) -> None:
        """Take an event of the table."""
        if event["event"] == "judged":
            place, hand = int(str(event["place"])), int(str(event["hand"]))
            self._add(HandVerdict(place, hand, str(event["level"]), str(event["null"])))

    async def newest_first(self) -> list[HandVerdict]:
        """Return the newest verdicts."""
        async with self._reading:
            if not self._read:
                for verdict in await asyncio.to_thread(self._recorded):
                    self._add(verdict)
                self._read = True
        newest = sorted(self._by_place, reverse=True)[:MOST_VERDICTS]
        return [self._by_place[place] for place in newest]

    def _recorded(self) -> list[HandVerdict]:
        told = [note.record for note in self._past() if isinstance(note.record, Weighed)]
        return [HandVerdict(one.place, one.hand, one.level, one.null) for one in told]

    def _add(self, verdict: HandVerdict) -> None:
        self._by_place[verdict.place] = verdict
        if len(self._by_place) > MOST_VERDICTS:
            del self._by_place[min(self._by_place)]
