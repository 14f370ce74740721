"""Three tables of interlocks, written apart: the controller's, the board's and the plant's own.

What the plant calls dangerous the controller must not ask for; what the board refuses the
controller must have refused before it.
"""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.interlocks import INTERLOCKS, LAYING_A_HAND, refusal, refusal_of_hand
from hal.ids import LANES, Actuator, Direction, Input
from hal.line import registers as reg
from hal.sim import SimSettings, SimTable, run_virtual
from hal.sim.axis import HIGH, LOW
from hal.sim.firmware import MUST_BE_SAFE
from hal.sim.interlocks import INTERLOCKS as DANGERS
from hal.sim.plant import Plant
from hal.sim.settings import DealSettings
from hal.sim.stacker import DROPPED, HOME

GUARDS = (Input.ESTOP_RELEASED, Input.TOP_CLOSED, Input.HATCH_CLOSED)

BY_BOOKS = {"wall-into-wall", "hand-on-hand"}
"""Rows about where tiles lie, which no sensor shows: the steps keep them by the books."""

INTO_HANDS = {"dealing-while-filling", "filling-open-tray"}
"""Rows about tiles pushed on to a hand's slide; the controller asks for those apart."""

places = st.sampled_from((LOW, HIGH // 2, HIGH))
angles = st.sampled_from((HOME, DROPPED))
situations = st.fixed_dictionaries(
    {
        "dome": places,
        "trays": st.tuples(*(places for _ in LANES)),
        "plates": st.tuples(*(places for _ in LANES)),
        "cams": st.tuples(*(angles for _ in LANES)),
        "unsafe": st.frozensets(st.sampled_from(GUARDS)),
        "moving": st.frozensets(st.sampled_from(Actuator), max_size=3),
    }
)


def _arrange(plant: Plant, situation: dict[str, object]) -> None:
    """Bring the plant into a situation by hand, its motors as if driven."""
    plant.dome.put(situation["dome"])  # type: ignore[arg-type]
    for side in LANES:
        plant.sides[side].tray_axis.put(situation["trays"][side])  # type: ignore[index]
        plant.sides[side].pusher.put(situation["plates"][side])  # type: ignore[index]
        plant.lanes[side].stacker.put(situation["cams"][side])  # type: ignore[index]
    for guard in GUARDS:
        plant.pins.put(guard, guard not in situation["unsafe"])  # type: ignore[operator]
    plant.motors.drive[:] = [int(a in situation["moving"]) for a in Actuator]  # type: ignore[operator]


def _why_not(plant: Plant, actuator: Actuator, direction: int) -> str | None:
    way = Direction.FORWARD if direction > 0 else Direction.REVERSE
    moving = {a for a in Actuator if plant.motors.drive[a]}
    return refusal(actuator, way, lambda input_: plant.pins.seen[input_], moving)


async def _plant() -> Plant:
    settings = SimSettings(deal=DealSettings(fitted=True))
    return SimTable.build(asyncio.get_running_loop(), settings, 1, ([0], [1])).plant


@given(situations)
def test_what_the_plant_calls_dangerous_the_controller_does_not_ask_for(
    situation: dict[str, object],
) -> None:
    async def check() -> None:
        plant = await _plant()
        _arrange(plant, situation)
        rows = [row for row in DANGERS if row.rule not in BY_BOOKS | INTO_HANDS]
        for row in rows:
            for actuator in row.actuators:
                for direction in (1, -1) if not row.direction else (row.direction,):
                    if row.broken(plant, actuator):
                        assert _why_not(plant, actuator, direction), (row.rule, actuator)

    run_virtual(check())


@given(situations)
def test_what_the_board_refuses_the_controller_has_refused_before(
    situation: dict[str, object],
) -> None:
    async def check() -> None:
        plant = await _plant()
        _arrange(plant, situation)
        if any(not plant.pins.seen[guard] for guard in MUST_BE_SAFE):
            for actuator in Actuator:
                for direction in (1, -1):
                    assert _why_not(plant, actuator, direction), actuator

    run_virtual(check())


def test_every_row_of_the_plant_is_met_by_a_row_of_the_controller() -> None:
    """Each danger, in the one situation that shows it alone."""

    async def check() -> set[str]:
        met = set()
        for tray in (LOW, HIGH):
            for plate in (LOW, HIGH):
                for cam in (HOME, DROPPED):
                    for dome in (LOW, HIGH):
                        for moving in (frozenset(), *(frozenset({a}) for a in Actuator)):
                            plant = await _plant()
                            _arrange(
                                plant,
                                {
                                    "dome": dome,
                                    "trays": (tray,) * 4,
                                    "plates": (plate,) * 4,
                                    "cams": (cam,) * 4,
                                    "unsafe": frozenset(),
                                    "moving": moving,
                                },
                            )
                            met |= {
                                row.rule for row in DANGERS for a in row.actuators
                                if row.broken(plant, a)
                            }  # fmt: skip
        return met

    guarded = {"top-open", "hatch-open", "estop-pressed"}
    assert run_virtual(check()) | guarded | BY_BOOKS | INTO_HANDS == {row.rule for row in DANGERS}


def test_the_board_of_ours_guards_with_the_same_three_inputs() -> None:
    assert set(MUST_BE_SAFE) == set(GUARDS)
    assert {guard.name for guard in reg.Guard} == {guard.name for guard in GUARDS}
    needs = {rule.needs for movers, rule in INTERLOCKS if set(movers) == set(Actuator)}
    assert needs == set(GUARDS)


def test_no_tile_is_pushed_on_to_a_slide_whose_tray_is_away_or_moves() -> None:
    flush = {rule.needs for rule in LAYING_A_HAND}
    for lane in LANES:
        assert refusal_of_hand(lane, lambda input_: input_ not in flush, ())
        assert refusal_of_hand(lane, lambda _: True, (Actuator(Actuator.DEAL_0 + lane),))
        assert refusal_of_hand(lane, lambda _: True, ()) is None
