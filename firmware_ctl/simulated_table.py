"""Set up a simulated table for the daemon, with people who bring and push its tiles.

Without a demonstration these people only do what nobody can do from a terminal: they bring the tile
sets, push the tiles into the open well, and take the walls. The keys are left to whoever watches.
"""

import asyncio
import secrets
from collections.abc import Callable

from firmware_ctl.config.model import Config
from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.hands import SystemChance
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.programs import own_set
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.driven import Driven
from firmware_ctl.simulated_mending import Menders
from firmware_ctl.simulation import SeededChance
from hal.ids import KEYS_DICE, Input
from hal.sim import FAULT_KINDS, DealSettings, PlayerSettings, SimSettings, SimTable
from hal.sim.fault_script import BadScript, parse_fault
from rules.programs import SIDES, Profile
from rules.variants import variant

DEMO_PEOPLE = PlayerSettings(think_s=1.5, push_s=3.0, play_s=20.0)
"""People of a demonstration are quick: a hand that lasts minutes is no fun to watch."""

MENDING_S = 8.0
"""How long people of a demonstration look at a fault before they do what the view tells them."""

LOOK_AGAIN_S = 1.5
"""How soon they look again while a fault still stands."""

MENDING = (Word.RESUME, Word.HOME)
"""What they say when that is done; that which does not fit is refused."""


def simulated_table(
    loop: asyncio.AbstractEventLoop, config: Config, seed: int | None, *, demo: bool
) -> Driven:
    """Return a simulated table with its people; without a seed chance begins anywhere.

    Raises:
        RulesError: no such variant, or a tile set that cannot be.
    """
    begin = secrets.randbelow(1 << 32) if seed is None else seed
    table = build_table(loop, config, begin)

    def seat(controller: Controller) -> None:
        controller.answers.break_part = break_part(table)
        crew = Crew(table, controller, demo=demo)
        controller.answers.mend_by_hand = crew.put_right
        controller.subscribe(crew.hear)
        crew.sit_down()

    return Driven(
        board=table.board,
        chance=SystemChance() if seed is None else SeededChance(seed),
        what="simulated table",
        note=f"seed {begin}",
        simulated=True,
        breakable=breakable(),
        seat=seat,
    )


def build_table(loop: asyncio.AbstractEventLoop, config: Config, seed: int) -> SimTable:
    """Return a simulated table of the configured profile with its two tile sets in their boxes.

    Raises:
        RulesError: no such variant, or a tile set that cannot be.
    """
    own = own_set(config.tiles) or variant(config.table.variant).tile_set
    tiles = tuple(int(tile) for tile in own.tiles())
    deals = config.table.profile == Profile.AUTO_DEAL.value
    settings = SimSettings(deal=DealSettings(fitted=deals))
    return SimTable.build(loop, settings, seed=seed, sets=(tiles, tiles))


def breakable() -> dict[str, tuple[str, ...]]:
    """Return the faults that a table can be given, by name, each with its places."""
    return {kind.name: tuple(kind.places) for kind in FAULT_KINDS}


def break_part(table: SimTable) -> Callable[[str, str, bool], None]:
    """Return what breaks a part of this table by a fault's name and place, or ends that.

    The place stands in a word of its own or behind the name, as in a script of faults.
    """

    def put(name: str, place: str, on: bool) -> None:  # noqa: FBT001
        where = place if not place or "=" in place else f"place={place}"
        fault = parse_fault("@".join(filter(None, (name, where))))
        if fault.onset_s or fault.duration_s is not None:
            raise BadScript(f"{name}: it begins now and lasts until 'off'; leave the seconds out")
        if on:
            table.faults.set(fault.name, fault.place or "", fault.chance)
        else:
            table.faults.clear(fault.name, fault.place or "")

    return put


class Crew:
    """The people at a simulated table of the daemon; hears the controller's events."""

    def __init__(self, table: SimTable, controller: Controller, *, demo: bool) -> None:
        self._table = table
        self._controller = controller
        self._demo = demo
        self._menders = Menders(table, controller, self._close_well, self._left_out)
        self._next_set = 0
        self._load = Load.EMPTY.value

    def sit_down(self) -> None:
        """Begin: in a demonstration somebody presses the reset key, and the players take over."""
        if self._demo:
            self._table.seat_players(DEMO_PEOPLE)
            self._table.plant.press(Input.KEY_RESET)

    def hear(self, event: Event) -> None:
        """Take an event of the table: an open well wants tiles, a fault wants to be mended.

        A well that opens while a load is held or has a fault is for looking and for forgotten
        tiles; no other set goes into it.
        """
        if event["event"] == "load":
            self._load = str(event["new"])
        elif event["event"] == "surface" and event["new"] == Surface.OPEN.value:
            if self._load not in (Load.HELD.value, Load.FAULTED.value):
                self._fill_the_well()
        elif event["event"] == "fault" and self._demo:
            asyncio.get_running_loop().call_later(MENDING_S, self._mend)
        elif event["event"] == "cut-pressed" and self._demo:
            asyncio.get_running_loop().call_later(DEMO_PEOPLE.think_s, self._press_for_the_cut)

    def put_right(self, act: str, place: str) -> bool:
        """Do a mending act, and push the tiles that it brought into the well if that is open.

        Returns:
            Whether the machine has something to be done there.
        """
        done = self._menders.do(act, place)
        if done and self._controller.machinery.surface.state is Surface.OPEN:
            self._table.people.push_in(self._left_out())
        return done

    def _press_for_the_cut(self) -> None:
        """Let the next player press his key, where keys cut the wall."""
        cut = self._controller.play.cut
        due = [] if cut is None else [side for side in SIDES if side not in cut.pressed]
        if due and self._controller.play.cut_due:
            self._table.plant.press(KEYS_DICE[due[0]])

    def _fill_the_well(self) -> None:
        people = self._table.people
        if not self._demo:
            people.play()
        if not people.on_table and self._next_set < len(people.sets):
            people.put_set_on_table(self._next_set)
            self._next_set += 1
        if not self._demo:
            people.push_in()

    def _mend(self) -> None:
        """Do what the faults' steps tell, and look again as long as one stands."""
        self._menders.mind()
        for word in MENDING:
            self._controller.submit(Command(word, origin=Origin.PANEL))
        if len(self._controller.machinery.faults):
            asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self._mend)

    def _close_well(self) -> None:
        """Push in what lies on the table, and close the well that was opened for it."""
        self._table.people.push_in(self._left_out())
        self._controller.submit(Command(Word.LIFT, origin=Origin.PANEL))

    def _left_out(self) -> list[int]:
        """Return the tiles on the table, but for those that were taken out and wait there."""
        aside = self._menders.aside
        return [tile for tile in self._table.people.on_table if tile not in aside]
