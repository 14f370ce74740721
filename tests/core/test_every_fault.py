"""Faults that no other test tells by their code: how each comes, what it holds, its way out.

Somebody follows the words (``tests/support/walker.py``) until nothing stands, and the cycle that
the fault broke off, or did not, is brought to its end.
"""

import ast
import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from firmware_ctl.config.model import Care, Config, Dice, Table
from firmware_ctl.config.model import Load as Watch
from firmware_ctl.core.commands import Word
from firmware_ctl.core.faults import KINDS, StepFault
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.core.steps.load import SHAKE_TURNS
from firmware_ctl.store.faults import Trouble
from hal.ids import TRAYS, Actuator, Direction
from hal.motions import Run
from hal.sim import DealSettings, SimSettings
from hal.sim.settings import FirmwareSettings
from tests.support.bench import FEW, Bench, Setup, Turned, play
from tests.support.walker import AtThePanel, Walker

NO_CURRENT = SimSettings(firmware=FirmwareSettings(motor_current=False))
"""A board that does not measure the motors' currents has to ask."""

BLIND = replace(FEW, settings=NO_CURRENT)
CUP = replace(FEW, config=Config(dice=Dice(kind="cup")))
DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)
BLIND_DEALS = replace(DEALS, settings=replace(NO_CURRENT, deal=DealSettings(fitted=True)))

MOST_LATER = 3
"""So many more faults may come of one, of its own consequences."""

Reached = Callable[[Bench], bool]
Begin = Callable[[Bench, Callable[[], None]], Awaitable[None]]
"""Bring a table to where a fault shows; the second argument sets it."""


async def homing(bench: Bench, break_it: Callable[[], None]) -> None:
    """Break a part, then home the table."""
    break_it()
    bench.do(Word.HOME)


async def loading(bench: Bench, break_it: Callable[[], None]) -> None:
    """Break a part, then load the first set."""
    await bench.home()
    break_it()
    await bench.push_in_a_set()


async def cycling(bench: Bench, break_it: Callable[[], None]) -> None:
    """Break a part, then bring the walls up that are inside."""
    await bench.first_set()
    break_it()
    bench.lay_out_set()
    bench.do(Word.LIFT)


async def closing(bench: Bench, break_it: Callable[[], None]) -> None:
    """Break a part while the well is open, then close it."""
    await bench.first_set()
    await bench.open()
    break_it()
    bench.do(Word.LIFT)


async def raising(bench: Bench, break_it: Callable[[], None]) -> None:
    """Break a part while the trays go down for the walls."""
    await bench.first_set()
    await bench.push_in_a_set()
    await bench.until(lambda: bench.surface is Surface.RAISING)
    break_it()


async def throwing(bench: Bench, break_it: Callable[[], None]) -> None:
    """Break a part, then throw the dice."""
    await bench.walls_up()
    await bench.loaded()
    break_it()
    bench.do(Word.DICE)


async def dealing(bench: Bench, break_it: Callable[[], None]) -> None:
    """Break a part, then ask for the hands."""
    await bench.walls_up()
    break_it()
    bench.do(Word.DEAL)


def is_home(bench: Bench) -> bool:
    return bench.surface is Surface.READY


def is_home_or_up(bench: Bench) -> bool:
    return bench.surface in (Surface.READY, Surface.WALLS_UP)


def is_loaded(bench: Bench) -> bool:
    return bench.load is Load.COMPLETE and bench.surface is Surface.READY


def is_up(bench: Bench) -> bool:
    return bench.surface is Surface.WALLS_UP and bench.load is Load.COMPLETE


def is_led_out(bench: Bench) -> bool:
    """Tell whether the walls inside may be brought up, void as they are."""
    return bench.surface in (Surface.READY, Surface.OPEN) and bench.load is Load.COMPLETE


def is_in_play(bench: Bench) -> bool:
    return bench.surface is Surface.PLAY


@dataclass(frozen=True, slots=True)
class Case:
    """A defect, when it comes, the code told first and what that holds, and the exact one."""

    defect: str
    place: str
    begin: Begin
    until: Reached
    told: str
    holds: str
    exact: str
    setup: Setup = FEW


def same(
    defect: str,
    place: str,
    begin: Begin,
    until: Reached,
    code: str,
    holds: str,
    setup: Setup = FEW,
) -> Case:
    """Return the case of a cause that is told at once."""
    return Case(defect, place, begin, until, code, holds, code, setup)


