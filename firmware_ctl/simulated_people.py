"""People who play at a simulated table, hand after hand, and do what it asks for meanwhile."""

from collections import Counter
from collections.abc import Callable

from firmware_ctl.core.commands import Argument, Command, Origin, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.simulated_mending import Menders
from hal.sim import NotPossible, SimTable


class TablePeople:
    """The people of one evening; ``act`` does the one thing that the table asks for now."""

    def __init__(self, table: SimTable, controller: Controller, result: Callable[[], str]) -> None:
        self.table = table
        self.controller = controller
        self.hands = 0
        self.menders = Menders(table, controller, self._fill_and_close, self._belonging)
        self.lookers: list[Callable[[], None]] = []
        self._result = result
        self._sets_out = 0
        self._thrown = 0
        self._loading: int | None = None

    # Commands.

    def say(self, word: Word, **args: Argument) -> bool:
        """Say a command at the panel; return whether it was taken."""
        return self.controller.submit(Command(word, args, Origin.PANEL)).ok

    # One thing after the other.

    def act(self) -> None:
        """Do what the table asks for now, if it asks for anything."""
        machinery = self.controller.machinery
        self._unlock()
        self.menders.mind()
        match machinery.surface.state:
            case Surface.UNHOMED:
                self.say(Word.HOME)
            case Surface.PAUSED:
                self.say(Word.RESUME)
            case Surface.OPEN:
                self._fill_and_close()
            case Surface.READY:
                self._begin()
            case Surface.WALLS_UP:
                self._take_walls_or_throw()
            case Surface.PLAY:
                self._play()
            case Surface.SERVICE:
                self.say(Word.SERVICE)
            case _:
                pass
        waits = machinery.surface.state is Surface.OPEN or machinery.books.hands_due
        if machinery.load.state is Load.HELD and not waits:
            self.say(Word.RESUME)

    def _unlock(self) -> None:
        """Take back what keeps the table from another hand, whoever said it."""
        if self.controller.switches.locked:
            self.say(Word.UNLOCK)
        if self.controller.play.session.closing:
            self.say(Word.SESSION, state="start")

    def _begin(self) -> None:
        machinery = self.controller.machinery
        rests = machinery.load.state in (Load.EMPTY, Load.COMPLETE)
        if machinery.books.tiles_awaited and self._belonging():
            self.say(Word.LIFT)
        elif (rests or machinery.raise_due()) and not self.say(Word.RESUME) and rests:
            if machinery.books.stowed:
                self.say(Word.STOW, state="off")
            self.say(Word.LIFT)

    def _fill_and_close(self) -> None:
        """Push in what belongs there, unless a fault's step still wants the well open."""
        if not self.table.plant.dome.is_high:
            return
        if not self._rebuilds():
            self._lay_out()
            self._choose_set()
        self.table.people.push_in(self._belonging())
        self.say(Word.LIFT)

    def _belonging(self) -> list[int]:
        """Return the tiles on the table that belong to the set that goes in, but for what waits."""
        sets, aside = self.table.plant.books.sets, self.menders.aside
        lying = self.table.people.on_table
        return [tile for tile in lying if sets[tile] == self._loading and tile not in aside]

    def hear(self, event: Event) -> None:
        """Take an event: before the dome is up, whatever stands on the trays is taken away."""
        if event["event"] == "surface" and event["new"] == Surface.OPENING.value:
            self._take_all()
            if not self._rebuilds():
                self._choose_set()

    def _lay_out(self) -> None:
        """Bring a set that is still in its box, or sort the tiles if something was wrong."""
        people = self.table.people
        self.menders.aside.clear()
        if self.menders.suspicious:
            people.mend("sort-sets")
        if not people.on_table and self._sets_out < len(people.sets):
            people.put_set_on_table(self._sets_out)
            self._sets_out += 1

    def _rebuilds(self) -> bool:
        """Tell whether the well is open in the middle of a load."""
        return self.controller.machinery.load.state in (Load.HELD, Load.FAULTED)

    def _choose_set(self) -> None:
        """See by the backs which set goes into the well: the one that does not stand inside."""
        sets, own = self.table.plant.books.sets, range(len(self.table.people.sets))
        inside = Counter(sets[tile] for tile in self._stacked())
        lying = {sets[tile] for tile in self.table.people.on_table}.intersection(own)
        self._loading = min(lying, key=lambda each: (inside[each], each), default=None)

    def _stacked(self) -> list[int]:
        sides, hands = self.table.plant.sides, self.table.plant.hands
        rows = [tile for side in sides for stack in side.row for tile in stack if tile >= 0]
        return rows + [tile for hand in hands for tile in hand.slide]

    def move_to(self, table: SimTable, controller: Controller) -> None:
        """Go on at the same table, which has a new controller since a power cut."""
        self.table, self.controller = table, controller
        self.menders.move_to(table, controller)

    def _take_walls_or_throw(self) -> None:
        machinery, play = self.controller.machinery, self.controller.play
        if machinery.books.void_on_table:
            if self._take_all() and machinery.load.state in (Load.EMPTY, Load.COMPLETE):
                self.say(Word.LIFT)
            return
        self._thrown = 0
        if play.choice.variant.dice.throws:
            self._throw()
        elif machinery.books.hands_due:
            self.say(Word.DEAL)
        else:
            self.say(Word.HAND_START)

    def _throw(self) -> None:
        if not self.controller.play.throwing and self.say(Word.DICE):
            self._thrown += 1

    def _play(self) -> None:
        """Throw what is still to be thrown, ask for the hands, play, and end the hand."""
        machinery, play = self.controller.machinery, self.controller.play
        if play.throwing:
            return
        if self._thrown < play.choice.variant.dice.throws:
            self._throw()
            return
        if machinery.books.hands_due:
            self.say(Word.DEAL)
            return
        for look in self.lookers:
            look()
        if not self._take_all():
            self.say(Word.STOP)  # a wall that cannot be taken: they have the parts homed anew
            self.say(Word.HOME)
            return
        if self.say(Word.HAND_END, result=self._result()):
            self.hands += 1
            self.say(Word.DEALER, side="rule")

    def _take_all(self) -> bool:
        """Take walls and hands to the table; return whether all of them could be taken."""
        try:
            self.table.people.play()
        except NotPossible:
            return False
        return True
