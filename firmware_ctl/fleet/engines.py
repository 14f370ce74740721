"""Who works the parts out: this process, several, or the workers of a Dask cluster.

Dask is the engine for more than one machine: pure Python, a scheduler that runs on a Pi, and plain
functions as tasks; Ray brings its own C++ services and has no wheel for 32-bit ARM, Spark wants a
Java machine. The parts' files must be where every worker can read them.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from firmware_ctl.fleet.evaluate import PartReport, evaluate

Told = Callable[[int], None]
"""Hears how many parts are done."""


def in_this_process(parts: Sequence[Path], mixing: str, told: Told) -> list[PartReport]:
    """Judge one part after the other."""
    reports = []
    for number, part in enumerate(parts, start=1):
        reports.append(evaluate(part, mixing))
        told(number)
    return reports


def in_processes(parts: Sequence[Path], mixing: str, told: Told, jobs: int) -> list[PartReport]:
    """Judge parts in ``jobs`` processes of this computer."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(evaluate, part, mixing) for part in parts]
        for number, _ in enumerate(as_completed(futures), start=1):
            told(number)
        return [future.result() for future in futures]


def on_dask(
    parts: Sequence[Path], mixing: str, told: Told, address: str, workers: int
) -> list[PartReport]:
    """Judge parts on a Dask cluster; ``address`` ``local`` starts one with that many workers."""
    from distributed import Client  # noqa: PLC0415
    from distributed import as_completed as as_done  # noqa: PLC0415

    with (
        _cluster(address, workers) as reached,
        Client(reached) as client,  # type: ignore[no-untyped-call]
    ):
        futures = client.map(partial(evaluate, mixing=mixing), list(parts), pure=False)
        for number, _ in enumerate(as_done(futures), start=1):  # type: ignore[no-untyped-call]
            told(number)
        reports: list[PartReport] = client.gather(futures)
        return reports


@contextmanager
def _cluster(address: str, workers: int) -> Iterator[object]:
    """Yield a scheduler's address, or a cluster of this computer's own processes."""
    if address != "local":
        yield address
        return
    from distributed import LocalCluster  # noqa: PLC0415

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    ) as cluster:
        yield cluster