CASES = (
    Case("supply-dead", "", homing, is_home, "E280", "all", "E106"),
    same("supply-dead", "", cycling, is_home, "E106", "all"),
    same("supply-dead", "", raising, is_home_or_up, "E106", "all"),
    Case("supply-dead", "", closing, is_home, "E290", "all", "E106"),
    same("motor-dead", "tray.2", cycling, is_up, "E291", "all"),
    Case("motor-dead", "dome", homing, is_home, "E280", "all", "E291"),
    same("dome-sluggish", "", cycling, is_up, "E206", "nothing"),
    same("tray-sluggish", "1", cycling, is_up, "E206", "nothing"),
    same("pusher-sluggish", "2", cycling, is_up, "E206", "nothing"),
    same("tray-cycles", "1", cycling, is_up, "E222", "all"),
    same("motor-runs-on", "stacker.1", loading, is_led_out, "E292", "all"),
    same("double-tile", "1", loading, is_loaded, "E332", "nothing"),
    same("belt-weak", "2", loading, is_loaded, "E333", "nothing"),
    Case("ring-weak", "", loading, is_loaded, "E340", "nothing", "E342"),
    Case("drum-slow", "", loading, is_loaded, "E340", "nothing", "E341"),
    same("belt-full-stuck-on", "1", loading, is_loaded, "E404", "nothing"),
    same("eye-ghosts", "1", loading, is_led_out, "E412", "load"),
    same("reader-dead", "2", loading, is_loaded, "E413", "nothing"),
    same("hand-full-sensor-stuck", "1", loading, is_loaded, "E422", "nothing", DEALS),
    Case("dome-up-sensor-dead", "", cycling, is_up, "E210", "all", "E211", BLIND),
    Case("tray-down-sensor-dead", "1", cycling, is_up, "E220", "all", "E221", BLIND),
    Case("pusher-out-sensor-dead", "2", cycling, is_up, "E230", "all", "E231", BLIND),
    Case("hand-tray-stuck", "3", dealing, is_in_play, "E250", "all", "E205", BLIND_DEALS),
    Case("dice-sensor-dead", "", throwing, is_in_play, "E610", "nothing", "E602", CUP),
    same("dice-dead", "", throwing, is_in_play, "E601", "nothing", CUP),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.exact} {case.defect}")
def test_a_fault_is_told_holds_what_it_must_and_its_words_lead_out_of_it(case: Case) -> None:
    async def scenario(bench: Bench) -> None:
        await case.begin(bench, lambda: bench.table.faults.set(case.defect, case.place))
        await _go_on(bench, lambda: bool(bench.codes))
        told = bench.faults[0]
        assert (told.code, told.holds) == (case.told, case.holds)
        assert told.side is None or str(told.side) == case.place.rpartition(".")[2]
        await _holds(bench, case.holds)
        walker = Walker(AtThePanel(bench))
        await walker.clear()
        for _ in range(MOST_LATER):
            await _go_on(bench, lambda: case.until(bench) or bool(bench.codes))
            await walker.clear()
        assert case.until(bench)
        assert case.exact in walker.codes
        assert bench.table.faults.active == {}, walker.acts

    play(scenario, case.setup)


async def _go_on(bench: Bench, reached: Callable[[], bool]) -> None:
    """Do what is asked for where no fault stands, until something is reached."""

    def look() -> bool:
        if reached():
            return True
        if bench.surface is Surface.OPEN:
            bench.table.people.push_in()
            bench.do(Word.LIFT)
        elif bench.surface is Surface.UNHOMED:
            bench.do(Word.HOME)
        elif bench.controller.snapshot().hands_due and Word.DEAL in _allowed(bench):
            bench.do(Word.DEAL)
        elif bench.held:
            bench.say(Word.RESUME)
        return False

    await bench.until(look)


def _allowed(bench: Bench) -> tuple[str, ...]:
    return bench.controller.snapshot().allowed


