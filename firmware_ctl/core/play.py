"""What people play with the machine: program, walls and their verdict, hand, dealer and dice."""

import asyncio
import re
from dataclasses import dataclass, replace
from typing import Protocol

from firmware_ctl.config.model import Config
from firmware_ctl.core.commitment import ClosedWall, FairDice, KeyCut, close_wall
from firmware_ctl.core.dealer import DealerSeat
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.hands import Chance, DiceFacts, Hand, HandBook
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.judgement import Judgement
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.machinery import Machinery
from firmware_ctl.core.misreading import misreading_lane
from firmware_ctl.core.programs import expected_set, first_choice, own_set
from firmware_ctl.core.secret_walls import EnrolledTiles, check_without_reader
from firmware_ctl.core.service import NumberDesk
from firmware_ctl.core.session import Session, SessionPhase
from firmware_ctl.core.snapshot import CutView, HandView
from firmware_ctl.core.steps.dice import FallenDice, spin_cup
from firmware_ctl.core.worker import Worker
from firmware_ctl.referee.house import house_of, read_house
from firmware_ctl.referee.referee import Referee
from hal.board import Board
from hal.events import DiceSettled
from rules.dice import Throw, checked_throw
from rules.integrity.commitment.leaves import short_form
from rules.integrity.commitment.opening import OpenedWall
from rules.integrity.commitment.throws import Press
from rules.integrity.composition import Deviation, WallCheck
from rules.integrity.levels import Level
from rules.integrity.wording import finding_text
from rules.languages import Language
from rules.programs import Profile, Program
from rules.settling.outcome import Proposal, propose_dealer, read_outcome
from rules.shares import Share
from rules.tilesets import TileSet
from rules.wall import StackPlace

DICE_BUDGET_S = 60
"""More than spin and settle can take by configuration."""

_FACES = re.compile(r"([1-6])\+([1-6])")


class Note(Protocol):
    """Where events of the table are noted."""

    def __call__(self, event: str, **facts: object) -> None:
        """Note one event."""


@dataclass(frozen=True, slots=True)
class FinishedLoad:
    """A set that stands in walls: the program that stacked it, and the verdict on it.

    ``closed`` holds its tiles where a reader saw them.
    """

    program: Program
    check: WallCheck
    closed: ClosedWall | None = None


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """What people rely on: hand, dice, who deals next, the verdict on the walls, the session."""

    hand: HandView
    dice: DiceFacts
    streak: int
    proposal: Proposal | None
    check: WallCheck | None
    session: SessionPhase


@dataclass(frozen=True, slots=True)
class OpenedHand:
    """The wall of a hand that has ended, open for everybody."""

    number: int
    wall: OpenedWall


