"""Honest tables, well mixed and lazy, are hardly ever suspected and never accused (Ville)."""

from math import log

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.machines import MACHINES, UNIFORM, Machine
from firmware_ctl.audit_lab.reading import ReaderModel, Readers
from firmware_ctl.audit_lab.study import follow
from firmware_ctl.audit_lab.tables import Tables

Peaks = NDArray[np.float64]

HONEST = ReaderModel(tags=False)


def peaks(
    tables: int,
    deals: int,
    seed: int,
    machine: Machine = UNIFORM,
    reader: ReaderModel = HONEST,
    name: str = "HB",
) -> dict[str, Peaks]:
    """The highest log wealth of every table by route."""
    chance = np.random.default_rng(seed)
    table = layout(name)
    course = follow(
        Tables(table, tables, chance, machine),
        tables,
        deals,
        Readers(reader, table, tables, chance),
    )
    return dict(course.peaks)


def within_ville(found: Peaks, levels: tuple[int, ...]) -> bool:
    """Whether no more tables exceed a level than Ville allows, three deviations given."""
    count = len(found)
    return all(
        (found >= log(level)).sum() <= count / level + 3 * (count / level) ** 0.5
        for level in levels
    )


def test_few_honest_tables_ever_look_odd() -> None:
    found = peaks(150, 25, seed=1)
    for route in ("full", "a", "b", "c"):
        assert within_ville(found[route], (10, 100, 1000))
        assert found[route].max() < log(1e4)


@pytest.mark.parametrize("name", ["drum-strong", "lanes-strong", "riffle-4", "kept-40"])
def test_lazy_machines_are_not_accused(name: str) -> None:
    found = peaks(25, 30, seed=2, machine=MACHINES[name], name="GD")
    assert found["a"].max() < log(1e4)
    assert np.median(found["a"]) < 2


def test_lazy_machines_are_seen_to_mix_badly() -> None:
    found = peaks(10, 12, seed=3, machine=MACHINES["kept-40"], name="GD")
    assert np.median(found["c"]) > log(1e4)


@pytest.mark.parametrize(
    "reader",
    [
        ReaderModel(misreads=0.001, tags=False),
        ReaderModel(misreads=0.01, tags=False),
        ReaderModel(unread=0.01, failures=0.02, tags=False),
    ],
    ids=["0.1 %", "1 %", "drop-outs"],
)
def test_readers_that_err_accuse_nobody(reader: ReaderModel) -> None:
    found = peaks(60, 20, seed=4, reader=reader)
    assert max(found["full"].max(), found["a"].max()) < log(1e4)


# The same at length.


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_ten_thousand_honest_tables_keep_below_ville() -> None:
    found = [peaks(250, 400, seed=100 + part) for part in range(40)]
    for route in ("full", "a", "b", "c"):
        together = np.concatenate([one[route] for one in found])
        assert within_ville(together, (10, 100, 1000))
        assert (together >= log(1e4)).sum() <= 4  # expected at most 1


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", list(MACHINES))
@pytest.mark.parametrize("variant", ["GD", "CD"])
def test_no_lazy_machine_is_accused_at_length(name: str, variant: str) -> None:
    found = peaks(100, 300, seed=5, machine=MACHINES[name], name=variant)
    assert found["a"].max() < log(1e4)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("share", [0.001, 0.01])
def test_misreads_accuse_nobody_at_length(share: float) -> None:
    reader = ReaderModel(misreads=share, tags=False)
    found = peaks(1000, 400, seed=6, reader=reader)
    assert within_ville(np.maximum(found["full"], found["a"]), (1000,))
    assert (found["a"] >= log(1e4)).sum() <= 1
