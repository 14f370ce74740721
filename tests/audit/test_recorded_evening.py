"""From the table to the phone: evenings at a simulated table, their journals and walls checked."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from firmware_ctl.audit.chain_reader import chain_links
from firmware_ctl.audit.journal_export import journal_lines
from firmware_ctl.audit.signing import JournalKey, is_signed
from firmware_ctl.audit.telling import hand_data
from firmware_ctl.config.model import Config, Dice, Integrity, Table
from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.states import Surface
from firmware_ctl.simulation import SeededChance
from firmware_ctl.store.restore import restore
from firmware_ctl.store.seals import MachineKey
from firmware_ctl.texts import say
from hal.sim import DealSettings, SimSettings
from hal.sim.cheats.machine import swap
from hal.sim.settings import ReaderSettings
from hal.tile_id import unpack_tile_id
from rules.dealing import deal
from rules.integrity.commitment.dealt import dealt_hands
from rules.integrity.commitment.journal import Checked, check_journal
from rules.integrity.commitment.leaves import short_form
from rules.integrity.commitment.opening import opening_text, read_opening
from rules.integrity.commitment.throws import Press, fair_throw, keeps
from rules.languages import Language
from rules.tiles import Tile, code_of
from rules.wall import Tier, linear_order
from tests.store.recorded import MACHINE, Recording
from tests.support.bench import FEW, Bench, Setup, play

FAIR = replace(FEW, chance=SeededChance(4))
KEYS = replace(FAIR, config=Config(integrity=Integrity(cut="keys")))
CUP = replace(FAIR, config=Config(dice=Dice(kind="cup")))
BLIND = replace(FAIR, settings=SimSettings(reader=ReaderSettings(fitted=False)))

Evening = Callable[[Bench], Awaitable[None]]


async def a_hand(bench: Bench) -> None:
    """Play one hand from the walls on the table to its end."""
    bench.do(Word.DICE)
    bench.table.people.play()
    await bench.loaded()
    bench.do(Word.HAND_END)


async def next_walls(bench: Bench) -> None:
    await bench.push_in_a_set()
    await bench.until(lambda: bench.surface is Surface.WALLS_UP)


def recorded(root: Path, evening: Evening, setup: Setup = FAIR) -> list[bytes]:
    """Record an evening and return its journal."""

    async def scenario(bench: Bench) -> None:
        recording = Recording(bench.controller, root)
        await bench.walls_up()
        await evening(bench)
        recording.recorder.stop()
        recording.ledger.close()
        assert recording.faults == []

    play(scenario, setup)
    key = JournalKey(MACHINE)
    return list(journal_lines(chain_links(root), key.sign, table="here", key=key.public))


def checked(lines: list[bytes]) -> Checked:
    return check_journal(lines, is_signed, JournalKey(MACHINE).public)


def test_an_evening_s_journal_is_good_and_its_walls_are_those_that_were_shown(
    tmp_path: Path,
) -> None:
    shown: list[str | None] = []

    async def evening(bench: Bench) -> None:
        for _ in range(2):
            shown.append(bench.controller.snapshot().hand.root)
            await a_hand(bench)
            await next_walls(bench)

    found = checked(recorded(tmp_path, evening))

    assert found.flaw is None
    assert [hand.root for hand in found.hands] == shown
    assert all(hand.wall is not None for hand in found.hands)
    assert [dice.proved for hand in found.hands for dice in hand.dice] == [True, True]
    assert {dice.source for hand in found.hands for dice in hand.dice} == {"electronic"}


def test_the_root_stands_before_the_dice_and_the_wall_is_told_after_the_hand() -> None:
    async def scenario(bench: Bench) -> None:
        assert bench.controller.snapshot().hand.root is None
        assert bench.controller.opening() is None
        await bench.walls_up()
        before = bench.controller.snapshot().hand
        assert before.state == "none"
        assert before.root is not None
        assert before.root_short == short_form(before.root)
        bench.do(Word.DICE)
        bench.table.people.play()
        assert bench.controller.snapshot().hand.opened is None
        assert bench.controller.opening() is None
        bench.do(Word.HAND_END)
        after = bench.controller.snapshot().hand
        assert (after.root, after.opened) == (before.root, 1)
        told = bench.controller.opening()
        assert told is not None
        assert read_opening(told).root.hex() == before.root

    play(scenario, FAIR)


def test_the_opened_wall_is_the_one_that_the_players_drew_from() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.table.kernel.catch_up()
        books = bench.table.plant.books
        trays = [
            [tile for stack in side.tray for tile in stack] for side in bench.table.plant.sides
        ]
        await a_hand(bench)
        told = bench.controller.opening()
        assert told is not None
        lanes = read_opening(told).lanes
        assert [{leaf.uid for leaf in lane} for lane in lanes] == [
            {books.ids[tile] for tile in tray} for tray in trays
        ]

    play(scenario, FAIR)


def test_tiles_swapped_after_the_root_was_shown_lie_elsewhere_than_the_opened_wall_says() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.table.kernel.catch_up()
        plant = bench.table.plant
        swapped = set(swap(plant, random.Random(3)))
        found = [
            (side, place, tile)
            for side, standing in enumerate(plant.sides)
            for place, tile in enumerate(tile for stack in standing.tray for tile in stack)
        ]
        await a_hand(bench)
        told = bench.controller.opening()
        assert told is not None
        lanes = read_opening(told).lanes
        wrong = [tile for side, at, tile in found if lanes[side][at].uid != plant.books.ids[tile]]
        assert set(wrong) == swapped

    play(scenario, FAIR)


@pytest.mark.parametrize("keys", [False, True])
def test_the_hands_that_a_wall_dealt_are_told(tmp_path: Path, *, keys: bool) -> None:
    """What the checked journal says everybody got is what lay at these places in the plant."""
    lain: list[tuple[int, ...]] = []

    async def evening(bench: Bench) -> None:
        bench.do(Word.DEALER, side=1)
        for side in (0, 1, 2, 3) if keys else (1,):
            bench.do(Word.DICE, side=side)
        bench.table.kernel.catch_up()
        books, sides = bench.table.plant.books, bench.table.plant.sides
        running = bench.controller.play.hands.running
        assert running is not None
        assert running.broken is not None
        order = linear_order(running.stacks, running.broken.first)
        for places in deal(order, running.variant.deal, running.dealer).hands:
            tiles = [sides[at.side].tray[at.stack][at.tier is Tier.UPPER] for at in places]
            lain.append(tuple(unpack_tile_id(books.ids[tile]).design for tile in tiles))
        bench.table.people.play()
        await bench.loaded()
        bench.do(Word.HAND_END)

    config = KEYS.config if keys else FAIR.config
    setup = replace(FAIR, tiles=None, config=config)
    hand = checked(recorded(tmp_path, evening, setup)).hands[0]
    dealt = dealt_hands(hand)

    assert dealt is not None
    assert [tuple(leaf.kind for leaf in dealt[side]) for side in range(4)] == lain
    assert [len(hand) for hand in lain] == [13, 14, 13, 13]
    assert hand_data(hand)["dealt"]["1"] == [code_of(Tile(kind)) for kind in lain[1]]


def test_raised_hands_are_the_last_tiles_of_their_lanes(tmp_path: Path) -> None:
    settings = SimSettings(deal=DealSettings(fitted=True))
    config = Config(table=Table(profile="auto-deal"))
    setup = replace(FAIR, tiles=None, config=config, settings=settings)

    async def evening(bench: Bench) -> None:
        bench.do(Word.DICE)
        bench.do(Word.HAND_END)

    hand = checked(recorded(tmp_path, evening, setup)).hands[0]
    dealt = dealt_hands(hand)

    assert hand.wall is not None
    assert dealt == {side: hand.wall.lanes[side][-13:] for side in range(4)}


def test_hands_that_nobody_can_know_are_not_told(tmp_path: Path) -> None:
    async def evening(bench: Bench) -> None:
        bench.do(Word.DICE)
        await bench.until(lambda: not bench.controller.play.throwing)
        bench.do(Word.HAND_END)

    found = checked(recorded(tmp_path, evening, CUP))

    assert dealt_hands(found.hands[0]) is None
    assert dealt_hands(replace(found.hands[0], wall=None)) is None
    assert dealt_hands(replace(found.hands[0], variant="no such rules")) is None


def test_a_throw_is_promised_before_and_proved_after() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        for side in (2, 0):
            promised = bench.controller.snapshot().dice.commitment
            bench.do(Word.DICE, side=side)
            thrown = [event for event in bench.events if event["event"] == "dice"][-1]
            seed = bytes.fromhex(str(thrown["seed"]))
            assert promised is not None
            assert keeps(promised, seed)
            press = Press(side, int(str(thrown["press_us"])))
            assert press.at_us == round(bench.now * 1_000_000)
            assert thrown["faces"] == fair_throw(seed, press)
            assert bench.controller.snapshot().dice.commitment != promised

    play(scenario, FAIR)


def test_two_throws_in_one_moment_are_both_proved(tmp_path: Path) -> None:
    async def evening(bench: Bench) -> None:
        bench.do(Word.DICE, side=0)
        bench.do(Word.DICE, side=1)

    found = checked(recorded(tmp_path, evening))

    assert found.flaw is None
    assert [dice.proved for dice in found.hands[0].dice] == [True, True]


def test_typed_dice_and_a_cup_are_written_down_with_their_source(tmp_path: Path) -> None:
    async def evening(bench: Bench) -> None:
        bench.do(Word.DICE, side=0, faces="3+4")
        bench.do(Word.DICE, side=0)
        await bench.until(lambda: not bench.controller.play.throwing)

    found = checked(recorded(tmp_path, evening, CUP))

    assert found.flaw is None
    assert [(dice.faces, dice.source) for dice in found.hands[0].dice] == [
        ((3, 4), "typed"),
        (None, "unread"),
    ]


def test_a_table_without_reader_has_no_root_and_says_nothing_of_its_walls(tmp_path: Path) -> None:
    async def evening(bench: Bench) -> None:
        assert bench.controller.snapshot().hand.root is None
        await a_hand(bench)
        assert bench.controller.opening() is None

    found = checked(recorded(tmp_path, evening, BLIND))

    assert found.flaw is None
    assert [(hand.root, hand.wall) for hand in found.hands] == [("", None)]


# The cut by keys --------------------------------------------------------------------------------


def test_the_last_key_cuts_the_wall_and_begins_the_hand(tmp_path: Path) -> None:
    async def evening(bench: Bench) -> None:
        promised = bench.controller.snapshot().hand.cut
        assert promised is not None
        for number, side in enumerate((2, 0, 2, 3)):  # one presses twice
            bench.do(Word.DICE, side=side)
            await asyncio.sleep(0.3)
            assert bench.surface is Surface.WALLS_UP
            view = bench.controller.snapshot().hand.cut
            assert view is not None
            assert len(view.pressed) == min(number + 1, 3 if number > 2 else 2)
        bench.do(Word.DICE, side=1)
        assert bench.is_in(Surface.PLAY)
        dice = bench.controller.snapshot().dice
        assert dice.wall in range(4)
        assert dice.text
        cut = next(event for event in bench.events if event["event"] == "cut")
        json.dumps(cut)
        assert (dice.wall, dice.stacks) == (cut["side"], cut["stack"])
        assert keeps(promised.commitment, bytes.fromhex(str(cut["nonce"])))
        bench.do(Word.DICE, side=1)  # the dice still fall, and break nothing
        later = bench.controller.snapshot().dice
        assert later.faces is not None
        assert (later.wall, later.stacks) == (dice.wall, dice.stacks)
        await bench.loaded()
        bench.do(Word.HAND_END)

    found = checked(recorded(tmp_path, evening, KEYS))

    assert found.flaw is None
    cut = found.hands[0].cut
    assert cut is not None
    assert [press.side for press in cut.presses] == [2, 0, 3, 1]
    assert [dice.proved for dice in found.hands[0].dice] == [True]


def test_a_remote_presses_for_nobody() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        for side in range(4):
            reply = bench.say(Word.DICE, Origin.REMOTE, side=side)
            assert not reply.ok
            assert reply.why == say("no.cut-by-remote")
        cut = bench.controller.snapshot().hand.cut
        assert cut is not None
        assert cut.pressed == ()
        for side in range(4):
            bench.do(Word.DICE, side=side)
        assert bench.say(Word.DICE, Origin.REMOTE, side=1).ok

    play(scenario, KEYS)


def test_presses_for_walls_that_went_down_again_count_for_nothing() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE, side=0)
        await bench.loaded()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.OPEN)
        cut = bench.controller.snapshot().hand.cut
        assert cut is not None
        assert cut.pressed == ()

    play(scenario, KEYS)


def test_players_who_throw_real_dice_may_type_them_instead() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.DICE, side=1, faces="2+3")
        assert bench.surface is Surface.PLAY
        assert bench.controller.snapshot().dice.stacks == 2

    play(scenario, KEYS)


# A start in between ----------------------------------------------------------------------------


def restarted(recording: Recording, machine: MachineKey | None, setup: Setup) -> Controller:
    """Return a new controller that knows what was recorded."""
    controller = Controller(recording.controller._board, setup.config, SeededChance(9))
    state = recording.ledger.state
    restore(controller.play, controller.switches, state, machine, Language.EN, 0.0)
    return controller


@pytest.mark.parametrize("setup", [FAIR, KEYS])
def test_starts_in_the_middle_of_everything_leave_a_good_journal(
    tmp_path: Path, setup: Setup
) -> None:
    """The power goes after every step of a hand; each time another table begins anew."""
    acts = (
        lambda bench: bench.do(Word.DICE, side=0),
        lambda bench: bench.do(Word.DICE, side=1),
        lambda bench: [bench.do(Word.DICE, side=side) for side in (2, 3)],
        lambda bench: bench.do(Word.HAND_END),
    )

    async def scenario(stopped_after: int, bench: Bench) -> None:
        recording = Recording(bench.controller, tmp_path)
        await bench.walls_up()
        for act in acts[:stopped_after]:
            act(bench)
        recording.recorder.flush()
        recording.ledger.close()  # and nothing more: no orderly end

    for stopped_after in range(len(acts) + 1):
        play(partial(scenario, stopped_after), setup)
    key = JournalKey(MACHINE)
    found = checked(
        list(journal_lines(chain_links(tmp_path), key.sign, table="here", key=key.public))
    )

    assert found.flaw is None
    assert found.hands[-1].wall is not None


@pytest.mark.parametrize("setup", [FAIR, KEYS])
def test_root_and_cut_are_the_same_after_a_start(tmp_path: Path, setup: Setup) -> None:
    async def scenario(bench: Bench) -> None:
        recording = Recording(bench.controller, tmp_path)
        await bench.walls_up()
        for side in (0, 1, 2, 3):
            bench.do(Word.DICE, side=side)
        await asyncio.sleep(1)
        recording.recorder.flush()
        before = bench.controller.play.facts()
        later = restarted(recording, MACHINE, setup)

        assert before.hand.root is not None
        assert later.play.facts().hand.root == before.hand.root
        assert later.play.facts().dice.broken == before.dice.broken
        later.play.well_opened()
        told = later.opening()
        assert told is not None
        assert read_opening(told).root.hex() == before.hand.root

    play(scenario, setup)


def test_without_the_machines_key_nothing_of_the_wall_is_known_any_more(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        recording = Recording(bench.controller, tmp_path)
        await bench.walls_up()
        recording.recorder.flush()
        later = restarted(recording, None, FAIR)
        assert later.play.facts().hand.root is None

    play(scenario, FAIR)


def test_the_proof_of_a_wall_is_what_the_journal_has_of_it(tmp_path: Path) -> None:
    texts: list[str | None] = []

    async def evening(bench: Bench) -> None:
        await a_hand(bench)
        texts.append(bench.controller.opening())

    wall = checked(recorded(tmp_path, evening)).hands[0].wall

    assert wall is not None
    assert texts == [opening_text(wall)]