class Play:
    """The table as its players use it, on top of the machinery that it owns."""

    def __init__(
        self, board: Board, config: Config, chance: Chance, inbox: Inbox, note: Note
    ) -> None:
        """Raise ``RulesError`` when configured variant, tiles and profile do not fit together."""
        self._board = board
        self._dice = config.dice
        self._chance = chance
        self._note = note
        self._language = Language(config.table.language)
        self._own_set = own_set(config.tiles)
        profile = Profile(config.table.profile)
        self.choice = first_choice(config.table.variant, profile, self._own_set)
        self.loaded: Program = self.choice.next
        self.inside: FinishedLoad | None = None
        self.on_table: FinishedLoad | None = None
        self.hands = HandBook()
        self.referee = Referee()
        self._house = read_house(config.table.house)
        self.session = Session()
        self.seat = DealerSeat(
            chance, self._language, note, own_dice=config.dice.kind == "electronic"
        )
        self.dice = FairDice(chance) if config.dice.kind == "electronic" else None
        self.cut = KeyCut(chance) if config.integrity.cut == "keys" else None
        self.enrolled: EnrolledTiles | None = None
        self.opened: OpenedHand | None = None
        self.judgement: Judgement | None = None
        self.loads = 0
        self._thrower = 0
        self._fallen = FallenDice()
        self.machinery = Machinery(board, config, inbox, self)
        self.service = NumberDesk(self.machinery.rig, inbox, note)
        self._dice_work = Worker(
            "dice",
            lambda: inbox.post(self._cup_fell),
            lambda fault: inbox.post(lambda: self.machinery.fault(fault)),
            lambda step, outcome: note("step", machine="dice", step=step, outcome=outcome.value),
        )

    @property
    def judged(self) -> WallCheck | None:
        """Return the verdict on the walls at the table, else on those inside."""
        load = self.on_table or self.inside
        return None if load is None else load.check

    def facts(self) -> PlayFacts:
        """Return what people rely on, as it is now."""
        hands = self.hands
        promised = None if self.dice is None else self.dice.commitment
        dice = replace(hands.dice(), commitment=promised)
        return PlayFacts(
            self._hand_view(),
            dice,
            hands.streak,
            self.seat.proposal,
            self.judged,
            self.session.phase(hand_runs=self.hand_runs()),
        )

    def _hand_view(self) -> HandView:
        root = self._root().hex() or None
        return replace(
            self.hands.hand_view(),
            root=root,
            root_short=None if root is None else short_form(root),
            opened=None if self.opened is None else self.opened.number,
            cut=None if self.cut is None else CutView(self.cut.commitment, self.cut.pressed),
        )

    def _root(self) -> bytes:
        """Return the root of the walls at the table, nothing where no reader saw them."""
        closed = None if self.on_table is None else self.on_table.closed
        return b"" if closed is None else closed.root

    @property
    def dealer(self) -> int | None:
        """Return the side that deals, if it is known."""
        return self.seat.side

    @dealer.setter
    def dealer(self, side: int | None) -> None:
        self.seat.side = side

    @property
    def simulated(self) -> bool:
        """Tell whether nothing real moves here."""
        return self._board.identity.simulated

    @property
    def cut_due(self) -> bool:
        """Tell whether keys are to cut the wall: none has begun a hand with it yet."""
        return self.cut is not None and self.hands.running is None

    @property
    def throwing(self) -> bool:
        """Tell whether the dice are rolling."""
        return self._dice_work.running

    async def finish(self) -> None:
        """Break off everything under way and wait until it has let go."""
        self.seat.roulette.cancel()
        await self._dice_work.finish()
        await self.service.finish()
        await self.machinery.shut_down()

    # What the machinery asks and tells -----------------------------------------------------------

    def hand_runs(self) -> bool:
        """Tell whether a hand has begun and not ended."""
        return self.hands.running is not None

    def expected(self, loaded: Program) -> TileSet | None:
        """Return the set that a program should stack, ``None`` where nobody said."""
        return expected_set(self.choice.variant, loaded, self._own_set)

    def share_to_load(self) -> Share:
        """Return what the next load, which begins now, puts on each side."""
        self.loaded = self.choice.next
        return self.choice.share(self.loaded)

    def stopped(self) -> None:
        """Hear that every motor was switched off: a throw under way counts for nothing."""
        self._dice_work.cancel()
        self.seat.roulette.cancel()
        self.service.stop()

    def well_opened(self) -> None:
        """Hear that the well is open for the next cycle: the hand is over at the latest now."""
        if self.hand_runs():
            self._hand_over(None)
        self.hands.faces = None
        if self.cut is not None:
            self.cut.forget()
        self.on_table, self.inside = self.inside, None

    def wall_is_void(self, job: LoadJob) -> StepFault | None:
        """Judge a finished load by counts and, where a reader looks, tile by tile."""
        self.loads += 1
        share = self.choice.share(self.loaded)
        expected = self.expected(self.loaded)
        books = self.machinery.books
        reads = job.reads if self._board.capabilities.tile_reader else None
        if reads is not None and self.enrolled is not None:
            reads.recognise(self.enrolled)
        if reads is not None and reads.whole and expected is not None:
            check = reads.check(expected, share)
            books.set_inside = reads.set_letter()
        else:
            check = check_without_reader(job.laid, share)
            books.set_inside = (reads and reads.set_letter()) or books.next_letter()
        closed = close_wall(job.reads.reveal()) if check.order_checked else None
        self.inside = FinishedLoad(self.loaded, check, closed)
        self._note("verdict", level=check.level.value)
        if check.level is not Level.BLOCK:
            return None
        mixed = _of_other_set(check)
        if mixed:
            return StepFault("E307", count=mixed)
        lane = misreading_lane(check)
        if lane is not None:
            return StepFault("E414", lane)
        return StepFault("E701", deviations=self._deviations(check))

    def changed(self, event: str, **facts: object) -> None:
        """Hear of anything worth a note."""
        self._note(event, **facts)

    def _deviations(self, check: WallCheck) -> str:
        void = [f for f in check.findings if f.level is Level.BLOCK]
        return " ".join(finding_text(finding, self._language) for finding in void)

    # Dealer, hand and dice ------------------------------------------------------------------------

    def begin_hand(self, cut: StackPlace | None = None) -> None:
        """Begin a hand with the walls that are up, and cut; without a dealer East deals."""
        if self.on_table is None:
            raise AssertionError("walls are up, so a program stands on the table")
        dealer = self.dealer or 0
        self.seat.choose(dealer)
        self.seat.proposal = None
        piles = self.choice.share(self.on_table.program).piles
        hand = Hand(self.choice.variant, piles, dealer)
        if cut is not None:
            hand.cut_at(cut)
        self.hands.begin(hand)
        self._open_ledger(hand)
        self._note("hand-began", number=self.hands.number, dealer=self.dealer)
        self.machinery.begin_play()

    def reopen_ledger(self) -> None:
        """Open the running hand's ledger if none is open, as after a start without its entries."""
        hand = self.hands.running
        if hand is not None and self.referee.ledger is None:
            self._open_ledger(hand)
            if hand.broken is not None:
                self.referee.thrown(hand.throws)

    def _open_ledger(self, hand: Hand) -> None:
        self.referee.begin(
            hand.variant.id,
            hand.dealer,
            streak=self.hands.streak,
            options=house_of(hand.variant.id, self._house),
        )

    def deal(self) -> None:
        """Bring the hands up to the seats; that begins the hand, if the dice have not."""
        if self.hands.running is None:
            self.begin_hand()
        if self.hands.running is not None:
            self.hands.running.dealt = True
        self.machinery.deal()

    def end_hand(self, result: str | None) -> Proposal | None:
        """End the running hand; return who deals next by the rule, where the result was told.

        Raises:
            RulesError: the words tell no result; the hand goes on.
        """
        outcome = None if result is None else read_outcome(result)
        hand = self.hands.running
        if outcome is not None and hand is not None:
            self.seat.proposal = propose_dealer(hand.variant.id, hand.dealer, outcome)
        elif (settled := self.referee.next_dealer()) is not None:
            self.seat.proposal, result = settled, self.referee.outcome()
        self._hand_over(result)
        self.machinery.end_play()
        return self.seat.proposal

    def entered(self) -> None:
        """Hear that the referee was told something; of a hand that has ended it is a correction."""
        settled = self.referee.next_dealer()
        if self.hands.running is None and settled is not None:
            self.seat.proposal = settled

    def _hand_over(self, result: object) -> None:
        self.hands.end()
        self.referee.end()
        closed = None if self.on_table is None else self.on_table.closed
        if closed is not None:
            self.opened = OpenedHand(self.hands.number, closed.open())
        self._note("hand-ended", number=self.hands.number, result=result)

    def throw(self, side: int | None) -> None:
        """Throw the dice for a side, else for whose throw is due; or cut, where keys do that."""
        if self.cut is not None and self.cut_due:
            self._press(self.cut, side)
            return
        self._thrower = self._thrower_of(side)
        if self.dice is not None:
            made = self.dice.throw(_press_of(self._thrower))
            self._dice_fell(
                made.faces, "electronic", seed=made.seed.hex(), press_us=made.press.at_us
            )
        else:
            self._dice_work.start(
                "dice",
                lambda: spin_cup(self.machinery.rig, self._dice, self._fallen),
                DICE_BUDGET_S,
            )

    def typed_throw(self, side: int | None, text: str) -> bool:
        """Take the faces of a throw by hand, such as ``3+4``; return whether they are faces."""
        faces = _FACES.fullmatch(text)
        if faces is None:
            return False
        self._thrower = self._thrower_of(side)
        self._dice_fell(checked_throw([int(face) for face in faces.groups()]), "typed")
        return True

    def dice_settled(self, event: DiceSettled) -> None:
        """Hear that the dice in the cup lie still."""
        self._fallen.tell(event)

    def _thrower_of(self, side: int | None) -> int:
        if side is not None:
            if self.dealer is None:
                self.dealer = side
            return side
        if self.hands.running is not None:
            return self.hands.running.next_thrower()
        return self.dealer or 0

    def _cup_fell(self) -> None:
        event = self._fallen.event
        faces = None if event is None else event.faces
        self._dice_fell(faces, "unread" if faces is None else "read")

    def _press(self, cut: KeyCut, side: int | None) -> None:
        """Take a key for the cut; the last one that is due cuts the wall and begins the hand."""
        if self.on_table is None:
            raise AssertionError("walls are up, so a program stands on the table")
        piles = self.choice.share(self.on_table.program).piles
        presser = (self.dealer or 0) if side is None else side
        made = cut.press(_press_of(presser), self._root(), piles)
        if made is None:
            self._note("cut-pressed", sides=cut.pressed)
            return
        self._note("cut", **made.facts())
        self.begin_hand(made.place)

    def _dice_fell(self, faces: Throw | None, source: str, **proof: str | int) -> None:
        """Take a throw; one whose faces nobody read begins the hand but breaks no wall yet."""
        if self.hands.running is None:
            self.begin_hand()
        self.hands.faces = faces
        if faces is not None and self.hands.running is not None:
            self._thrown(self.hands.running, faces)
        self._note("dice", side=self._thrower, faces=faces, source=source, **proof)

    def _thrown(self, hand: Hand, faces: Throw) -> None:
        """Take the faces of a throw; the referee hears of those that fix the break."""
        fixed = hand.broken is not None
        hand.thrown(faces)
        if hand.broken is not None and not fixed:
            self.referee.thrown(hand.throws)


def _press_of(side: int) -> Press:
    """Return a key of a side as pressed now."""
    return Press(side, round(asyncio.get_running_loop().time() * 1_000_000))


def _of_other_set(check: WallCheck) -> int:
    """Return how many tiles of the other set took the places of own ones, and nothing else did."""
    void = [finding for finding in check.findings if finding.level is Level.BLOCK]
    swapped = {Deviation.OTHER_SET, Deviation.MISSING}
    if any(finding.deviation not in swapped for finding in void):
        return 0
    return sum(f.count for f in void if f.deviation is Deviation.OTHER_SET)
