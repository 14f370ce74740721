"""Words that a person or a script says to a served table: faults of line and machine, keys.

One line is one act. ``flip 0.001`` damages the line, ``unplug`` pulls its plug,
``fault eye-dead 2`` breaks the machine, ``press key_lift.0`` presses a key.
"""

from collections.abc import Callable

from hal.ids import Input
from hal.sim.faults import NoSuchFault
from hal.sim.people import NotPossible
from hal.sim.pty_line import PtyLine
from hal.sim.register_table import RegisterTable

RATES = ("flip", "drop", "double")
INPUTS_BY_LABEL = {input_.label: input_ for input_ in Input}


class NotUnderstood(ValueError):
    """A line that says nothing that can be done; the text says what can."""


class Desk:
    """Do what a line says."""

    def __init__(self, table: RegisterTable, line: PtyLine) -> None:
        self._table, self._line = table, line
        self._next_set = 0
        self._acts: dict[str, tuple[str, Callable[[list[str]], None]]] = {
            **{name: ("CHANCE per byte", self._rate(name)) for name in RATES},
            "latency": ("SECONDS each way", self._latency),
            "late": ("EVERY [SECONDS] each n-th reply is late", self._late),
            "mute": ("on|off", self._mute),
            "clean": ("end all faults of the line", self._clean),
            "unplug": ("pull the plug", lambda _: line.unplug()),
            "replug": ("put it back, as another device", lambda _: line.plug()),
            "reset": ("restart the board", lambda _: table.board.restart()),
            "fault": ("NAME [PLACE] break the machine", self._break),
            "mend": ("NAME [PLACE]", self._mend),
            "press": ("KEY, such as key_lift.0", self._press),
            "estop": ("on|off", self._guard("estop")),
            "hatch": ("on|off", self._guard("hatch")),
            "top": ("on|off", self._guard("top")),
            "push": ("push the tiles on the table, or a fresh set, into the well", self._push),
            "take": ("take the walls to the table", lambda _: table.people.play()),
        }

    def help(self) -> str:
        """Return one line for every word."""
        return "\n".join(f"{word} {about}" for word, (about, _) in self._acts.items())

    def knows(self, text: str) -> bool:
        """Tell whether a line begins with a word that is known here."""
        word = text.strip().partition(" ")[0]
        return word in self._acts

    def do(self, text: str) -> None:
        """Do what one line says; an empty one says nothing.

        Raises:
            NotUnderstood: no such word, or what follows it makes no sense.
        """
        word, *rest = text.split() or [""]
        if not word:
            return
        if word not in self._acts:
            raise NotUnderstood(f"{word!r} is no word here; there are {', '.join(self._acts)}")
        about, act = self._acts[word]
        try:
            act(rest)
        except (NoSuchFault, NotPossible) as error:
            raise NotUnderstood(str(error)) from error
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise NotUnderstood(f"{text!r} makes no sense; say {word} {about}") from error
        self._table.kernel.rearm()

    def _rate(self, name: str) -> Callable[[list[str]], None]:
        def act(words: list[str]) -> None:
            chance = float(words[0])
            if not 0 <= chance <= 1:
                raise ValueError(chance)
            setattr(self._line.faults.settings, name, chance)

        return act

    def _latency(self, words: list[str]) -> None:
        self._line.faults.settings.latency_s = max(0.0, float(words[0]))

    def _late(self, words: list[str]) -> None:
        settings = self._line.faults.settings
        settings.late_every = int(words[0])
        if len(words) > 1:
            settings.late_s = float(words[1])

    def _mute(self, words: list[str]) -> None:
        self._line.faults.settings.mute = _is_on(words)

    def _clean(self, _: list[str]) -> None:
        self._line.faults.clean()

    def _break(self, words: list[str]) -> None:
        name, *place = words
        self._table.faults.set(name, place[0] if place else "")

    def _mend(self, words: list[str]) -> None:
        name, *place = words
        self._table.faults.clear(name, place[0] if place else "")

    def _press(self, words: list[str]) -> None:
        self._table.plant.press(INPUTS_BY_LABEL[words[0]])

    def _guard(self, which: str) -> Callable[[list[str]], None]:
        def act(words: list[str]) -> None:
            plant, on = self._table.plant, _is_on(words)
            if which == "estop":
                plant.set_estop(pressed=on)
            elif which == "hatch":
                plant.set_hatch(is_open=on)
            else:
                plant.set_top(is_open=on)

        return act

    def _push(self, _: list[str]) -> None:
        people = self._table.people
        if not people.on_table and self._next_set < len(people.sets):
            people.put_set_on_table(self._next_set)
            self._next_set += 1
        people.push_in()


def _is_on(words: list[str]) -> bool:
    return {"on": True, "off": False}[words[0]]
