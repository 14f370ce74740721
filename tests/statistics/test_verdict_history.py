"""The wall check's verdicts hand by hand: those of the record and those that came since."""

import asyncio

from firmware_ctl.statistics.verdicts import MOST_VERDICTS, VerdictHistory
from firmware_ctl.store.records import Booted, Note, Weighed


def weighed(place: int, hand: int, level: str = "ok", null: str = "") -> Note:
    return Note(Weighed(place, hand, level, null, 0, 0, 0, 0), 0, 0, trusted=True)


def judged(place: int, hand: int, level: str = "ok") -> dict[str, object]:
    return {"event": "judged", "place": place, "hand": hand, "level": level, "null": ""}


def told(history: VerdictHistory) -> list[tuple[int, str]]:
    return [(one.hand, one.level) for one in asyncio.run(history.newest_first())]


def test_without_a_record_there_is_nothing() -> None:
    assert told(VerdictHistory(list)) == []


def test_the_record_and_what_came_since_stand_together_and_each_hand_once() -> None:
    boot = Note(Booted("1", simulated=True), 0, 0, trusted=True)
    history = VerdictHistory(lambda: [boot, weighed(7, 1), weighed(19, 2, "red", "A")])
    history.hear(judged(19, 2, "red"))
    history.hear(judged(31, 3, "inform"))
    history.hear({"event": "surface", "new": "ready"})
    assert told(history) == [(3, "inform"), (2, "red"), (1, "ok")]


def test_the_record_is_read_once_and_no_more_than_the_newest_are_kept() -> None:
    read: list[int] = []

    def past() -> list[Note]:
        read.append(1)
        return [weighed(place, place) for place in range(10 * MOST_VERDICTS)]

    async def main() -> list[int]:
        history = VerdictHistory(past)
        both = await asyncio.gather(history.newest_first(), history.newest_first())
        return [one.hand for one in both[1]]

    hands = asyncio.run(main())
    assert (len(hands), hands[0], read) == (MOST_VERDICTS, 10 * MOST_VERDICTS - 1, [1])
