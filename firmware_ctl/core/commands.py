"""The words that a person can say to the table, the same on panel, remote, socket and web.

One row a command: its arguments, and what the infrared remote may do with it. When a command is
taken is the gate's business (:mod:`firmware_ctl.core.gate`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.languages import Language  # the command line says commands and needs no rules

Argument = str | int


class Origin(StrEnum):
    """Where a command came from."""

    PANEL = "panel"
    REMOTE = "remote"
    CLI = "cli"
    WEB = "web"
    MQTT = "mqtt"


class Word(StrEnum):
    """The command words."""

    HOME = "home"
    LIFT = "lift"
    OPEN_LOADING = "open-loading"
    DICE = "dice"
    DEALER = "dealer"
    PROGRAM = "program"
    VARIANT = "variant"
    DEAL = "deal"
    STOW = "stow"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    ACK = "ack"
    ANSWER = "answer"
    CONFIRM = "confirm"
    HAND_START = "hand-start"
    HAND_END = "hand-end"
    CLAIM = "claim"
    KONG = "kong"
    DRAW = "draw"
    DECLARE = "declare"
    CHICKEN = "chicken"
    PENALTY = "penalty"
    UNDO = "undo"
    SERVICE = "service"
    TEST = "test"
    SELF_CHECK = "self-check"
    SESSION = "session"
    LOCK = "lock"
    UNLOCK = "unlock"
    MUTE = "mute"
    LAMP = "lamp"
    SIM_FAULT = "sim-fault"
    SIM_MEND = "sim-mend"


class ByRemote(StrEnum):
    """What the infrared remote may do with a command."""

    NEVER = "never"
    PRESS = "press"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument: its name, the words it may be, and the range of its number if it takes one.

    A parameter with neither words nor a range takes any short text; the last one of a command takes
    all words that are left, where it is ``rest``. What is ``secret`` names tiles of a hand that may
    go on, and is told to nobody.
    """

    name: str
    words: tuple[str, ...] = ()
    numbers: range | None = None
    required: bool = False
    rest: bool = False
    secret: bool = False

    def describe(self) -> str:
        """Return what may stand here, for a person."""
        parts = list(self.words)
        if self.numbers is not None:
            parts.append(f"{self.numbers.start}..{self.numbers.stop - 1}")
        return " or ".join(parts) if parts else "a word"


@dataclass(frozen=True, slots=True)
class Spec:
    """One row of the command table."""

    word: Word
    does: str
    parameters: tuple[Parameter, ...] = ()
    by_remote: ByRemote = ByRemote.NEVER


SIDES = range(4)
_BY = Parameter("by", numbers=SIDES, required=True)
HOW = ("discard", "self", "rob", "kong", "kong-discard", "heaven", "earth")
"""Ways to win, as the rules name them."""

TESTS = range(1, 17)
"""Numbers of the test mode: what four lamps show; with 16, the self-check, all are dark."""

