"""Scripts of faults: what they may say, what they answer to nonsense, when faults come and go."""

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.sim import FAULT_KINDS, FaultKind, NoSuchFault, SimTable
from hal.sim.fault_script import (
    BadScript,
    FaultScript,
    Injection,
    Schedule,
    ScriptedFault,
    parse_script,
)
from tests.hal.sim_rig import Host, play


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("dome-stuck", ScriptedFault("dome-stuck")),
        ("stacker-jam@12.5s", ScriptedFault("stacker-jam", None, 12.5)),
        ("eye-dead@lane=2", ScriptedFault("eye-dead", "2")),
        ("eye-dead@12@lane=2", ScriptedFault("eye-dead", "2", 12.0)),
        ("tray-stuck@side=3@7s+10s", ScriptedFault("tray-stuck", "3", 7.0, 10.0)),
        ("eye-dead*0.2", ScriptedFault("eye-dead", None, 0.0, None, 0.2)),
        ("motor-dead@motor=belt.1+2*0.5", ScriptedFault("motor-dead", "belt.1", 0.0, 2.0, 0.5)),
        ("key-stuck@key=lift.0", ScriptedFault("key-stuck", "lift.0")),
        ("tiles-oversize@set=B", ScriptedFault("tiles-oversize", "B")),
    ],
)
def test_a_script_says_where_when_how_long_and_how_often(text: str, fault: ScriptedFault) -> None:
    assert parse_script(text) == FaultScript(faults=(fault,))


def test_faults_are_joined_by_commas_or_are_random_or_all() -> None:
    assert len(parse_script("dome-stuck@3s, eye-dead@lane=1").faults) == 2
    assert parse_script("random:0.3") == FaultScript(mean_per_hand=0.3)
    assert parse_script("all") == FaultScript(each_in_turn=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot be read"),
        ("eye-ded", "nearest are eye-dead"),
        ("xyz", "--list-faults"),
        ("all@3s", "stand alone"),
        ("eye-dead@lane=1,all", "stand alone"),
        ("random:0.3,dome-stuck", "no number"),
        ("eye-dead@lane=9", "none of 0, 1, 2, 3"),
        ("eye-dead@where=1", "lane, side, motor"),
        ("dome-stuck@side=1", "one such part"),
        ("eye-dead@-3s", "no number"),
        ("eye-dead@soon", "no number"),
        ("eye-dead*2", "no number"),
        ("eye-dead*0", "never comes"),
        ("random:", "no number"),
        ("random:1000", "no number"),
        ("eye-dead@nan", "no number"),
    ],
)
def test_nonsense_is_refused_with_what_may_be_said(text: str, says: str) -> None:
    with pytest.raises(BadScript, match=says):
        parse_script(text)


@given(st.text(max_size=60))
def test_any_text_is_a_script_or_is_refused_in_words(text: str) -> None:
    try:
        parse_script(text)
    except BadScript as error:
        assert str(error)


@given(
    st.sampled_from(FAULT_KINDS),
    st.integers(0, 10_000),
    st.one_of(st.none(), st.integers(0, 10_000)),
    st.integers(1, 100),
)
def test_what_is_written_is_read(
    kind: FaultKind, onset: int, lasts: int | None, percent: int
) -> None:
    name = kind.name
    text = f"{name}@{onset}s" + (f"+{lasts}s" if lasts is not None else "") + f"*{percent / 100}"
    (fault,) = parse_script(text).faults
    assert (fault.name, fault.onset_s, fault.duration_s) == (name, onset, lasts)
    assert fault.chance == percent / 100


def schedule(table: SimTable, seed: int = 1) -> tuple[Schedule, list[Injection]]:
    """A schedule, and what came."""
    made = Schedule(table.faults, table.kernel, random.Random(seed))
    came: list[Injection] = []
    made.came.append(came.append)
    return made, came


def test_a_fault_comes_at_its_time_and_goes_after_its_duration() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        made, came = schedule(table)
        now = asyncio.get_running_loop().time()
        made.add(ScriptedFault("dome-stuck", onset_s=2.0, duration_s=3.0), now)
        await asyncio.sleep(1.9)
        assert table.faults.active == {}
        await asyncio.sleep(0.2)
        assert table.faults.active == {("dome-stuck", ""): 1.0}
        await asyncio.sleep(3)
        assert table.faults.active == {}
        assert [(each.name, round(each.at_s - now, 3)) for each in came] == [("dome-stuck", 2.0)]

    play(scenario)


def test_a_fault_that_was_mended_does_not_end_again() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        made, _came = schedule(table)
        now = asyncio.get_running_loop().time()
        made.add(ScriptedFault("dome-stuck", onset_s=1.0, duration_s=3.0), now)
        await asyncio.sleep(2)
        table.people.mend("free-dome")
        table.faults.set("dome-sluggish")
        await asyncio.sleep(3)
        assert table.faults.active == {("dome-sluggish", ""): 1.0}

    play(scenario)


def test_a_chance_without_occasions_is_the_chance_that_it_comes_at_all() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        made, came = schedule(table)
        for number in range(200):
            made.add(ScriptedFault("dome-sluggish", onset_s=number / 100, chance=0.3))
        await asyncio.sleep(3)
        assert 30 < len(came) < 90

    play(scenario)


def test_random_faults_are_as_many_as_the_mean_says_and_equal_with_one_seed() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        made, _came = schedule(table)
        many = [made.add_random(0.5, 1e6, 60.0) for _ in range(400)]
        assert 0.4 < sum(many) / len(many) < 0.6
        again, _came = schedule(table)
        assert [again.add_random(0.5, 1e6, 60.0) for _ in range(400)] == many

    play(scenario)


def test_a_part_that_the_machine_lacks_cannot_be_broken() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        made, _came = schedule(table)
        with pytest.raises(NoSuchFault, match="no such part"):
            made.add(ScriptedFault("hand-tray-stuck"))
        with pytest.raises(NoSuchFault, match="no such part"):
            made.add(ScriptedFault("motor-dead", "deal.1"))
        assert "hand-tray-stuck" not in {kind.name for kind in made.fitting}

    play(scenario)