async def _holds(bench: Bench, holds: str) -> None:
    """See that what a fault holds stands still, and only that."""
    if holds == "nothing":
        assert bench.surface is not Surface.FAULTED
        assert bench.load is not Load.FAULTED
        return
    assert bench.load in (Load.FAULTED, Load.HELD, Load.EMPTY, Load.COMPLETE)
    assert (bench.surface is Surface.FAULTED) is (holds == "all")
    await asyncio.sleep(1.0)
    since = bench.now
    await asyncio.sleep(5.0)
    assert bench.driven == []
    assert [turned for turned in bench.turned if turned.at > since] == []


def test_a_line_that_is_lost_three_times_is_told_as_unsteady() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        walker = Walker(AtThePanel(bench))
        for _ in range(3):
            assert "E108" not in bench.codes
            bench.table.faults.set("link-cut")
            await bench.fault("E101")
            told = bench.codes
            await walker.clear()
            await bench.until(lambda: bench.surface is Surface.READY)
        assert "E108" in told
        assert "E108" in walker.codes
        assert KINDS["E108"].holds.value == "nothing"

    play(scenario)


def test_cleaning_is_asked_for_and_acknowledging_counts_anew() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        told = await bench.fault("E507")
        assert (told.holds, bench.load) == ("nothing", Load.COMPLETE)
        await Walker(AtThePanel(bench)).clear()
        assert bench.controller.snapshot().counters["hands_since_cleaning"] == 0

    play(scenario, replace(FEW, config=Config(care=Care(clean_hands=1))))


def test_a_motion_that_an_interlock_forbids_is_a_fault_and_not_a_motion() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.open()
        before = len(bench.turned)
        with pytest.raises(StepFault) as refused:
            bench.controller.machinery.rig.begin(Run(TRAYS[0], Direction.FORWARD, 100))
        assert refused.value.kind is KINDS["E107"]
        bench.controller.machinery.fault(refused.value)
        told = await bench.fault("E107")
        assert (told.holds, bench.surface) == ("all", Surface.FAULTED)
        await Walker(AtThePanel(bench)).clear()
        assert bench.surface is Surface.OPEN
        assert len(bench.turned) == before

    play(scenario)


def _feeds(bench: Bench, since: float) -> list[Turned]:
    return [t for t in bench.turned if t.actuator is Actuator.DRUM and t.at >= since]


def test_last_tiles_that_do_not_come_are_shaken_for_before_anything_is_told() -> None:
    """The drum turns back and forth, twice, as often as configured; then the question is asked."""

    async def scenario(bench: Bench) -> None:
        await loading(bench, lambda: bench.table.faults.set("last-tiles-stay"))
        told = await bench.fault("E320")
        turns = [turned.direction for turned in _feeds(bench, 0.0)]
        shaken = turns.count(Direction.REVERSE)
        assert shaken == SHAKE_TURNS * Watch().shakes > 0
        first = turns.index(Direction.REVERSE)
        back_and_forth = [Direction.REVERSE, Direction.FORWARD] * 2
        assert turns[first : first + 4] == back_and_forth
        assert told.candidates == ("E321", "E301")
        assert "4" in told.cause
        bench.table.faults.clear_all()

    play(scenario)


def test_tiles_that_the_shaking_turns_over_are_loaded_without_a_word() -> None:
    async def scenario(bench: Bench) -> None:
        await loading(bench, lambda: bench.table.faults.set("last-tiles-stay", chance=0.02))
        await bench.loaded()
        assert Direction.REVERSE in [turned.direction for turned in _feeds(bench, 0.0)]
        assert [event for event in bench.events if event["event"] == "fault"] == []
        assert bench.stacks_inside == [5, 4, 5, 4]

    play(scenario, replace(FEW, config=Config(load=Watch(shakes=3))))


TESTS = Path(__file__).parents[1]
NO_SCENARIOS = ("test_fault_catalogue.py", "test_texts_catalogue.py", "test_fault_texts_read.py")
"""Tests of the catalogue's form: what they name they do not let happen."""


def _named(path: Path) -> set[str]:
    """Return the codes that a test names, as texts or as the record's troubles."""
    tree = ast.parse(path.read_text("utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    troubles = {
        Trouble[node.attr].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id == "Trouble" and node.attr in Trouble.__members__
    }
    return troubles | {text for text in texts if isinstance(text, str)}


def test_no_code_of_the_catalogue_is_without_a_test_that_names_it() -> None:
    named: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        if path.name not in NO_SCENARIOS:
            named |= _named(path)
    assert set(KINDS) - named == set()
