"""The daemon as a process: memory, start, rest, its loop's lag, and how soon a tapped stop is said.

It runs as the service's unit starts it, against a simulated board on a pty that this process
serves, with one browser's live stream open and without MQTT. Its peers are an interpreter that
imports the three modules that no such daemon can do without, and a bare daemon that has the same
duties and no table. Daemon and peers are started, asked and tapped in turn, so that whatever else
the computer does weighs on both; what a budget in seconds is held against is what the daemon takes
beyond the bare one.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.as_installed import environment
from benchmarks.daemon_rigs import Reading, Rig, Table, bare, table
from benchmarks.figures import percentile
from benchmarks.report import Report, Row, at_most
from benchmarks.startup import DAEMON_BASE

STARTS = 7
SETTLE_S = 10.0
REST_S = 20.0
TAPS = 100
PLAY_S = 30.0
"""How long the lag is watched: homing, opening, and most of a load."""

MOST_MEMORY = 2.5
"""Resident memory at rest, in those of the peer."""

MOST_START = 13.0
"""Processor time until it is ready, in those of the peer."""

MOST_IDLE = 0.001
"""Share of a core that a table at rest takes."""

MOST_WAKE_UPS = 8.0
"""Wake-ups a second of a table at rest: two status polls, and what they bring."""

MOST_SHARE = 46.0 if sys.version_info < (3, 12) else 50.0
"""Proportional memory at rest, in MiB: pages that others share count in part."""

MOST_LAG_S = 0.010
"""Until the loop hears while tiles are loaded, 99 of 100."""

MOST_STOP_S = 0.020
"""From the tap to the stop's bytes at the board, 99 of 100."""

_PEER = f"{DAEMON_BASE}; print(flush=True); import sys; sys.stdin.read()"
_BARE = "bare daemon"
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class _Starts:
    """Medians of starts in turn, the peer's and the daemon's."""

    peer_cpu_s: float
    peer_resident: float
    cpu_s: float


@dataclass(frozen=True, slots=True)
class _Rest:
    """A daemon before and after a time at rest."""

    before: Reading
    after: Reading

    @property
    def cpu(self) -> float:
        """Return the share of a core that it took."""
        return (self.after.cpu_s - self.before.cpu_s) / REST_S

    @property
    def wake_ups(self) -> float:
        """Return how often it woke in a second."""
        return (self.after.wake_ups - self.before.wake_ups) / REST_S


def measure() -> Report:
    """Start them in turn, let daemon and bare daemon rest, then play, ask and tap stop."""
    with tempfile.TemporaryDirectory() as bytecode:
        return asyncio.run(_measure(environment(Path(bytecode))))


async def _measure(environ: Mapping[str, str]) -> Report:
    starts = await _starts(environ)
    async with AsyncExitStack() as closing:
        ours = await closing.enter_async_context(table(environ))
        peer = await closing.enter_async_context(bare(environ))
        for rig in (ours, peer):
            await closing.enter_async_context(rig.live_stream())
        rest, bare_rest = await _rests(ours, peer)
        ours.play()
        lags, bare_lags = await _lags(ours, peer)
        delays, bare_delays = await _taps(ours, peer)
        played = Reading.of(ours.pid).resident
    resident = rest.after.resident
    rows = [
        Row("memory at rest, one live page", DAEMON_BASE, resident / starts.peer_resident,
            at_most(MOST_MEMORY)),
        Row("memory at rest, one live page", _BARE, resident / bare_rest.after.resident),
        Row("memory after loads and stops", DAEMON_BASE, played / starts.peer_resident),
        Row("proportional memory at rest", f"budget, {MOST_SHARE:.0f} MiB",
            rest.after.share / _MIB / MOST_SHARE, at_most(1)),
        Row("processor time until ready", DAEMON_BASE, starts.cpu_s / starts.peer_cpu_s,
            at_most(MOST_START)),
        Row("processor at rest", "one core", rest.cpu, at_most(MOST_IDLE), share=True),
        Row("processor at rest", _BARE, rest.cpu / bare_rest.cpu),
        Row("wake-ups at rest", f"budget, {MOST_WAKE_UPS:.0f} a second",
            rest.wake_ups / MOST_WAKE_UPS, at_most(1)),
        Row("wake-ups at rest", _BARE, rest.wake_ups / bare_rest.wake_ups),
        *_late("line on the local socket until its answer, table loads", lags, bare_lags,
               MOST_LAG_S),
        *_late("stop tapped on the page until its bytes are at the board", delays, bare_delays,
               MOST_STOP_S),
    ]  # fmt: skip
    memory = f"{resident / _MIB:.1f} MiB resident at rest, {played / _MIB:.1f} MiB after loads"
    asked = f"{len(lags)} lines and {len(delays)} taps while the table plays"
    return Report(
        rows,
        (
            f"{memory}; medians of {STARTS} starts in turn",
            f"{asked}, in turn with as many of the {_BARE}",
        ),
    )


