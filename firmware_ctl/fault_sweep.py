"""Every fault at every moment of a cycle: what the table says of it, and whether it goes on.

One run is one evening of two hands with one fault in the first. It ends with the hands played by
people who do only what the table tells them, or it is counted under what went wrong.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing import get_context

from firmware_ctl.simulated_log import FaultRecord
from firmware_ctl.simulation import Evening, Options, Stuck, evening
from hal.ids import Actuator
from hal.sim import FAULT_KINDS, TileLost, VirtualTimeError, run_virtual
from hal.sim.fault_script import FaultScript, ScriptedFault

STEP_S = 0.25
CYCLE_S = 62.0
"""From the first lift of a hand to the end of its load, when nothing goes wrong."""

HANDS = 2
LIMIT_S = 20_000.0
VARIANTS = {"four-port": "GD", "auto-deal": "CD"}
"""What is played on each kind of machine."""


class Ending(StrEnum):
    """How a run ended; the first four are good, and people have played on."""

    EXACT = "exact"
    ASKED = "by question"
    RELATED = "related code"
    UNTOLD = "nothing told"
    WRONG = "wrong code"
    TECHNICIAN = "technician"
    STUCK = "stuck"
    MOVES = "not still"
    UNSAFE = "unsafe"
    LOST = "tile lost"


GOOD = frozenset({Ending.EXACT, Ending.ASKED, Ending.RELATED, Ending.UNTOLD})

HARMFUL = frozenset({Ending.STUCK, Ending.MOVES, Ending.UNSAFE, Ending.LOST})
"""No run may end so."""

NAMED_SHARE = 0.95
"""So many of the runs that count must have named the very cause."""

STILL_S = 3.0
"""When the hands are played, or nobody gets on, nothing moves any more by then."""

NO_WORD: Mapping[str, str] = {
    "finger-in-dome": "the dome lets it go by itself and closes at the next try",
    "finger-in-tray": "the tray lets it go by itself and rises at the next try",
    "eye-ageing": "an eye ages over hundreds of hands; it is told (E411) long before it fails",
    "motor-runs-on": "most parts run on into their end, and stop there as they would have",
    "key-dead": "nobody knows that it was pressed; the self-check asks for each key (E606)",
    "tile-magnet-lost": "the drum turns most such tiles over in time",
    "end-untold": "no motion of these hands was left that could have lost its end",
}
"""Faults of which nothing need be told where they do no harm, with the reason.

Where nothing was told of any other that a sensor can show, the run counts against the share.
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault at a moment of the first hand's cycle, on a kind of machine."""

    fault: str
    at_s: float
    profile: str


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a trial, with the codes that were told in order."""

    trial: Trial
    ending: Ending
    codes: tuple[str, ...]
    why: str = ""


def trials(
    step_s: float, profiles: Iterable[str] = VARIANTS, names: Sequence[str] = ()
) -> Iterator[Trial]:
    """Yield every fault (or those named) at every step of a cycle on each kind of machine."""
    for profile in profiles:
        for kind in FAULT_KINDS:
            if (kind.deals and profile != "auto-deal") or (names and kind.name not in names):
                continue
            for number in range(round(CYCLE_S / step_s)):
                yield Trial(kind.name, number * step_s, profile)


def run_trial(trial: Trial) -> Result:
    """Play one trial; the fault's place is drawn by the moment."""
    seed = round(trial.at_s / STEP_S)
    options = Options(
        seed=seed, variant=VARIANTS[trial.profile], profile=trial.profile, faults=FaultScript()
    )

    async def main() -> Result:
        async with evening(options) as night:
            why = await _play(night, trial)
            night.log.look(asyncio.get_running_loop().time())
            ending = _ending(night, why)
            if ending not in HARMFUL and (moving := await _moving(night)):
                ending, why = Ending.MOVES, moving
            codes = tuple(record.code for record in night.faults)
            return Result(trial, ending, codes, why)

    try:
        return run_virtual(main(), limit_s=LIMIT_S)
    except VirtualTimeError as error:
        return Result(trial, Ending.STUCK, (), str(error))
    except TileLost as error:
        return Result(trial, Ending.LOST, (), str(error))


