"""Keep the referee's evening: closed hands in clear, the open one sealed until it is closed.

What people enter of a running hand names tiles. It is boxed under the machine's key, filled up so
that not even its length tells which.
"""

from collections.abc import Iterator

from firmware_ctl.core.play import Play
from firmware_ctl.referee.kept import KeptEvening
from firmware_ctl.store.records import EveningBegun, Record, SheetClosed
from firmware_ctl.store.seals import MachineKey, boxed, unboxed
from firmware_ctl.store.state import State

_PURPOSE = b"mjtable: entries of a running hand, 1"
_STEP = 512
_FILL = b" "


def closed_sheets(was: KeptEvening, now: KeptEvening) -> Iterator[Record]:
    """Yield what leads from one evening to another: a hand was closed, or a new evening begun."""
    if was == now:
        return
    if now.hands and was.closed(now.hands[-1]) == now:
        yield SheetClosed(now.hands[-1])
        return
    yield EveningBegun(now.before, now.older)
    yield from map(SheetClosed, now.hands)


def sealed_entries(text: str, machine: MachineKey) -> str:
    """Return the entries of the open hand as a box, base64; without a hand it is empty."""
    content = text.encode()
    filled = content.ljust(-(-len(content) // _STEP) * _STEP, _FILL)
    return boxed(filled, machine, _PURPOSE) if content else ""


def give_back(play: Play, state: State, machine: MachineKey | None) -> None:
    """Give the referee back what was entered; a hand whose box stays shut begins without entries.

    Raises:
        SealBroken: the entries of the open hand were boxed with another key.
    """
    play.referee.give_back(state.evening)
    try:
        if state.entries and machine is not None:
            text = unboxed(state.entries, machine, _PURPOSE).decode()
            play.referee.give_back_open(text, runs=play.hands.running is not None)
    finally:
        play.reopen_ledger()