def _late(
    what: str, ours: Sequence[float], peers: Sequence[float], budget_s: float
) -> tuple[Row, Row, Row]:
    """Return how late something is: in the middle, at the worst, and there beyond the peer."""
    budget = f"budget, {1000 * budget_s:.0f} ms"
    worst, peers_worst = percentile(ours, 99), percentile(peers, 99)
    return (
        Row(f"{what}, median", budget, median(ours) / budget_s),
        Row(f"{what}, p99", budget, worst / budget_s),
        Row(f"{what}, p99 beyond the {_BARE}'s", budget,
            max(0.0, worst - peers_worst) / budget_s, at_most(1)),
    )  # fmt: skip


async def _starts(environ: Mapping[str, str]) -> _Starts:
    peers, starts = [], []
    await _peer(environ)
    async with table(environ):  # compiles what is not yet compiled
        pass
    for _ in range(STARTS):
        peers.append(await _peer(environ))
        async with table(environ) as ours:
            starts.append(Reading.of(ours.pid).cpu_s)
    return _Starts(
        median(peer.cpu_s for peer in peers),
        median(peer.resident for peer in peers),
        median(starts),
    )


async def _peer(environ: Mapping[str, str]) -> Reading:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PEER, env=environ,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process without its pipes")
    await process.stdout.readline()
    reading = Reading.of(process.pid)
    process.stdin.close()
    await process.wait()
    return reading


async def _rests(*rigs: Rig) -> list[_Rest]:
    """Let all rest at the same time."""
    await asyncio.sleep(SETTLE_S)
    before = [Reading.of(rig.pid) for rig in rigs]
    await asyncio.sleep(REST_S)
    return [_Rest(was, Reading.of(rig.pid)) for was, rig in zip(before, rigs, strict=True)]


async def _lags(*rigs: Rig) -> list[tuple[float, ...]]:
    """Return how late each one's loop answers, in seconds, all asked in turn."""
    asker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.loop_lag", str(PLAY_S),
        *(str(rig.talk) for rig in rigs), stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    told, _ = await asker.communicate()
    if asker.returncode:
        raise RuntimeError("a daemon's loop could not be asked")
    turns = [map(float, line.split()) for line in told.decode("ascii").splitlines()]
    return list(zip(*turns, strict=True))


async def _taps(ours: Table, peer: Rig) -> tuple[list[float], list[float]]:
    """Tap stop at any moment on each page in turn; return the delays in seconds."""
    chance = random.Random(1)
    delays, peers = [], []
    for number in range(TAPS):
        await asyncio.sleep(chance.uniform(0.3, 0.8))
        peers.append(await peer.tap_stop(f"tap-{number}"))
        delays.append(await ours.tap_stop(f"tap-{number}"))
        await ours.say("resume")
    return delays, peers