async def _play(night: Evening, trial: Trial) -> str:
    """Play the hands; return why they were not finished, or nothing."""
    try:
        await night.power_on()
        now = asyncio.get_running_loop().time()
        night.schedule.add(ScriptedFault(trial.fault, onset_s=trial.at_s), now)
        for _ in range(HANDS):
            await night.hand()
    except Stuck as error:
        return str(error)
    night.table.verify()
    return ""


async def _moving(night: Evening) -> str:
    """Return the motors that are still driven when nothing should move any more."""
    await asyncio.sleep(STILL_S)
    night.table.kernel.catch_up()
    driven = night.table.plant.motors.drive
    return ", ".join(actuator.label for actuator in Actuator if driven[actuator])


def _ending(night: Evening, why: str) -> Ending:
    if night.table.unsafe:
        return Ending.UNSAFE
    if why:
        return Ending.STUCK
    if night.people.menders.called:
        return Ending.TECHNICIAN
    return _named(night.faults)


def _named(faults: Sequence[FaultRecord]) -> Ending:
    """Tell how well a fault was named by all that was told."""
    if not faults:
        return Ending.UNTOLD
    exact = [fault for fault in faults if fault.exact]
    if exact:
        return Ending.ASKED if all(fault.asked for fault in exact) else Ending.EXACT
    return Ending.RELATED if all(fault.explained for fault in faults) else Ending.WRONG


def sweep(jobs: Sequence[Trial], progress: Callable[[int], None]) -> list[Result]:
    """Run trials on all cores, in their order; ``progress`` hears how many are done."""
    results: list[Result] = []
    workers = min(os.cpu_count() or 1, len(jobs))
    if workers < 2:
        return [run_trial(job) for job in jobs]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for result in pool.map(run_trial, jobs, chunksize=8):
            results.append(result)
            progress(len(results))
    return results


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the matrix: how the runs of one fault ended."""

    fault: str
    sensed: bool
    endings: Mapping[Ending, int]

    @property
    def runs(self) -> int:
        """Return how many runs there were."""
        return sum(self.endings.values())

    @property
    def told(self) -> int:
        """Return in how many of them the table said anything."""
        return self.runs - self.endings.get(Ending.UNTOLD, 0)

    @property
    def counted(self) -> int:
        """Return how many of them count: not those of which nothing need be told."""
        return self.told if self.fault in NO_WORD else self.runs

    @property
    def named(self) -> int:
        """Return in how many the cause was named exactly, at once or by one question."""
        return self.endings.get(Ending.EXACT, 0) + self.endings.get(Ending.ASKED, 0)


def matrix(results: Iterable[Result]) -> list[Row]:
    """Return the matrix of faults against endings, in the order of the faults."""
    counted: dict[str, Counter[Ending]] = {}
    for result in results:
        counted.setdefault(result.trial.fault, Counter())[result.ending] += 1
    return [
        Row(kind.name, kind.sensed, counted[kind.name])
        for kind in FAULT_KINDS
        if kind.name in counted
    ]


def share(rows: Iterable[Row]) -> float:
    """Return how much of the runs that count named the very cause; 1 where none counts."""
    sensed = [row for row in rows if row.sensed]
    counted = sum(row.counted for row in sensed)
    return sum(row.named for row in sensed) / counted if counted else 1.0


def shortcomings(
    results: Sequence[Result], least: float = NAMED_SHARE, left_to_technicians: Iterable[str] = ()
) -> list[str]:
    """Return what must not be in a sweep's results, in words; nothing where all is well.

    ``left_to_technicians`` are faults whose steps do not always mend them.
    """
    bad = [
        f"{result.trial.fault} at {result.trial.at_s:g} s, {result.trial.profile}: "
        f"{result.ending} ({', '.join(dict.fromkeys(result.codes))}) {result.why}".rstrip()
        for result in results
        if result.ending in HARMFUL
        or result.ending is Ending.WRONG
        or (result.ending is Ending.TECHNICIAN and result.trial.fault not in left_to_technicians)
    ]
    named = share(matrix(results))
    if named < least:
        bad.append(f"named exactly: {100 * named:.1f} %, less than {100 * least:g} %")
    return bad
