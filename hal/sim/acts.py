"""Mending acts: what a person's hands do to the machine so that a fault ends.

One row an act. A wizard's step names an act and its place; in the plant a fault ends by one of the
acts that its kind names, and by no other. ``hands`` moves tiles where the act does.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hal.ids import LANES, Input
from hal.sim.faults.kind import MOTORS, ONE, SETS, SIDES, World

Hands = Callable[[World, str], None]

SWITCHES = tuple(input_.label for input_ in Input if not input_.name.startswith(("EYE", "KEY")))
KEYS = tuple(input_.label for input_ in Input if input_.name.startswith("KEY"))
OILED = ("dome", *(f"{part}.{side}" for part in ("tray", "pusher") for side in SIDES))


class NoSuchAct(ValueError):
    """A name or place that no row of the table has."""


@dataclass(frozen=True, slots=True)
class Act:
    """A row: the act's name, its places (none: there is one), what is done, in one sentence.

    ``leaves_over`` marks acts whose faults end only when the tiles are where they belong.
    """

    name: str
    places: tuple[str, ...]
    does: str
    hands: Hands | None = None
    leaves_over: bool = False

    @property
    def known_places(self) -> tuple[str, ...]:
        """Return the places to choose from, ``""`` for the only one."""
        return self.places or ONE


def _find(world: World, _: str) -> None:
    world.people.find_lost()


def _draw_back(world: World, lane: str) -> None:
    world.plant.lanes[int(lane)].draw_back()


def _heads(world: World, _: str) -> None:
    for lane in LANES:
        world.people.empty_head(lane)


def _take_out(world: World, _: str) -> None:
    """Take what is left over out of the heads and, through an open well, out of the drum."""
    _heads(world, "")
    people = world.people
    if world.plant.dome.is_high:
        people.take_out_of_well(people.strangers)
    people.sort_table()


def _sort(world: World, _: str) -> None:
    world.people.sort_table()


ACTS = {
    act.name: act
    for act in (
        Act("clean-eye", SIDES, "wipe the lane's eye S1, set it straight, push its plug home"),
        Act("clear-beam", SIDES, "take away what stands in the beam of the lane's eye", _draw_back),
        Act("clear-mouth", SIDES, "take away what covers the sensor at the lane's mouth"),
        Act("mend-reader", SIDES, "push the reader's plug home, or change the reader"),
        Act("clear-head", SIDES, "take the tiles out of the head, lay them back straight"),
        Act("clear-heads", (), "take the tiles that lie in the heads of all stackers out", _heads),
        Act("clean-lane", SIDES, "wipe the lane, bend it straight, tighten its belt"),
        Act("take-out-body", SIDES, "take the coin or chip out of the lane"),
        Act("free-motor", MOTORS, "take out what blocks the motor"),
        Act("mend-motor", MOTORS, "push the motor's plug home, let it cool, or change it"),
        Act("mend-drum", (), "look after drum and ring: their motors, plugs and belts"),
        Act("mend-driver", MOTORS, "change the motor's driver"),
        Act("restore-supply", (), "put a new fuse into the motors' supply"),
        Act("clean-ring", (), "wipe the magnetic ring and set it close to the drum"),
        Act("free-drum", (), "turn the tiles in the drum over by hand, refit the flip strip"),
        Act("renew-flip-strip", (), "change the flip strip of the drum"),
        Act("replace-set", SETS, "change the bad tiles of the set for good ones"),
        Act(
            "mend-set", (), "look through the set, change bad tiles, put strange ones away", _sort,
            leaves_over=True,
        ),
        Act("free-dome", (), "take away what lies in the dome's way"),
        Act("free-tray", SIDES, "take away what lies in the tray's way"),
        Act("straighten-stacks", SIDES, "set the stacks of the row straight"),
        Act("clear-hatch", SIDES, "take away what lies on the hand tray's hatch"),
        Act(
            "pick-up-astray", SIDES, "pick up what fell beside the slide, set it straight", _find,
        ),
        Act("set-tray", SIDES, "set the tray's end plate so that it stands flush"),
        Act("oil", OILED, "oil the slides of the part"),
        Act("mend-switch", SWITCHES, "clean the switch, set it straight, push its plug home"),
        Act("plug-link", (), "push the plugs of the line between computer and board home"),
        Act("clean-dice-pan", (), "take the dirt out from under the dice pan"),
        Act("clean-dice-sensor", (), "wipe the dice sensor"),
        Act("free-key", KEYS, "clean the key's contact"),
        Act("release-estop", (), "pull the red button out"),
        Act("close-top", (), "close the table top, down on to its switch"),
        Act("close-hatch", (), "close the service hatch"),
        Act(
            "bring-tiles", (), "look for the missing tiles and lay them on the table", _find,
            leaves_over=True,
        ),
        Act(
            "take-out-tiles", (), "take the tiles that are left over out of heads and drum",
            _take_out, leaves_over=True,
        ),
        Act(
            "sort-sets", (), "put strange tiles on the table away, lay one's own there", _sort,
            leaves_over=True,
        ),
    )
}  # fmt: skip
"""All acts by name."""
