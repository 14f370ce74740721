"""What nobody scripted: cheats that the weights never saw are found, hopeless machines are not."""

import numpy as np
import pytest

from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.machines import MACHINES, Machine
from firmware_ctl.audit_lab.study import follow
from firmware_ctl.audit_lab.tables import Tables
from tests.audit_lab.held_out import CHEATS, MACHINES_HELD_OUT, HeldOut, OneDealer

SLICE = (CHEATS[0], CHEATS[4], CHEATS[7], CHEATS[8])


def share_found(held: HeldOut, tables: int) -> float:
    table = layout(held.variant)
    course = follow(held.tables(table, tables, seed=77), tables, held.most, until=("red",))
    return float((course.crossed["red"] > 0).mean())


def red_by_fair_play(machine: Machine, variant: str, tables: int, deals: int) -> int:
    chance = np.random.default_rng(78)
    course = follow(Tables(layout(variant), tables, chance, machine), tables, deals)
    return int((course.crossed["red-a"] > 0).sum())


@pytest.mark.parametrize("held", SLICE, ids=lambda held: held.cheat.name)
def test_a_cheat_that_nobody_scripted_is_found(held: HeldOut) -> None:
    assert share_found(held, 10) >= 0.8


@pytest.mark.soak
@pytest.mark.parametrize("held", CHEATS, ids=lambda held: held.cheat.name)
def test_nine_tables_in_ten_are_red_in_time(held: HeldOut) -> None:
    assert share_found(held, 100) >= 0.9


@pytest.mark.parametrize("machine", MACHINES_HELD_OUT[-3:], ids=lambda machine: machine.name)
def test_a_hopeless_machine_is_no_cheat(machine: Machine) -> None:
    assert red_by_fair_play(machine, "GD", tables=6, deals=30) == 0


@pytest.mark.soak
@pytest.mark.parametrize("variant", ["GD", "CD"])
@pytest.mark.parametrize("machine", MACHINES_HELD_OUT, ids=lambda machine: machine.name)
def test_no_honest_machine_is_red_by_fair_play(machine: Machine, variant: str) -> None:
    assert red_by_fair_play(machine, variant, tables=100, deals=200) == 0


@pytest.mark.soak
@pytest.mark.parametrize("variant", ["GD", "CD"])
@pytest.mark.parametrize("machine", ["drum-strong", "lanes-strong", "riffle-4"])
def test_a_side_that_always_deals_is_not_accused_for_it(machine: str, variant: str) -> None:
    chance = np.random.default_rng(79)
    tables = OneDealer(layout(variant), 100, chance, MACHINES[machine])
    course = follow(tables, 100, 200)
    assert not course.crossed["red-a"].any()