COMMANDS: Mapping[Word, Spec] = {
    spec.word: spec
    for spec in (
        Spec(Word.HOME, "bring every moving part to its home; the first motion after power-on"),
        Spec(
            Word.LIFT,
            "open the well; again: close it, raise the walls inside, load the tiles pushed in",
            by_remote=ByRemote.PRESS,
        ),
        Spec(
            Word.OPEN_LOADING,
            "open the well while loading, to put a forgotten tile in",
            by_remote=ByRemote.HOLD,
        ),
        Spec(
            Word.DICE,
            "throw the dice for a side; or type the faces thrown by hand, such as 3+4",
            (Parameter("side", numbers=SIDES), Parameter("faces")),
            ByRemote.PRESS,
        ),
        Spec(
            Word.DEALER,
            "choose the dealer; rule takes whom the last result, or the first hand, names",
            (
                Parameter("side", words=("roulette", "rule"), numbers=SIDES, required=True),
                Parameter("turned"),
            ),
            ByRemote.PRESS,
        ),
        Spec(
            Word.PROGRAM,
            "choose the program of the next load: a place in the list (1..39) or a number of tiles",
            (
                Parameter(
                    "number",
                    words=("next", "previous", "confirm"),
                    numbers=range(1, 161),
                    required=True,
                ),
            ),
            ByRemote.PRESS,
        ),
        Spec(Word.VARIANT, "choose the rules", (Parameter("id", required=True),)),
        Spec(Word.DEAL, "raise the hands (tables that deal)", by_remote=ByRemote.PRESS),
        Spec(
            Word.STOW,
            "keep both sets inside after the next closing; off: bring the walls up again",
            (Parameter("state", words=("on", "off")),),
        ),
        Spec(Word.PAUSE, "hold all motion", by_remote=ByRemote.PRESS),
        Spec(Word.RESUME, "check again, then go on with what was held"),
        Spec(Word.STOP, "switch all motors off, at once", by_remote=ByRemote.PRESS),
        Spec(
            Word.ACK,
            "acknowledge a fault by its number, or the emergency stop",
            (Parameter("fault", words=("estop",), numbers=range(1, 1_000_000)),),
        ),
        Spec(
            Word.ANSWER,
            "answer the question that a fault asks, by the fault's number",
            (
                Parameter("fault", numbers=range(1, 1_000_000), required=True),
                Parameter("answer", words=("yes", "no"), required=True),
            ),
        ),
        Spec(
            Word.CONFIRM,
            "say that a step of the way on from a fault is done, by the fault's number",
            (
                Parameter("fault", numbers=range(1, 1_000_000), required=True),
                Parameter("step", numbers=range(1, 20), required=True),
            ),
        ),
        Spec(Word.HAND_START, "begin a hand without dice"),
        Spec(
            Word.HAND_END,
            "end the hand, with its result: win 2, win 2 3 from 1, draw, draw ready 0 2 last 3",
            (Parameter("result", rest=True),),
        ),
        Spec(
            Word.CLAIM,
            "enter a win (胡): who, with whose tile, worth what; or its tiles, to be judged",
            (
                _BY,
                Parameter("from", words=("self",), numbers=SIDES),
                Parameter("value", numbers=range(1000)),
                Parameter("tile", secret=True),
                Parameter("hand", secret=True),
                Parameter("melds", secret=True),
                Parameter("how", words=HOW),
                Parameter("kong_chain", numbers=range(1, 5)),
                Parameter("piao", numbers=range(5), secret=True),
                Parameter("flowers", secret=True),
                Parameter("flags", secret=True),
                Parameter("round_wind", words=("E", "S", "W", "N")),
            ),
        ),
        Spec(
            Word.KONG,
            "enter a kong (杠): who, of which kind and tile, from whom",
            (
                _BY,
                Parameter("kind", words=("direct", "added", "concealed"), required=True),
                Parameter("tile", required=True, secret=True),
                Parameter("from", numbers=SIDES),
                Parameter("late", words=("late",)),
            ),
        ),
        Spec(
            Word.DRAW,
            "enter that the wall is used up (荒牌): what each side shows, who drew the last tile",
            (Parameter("hands", secret=True), Parameter("last", numbers=SIDES)),
        ),
        Spec(
            Word.DECLARE,
            "enter a declaration: ready (报听), or the suit that is lacked (定缺)",
            (
                _BY,
                Parameter("kind", required=True),
                Parameter("suit", words=("m", "p", "s")),
                Parameter("tiles", secret=True),
            ),
        ),
        Spec(
            Word.CHICKEN,
            "enter the chickens (鸡): the tile that was turned, and how many each side has",
            (
                Parameter("turned", secret=True),
                Parameter("in_hand", secret=True),
                Parameter("discarded", secret=True),
                Parameter("ready"),
                Parameter("first", numbers=SIDES),
                Parameter("claimed", secret=True),
            ),
        ),
        Spec(
            Word.PENALTY,
            "enter a penalty that people have confirmed: who, what for, how much to each",
            (
                _BY,
                Parameter("kind", required=True),
                Parameter("amount", numbers=range(10_000)),
                Parameter("to"),
            ),
        ),
        Spec(Word.UNDO, "take the last entry of the hand back"),
        Spec(Word.SERVICE, "enter the number test mode, or leave it; from the panel only"),
        Spec(
            Word.TEST,
            "choose a test by its number, or start and end the chosen one",
            (Parameter("number", numbers=TESTS),),
        ),
        Spec(
            Word.SELF_CHECK,
            "in the test mode: try every part, eye and key after a move; again: break it off",
        ),
        Spec(
            Word.SESSION,
            "end the session: finish this hand, then it is safe to switch off; or start one",
            (Parameter("state", words=("start", "end"), required=True),),
        ),
        Spec(Word.LOCK, "take nothing but stop until unlocked", by_remote=ByRemote.PRESS),
        Spec(Word.UNLOCK, "take commands again"),
        Spec(Word.MUTE, "silence the buzzer, or let it sound again", by_remote=ByRemote.PRESS),
        Spec(Word.LAMP, "switch the lamps off, or on again", by_remote=ByRemote.PRESS),
        Spec(
            Word.SIM_FAULT,
            "break a part of a simulated table, or mend it: eye-dead@lane=2, eye-dead@lane=2 off",
            (
                Parameter("name", required=True),
                Parameter("place"),
                Parameter("state", words=("on", "off")),
            ),
        ),
        Spec(
            Word.SIM_MEND,
            "do by hand, at a simulated table, what the step of a fault that waits tells",
            (Parameter("fault", numbers=range(1, 1_000_000), required=True),),
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it enters the inbox; answered in ``language``, else in the table's own.

    ``by`` says more of whom it came from, where his way in knows it: his role and his address.
    """

    word: Word
    args: Mapping[str, Argument] = field(default_factory=dict)
    origin: Origin = Origin.CLI
    held: bool = False
    language: "Language | None" = None
    by: str = ""

    def told(self) -> dict[str, Argument]:
        """Return the arguments as everybody may hear them: none that names tiles."""
        secret = {one.name for one in COMMANDS[self.word].parameters if one.secret}
        return {name: "…" if name in secret else value for name, value in self.args.items()}


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command; every command gets one."""

    ok: bool
    code: str = ""
    why: str = ""
    allowed: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the answer as the local socket and the web page carry it."""
        if self.ok:
            return {"ok": True} if not self.why else {"ok": True, "why": self.why}
        return {
            "ok": False,
            "code": self.code,
            "why": self.why,
            "allowed": list(self.allowed),
        }


class BadCommand(ValueError):
    """What was said is no command; the text says what is wrong and what could be meant."""


def parse_words(words: Sequence[str], origin: Origin, *, held: bool = False) -> Command:
    """Return the command said as words: ``dealer 2``, ``program confirm``, ``claim by=1 value=3``.

    Arguments stand in their order, and then in any order as ``name=value``.

    Raises:
        BadCommand: unknown word, an argument too many, missing, said twice, or out of range.
    """
    if not words:
        raise BadCommand("no command: say one of " + ", ".join(Word))
    spec = _spec(words[0])
    given, named = _parted(spec, words[1:])
    last = len(spec.parameters)
    if last and spec.parameters[-1].rest and len(given) > last:
        given[last - 1 :] = [" ".join(given[last - 1 :])]
    if len(given) > len(spec.parameters):
        raise BadCommand(f"{spec.word}: too many arguments: {' '.join(given)}")
    args = {p.name: text for p, text in zip(spec.parameters, given, strict=False)}
    for name, text in named:
        if name in args:
            raise BadCommand(f"{spec.word}: {name} is said twice; say it once")
        args[name] = text
    return make_command(spec.word, args, origin, held=held)


def _parted(spec: Spec, words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Part the words of a command into those in their order and those that name an argument.

    A text with an equals sign that names no argument before it, such as a place, is plain text.

    Raises:
        BadCommand: a word without a name follows one with a name.
    """
    names = {parameter.name for parameter in spec.parameters}
    given: list[str] = []
    named: list[tuple[str, str]] = []
    for word in words:
        name, equals, text = word.partition("=")
        if equals and name in names:
            named.append((name, text))
        elif named:
            takes = ", ".join(p.name for p in spec.parameters)
            raise BadCommand(
                f"{spec.word}: {word[:40]!r} stands behind {named[-1][0]}=; say it before, or with "
                f"its name: {takes}"
            )
        else:
            given.append(word)
    return given, named


def make_command(
    word: str, args: Mapping[str, object], origin: Origin, *, held: bool = False
) -> Command:
    """Return the command with its named arguments checked.

    Raises:
        BadCommand: unknown word or argument, a missing one, or a value out of range.
    """
    spec = _spec(word)
    known = {p.name: p for p in spec.parameters}
    for name in args:
        if name not in known:
            takes = ", ".join(known) or "none"
            raise BadCommand(f"{spec.word}: unknown argument {name!r}; it takes {takes}")
    checked: dict[str, Argument] = {}
    for parameter in spec.parameters:
        if parameter.name in args:
            checked[parameter.name] = _value(spec.word, parameter, args[parameter.name])
        elif parameter.required:
            raise BadCommand(f"{spec.word}: say {parameter.name}: {parameter.describe()}")
    return Command(spec.word, checked, origin, held)


def _spec(word: str) -> Spec:
    try:
        return COMMANDS[Word(word)]
    except ValueError:
        near = get_close_matches(word, [known.value for known in Word], n=1)
        hint = f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(Word)
        raise BadCommand(f"unknown command {word[:40]!r}; {hint}") from None


def _value(word: Word, parameter: Parameter, given: object) -> Argument:
    if isinstance(given, str) and given in parameter.words:
        return given
    if not parameter.words and parameter.numbers is None:
        if isinstance(given, str) and 0 < len(given) <= 200 and given.isprintable():
            return given
        raise BadCommand(f"{word}: {parameter.name} is a printable text of 1..200 characters")
    number = _whole_number(given)
    if number is not None and parameter.numbers is not None and number in parameter.numbers:
        return number
    shown = str(given)[:40]
    raise BadCommand(f"{word}: {parameter.name} is {parameter.describe()}, not {shown!r}")


def _whole_number(given: object) -> int | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int):
        return given
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 8:
        return int(given)
    return None
