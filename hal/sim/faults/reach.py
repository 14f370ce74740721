"""What befalls the parts that people touch: keys, dice, red button, table top and hatch."""

from hal.ids import KEYS_DICE, KEYS_LIFT, Actuator, Input
from hal.sim.faults.kind import Deed, FaultKind, Per, Put, World, there
from hal.sim.kernel import to_us
from hal.sim.pins import OFF, ON

KEYS: dict[str, Input] = {
    **{f"lift.{number}": key for number, key in enumerate(KEYS_LIFT)},
    **{f"dice.{number}": key for number, key in enumerate(KEYS_DICE)},
}
PLACES = tuple(KEYS)
BOUNCE_S = 0.03
BOUNCES = 12
"""What a worn contact does each time that it is moved; here, as soon as it is worn."""


def _held(level: bool) -> Put:  # noqa: FBT001
    def put(world: World, place: int, chance: float) -> None:
        world.plant.pins.force(KEYS[PLACES[place]], level if chance else None)

    return put


def _bounces(world: World, place: int, chance: float) -> None:
    plant, key = world.plant, KEYS[PLACES[place]]
    if not chance:
        plant.pins.force(key, None)
        return

    def touch(number: int) -> None:
        plant.pins.force(key, bool(number % 2) if number else None)
        if number:
            plant.kernel.after(to_us(BOUNCE_S), touch, number - 1)

    touch(BOUNCES)


def _dice_dead(world: World, _: int, chance: float) -> None:
    world.plant.motors.stall(Actuator.DICE_CUP, stuck=chance > 0)


def _dice_unseen(world: World, _: int, chance: float) -> None:
    world.plant.dice.unseen = chance


def _estop(world: World, _: int, chance: float) -> None:
    world.plant.set_estop(pressed=chance > 0)


def _top(world: World, _: int, chance: float) -> None:
    world.plant.set_top(is_open=chance > 0)


def _hatch(world: World, _: int, chance: float) -> None:
    world.plant.set_hatch(is_open=chance > 0)


def _key(place: str) -> tuple[Deed, ...]:
    return (Deed("free-key", KEYS[place].label),)


def _pan(_: str) -> tuple[Deed, ...]:
    return Deed("clean-dice-pan"), Deed("free-motor", Actuator.DICE_CUP.label)


KINDS = (
    FaultKind("key-dead", PLACES, "a key does nothing", _held(OFF), _key),
    FaultKind("key-stuck", PLACES, "a key reads pressed all the time", _held(ON), _key),
    FaultKind("key-bounces", PLACES, "a key opens and closes many times a second", _bounces, _key),
    FaultKind(
        "dice-dead", (), "the cup does not spin, the dice never settle", _dice_dead, _pan
    ),
    FaultKind(
        "dice-sensor-dead", (), "the cup spins, and nobody tells that the dice lie still",
        _dice_unseen, there("clean-dice-sensor"), per=Per.THROW,
    ),
    FaultKind(
        "estop-pressed", (), "the red button reads pressed", _estop, there("release-estop")
    ),
    FaultKind("top-open", (), "the table top reads open", _top, there("close-top")),
    FaultKind("hatch-open", (), "the service hatch reads open", _hatch, there("close-hatch")),
)  # fmt: skip
"""Kinds of faults within people's reach."""
