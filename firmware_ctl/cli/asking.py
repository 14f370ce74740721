"""Ask a person for one table's configuration, question by question; no I/O of its own.

What cannot be known from a chair is asked at the table: which board answers on a port, and, for
plain modules, which terminal changes when a hand is at a sensor.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from firmware_ctl.cli.by_hand import BY_HAND, OFF_BY_HAND
from firmware_ctl.config.fields import SECTIONS, Field, Value
from hal.ids import FOUR_PORT_ACTUATORS, FOUR_PORT_INPUTS, Direction, Input

Key = tuple[str, str]
Terminal = tuple[int, int]
Levels = Mapping[Terminal, bool]

FIRST_KEYS: tuple[Key, ...] = (
    ("table", "name"), ("table", "variant"), ("table", "language"), ("dice", "kind"),
    ("safety", "estop"), ("board", "baud"), ("board", "line"),
)  # fmt: skip
"""What is asked of every table; other keys keep their defaults until somebody edits the file."""

SKIP, AGAIN = "s", "a"


class Stopped(Exception):
    """The person has had enough: nothing is written."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A person: ``hear`` shows a question and returns the answer, ``None`` at its end."""

    hear: Callable[[str], str | None]
    say: Callable[[str], None]

    def ask(self, question: str, default: str = "") -> str:
        """Return an answer, or the default for an empty one.

        Raises:
            Stopped: there are no more answers.
        """
        heard = self.hear(f"{question}{f' [{default}]' if default else ''}: ")
        if heard is None:
            raise Stopped("no answer; nothing was written")
        return heard.strip() or default

    def choose(self, question: str, choices: Collection[str], default: str) -> str:
        """Ask until the answer is one of the choices."""
        while (answer := self.ask(f"{question} ({', '.join(choices)})", default)) not in choices:
            self.say(f"{answer!r} is none of them")
        return answer


@dataclass(slots=True)
class Answers:
    """What has been answered: keys of the configuration, and terminals of plain modules."""

    values: dict[Key, Value] = field(default_factory=dict)
    inputs: dict[Input, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)


def ask_keys(talk: Talk, answers: Answers, check: Callable[[Key, str], str]) -> None:
    """Ask for the keys of every table; ``check`` returns what is wrong with a text, or nothing."""
    for section, name in FIRST_KEYS:
        row = next(each for each in SECTIONS[section].fields if each.name == name)
        answers.values[section, name] = _ask_key(talk, row, check)


def _ask_key(talk: Talk, row: Field, check: Callable[[Key, str], str]) -> str:
    if row.rule.choices:
        return talk.choose(row.rule.help, row.rule.choices, str(row.default))
    while wrong := check(
        (row.section, row.name), text := talk.ask(row.rule.help, str(row.default))
    ):
        talk.say(wrong)
    return text


def ask_port(talk: Talk, ports: Sequence[tuple[str, str]]) -> str:
    """Ask for the port, showing those that are there; empty for none."""
    for device, description in ports:
        talk.say(f"  {device}  {description}")
    return talk.ask("the port of the motor board, empty for none", ports[0][0] if ports else "")


def ask_inputs(talk: Talk, answers: Answers, read: Callable[[], Levels]) -> None:
    """Find each input's terminal: what changes between a sensor at rest and one under a hand."""
    talk.say("Let everything stand at rest, then follow each line and press Enter while holding.")
    for input_ in FOUR_PORT_INPUTS:
        place = _find_input(talk, input_, answers.inputs.values(), read)
        if place is not None:
            answers.inputs[input_] = place


def _find_input(
    talk: Talk, input_: Input, used: Collection[str], read: Callable[[], Levels]
) -> str | None:
    while True:
        rest = read()
        if talk.ask(f"{input_.label}: {BY_HAND[input_]}; Enter, or {SKIP} to skip") == SKIP:
            return None
        held = read()
        changed = [terminal for terminal, level in held.items() if level is not rest[terminal]]
        if len(changed) != 1:
            talk.say(f"{len(changed)} terminals changed, but it must be one; let go and try again")
            continue
        (unit, channel) = changed[0]
        wanted_on = input_ not in OFF_BY_HAND
        place = f"{'' if held[changed[0]] is wanted_on else '!'}{unit}.{channel}"
        if place.removeprefix("!") in {each.removeprefix("!") for each in used}:
            talk.say(f"terminal {unit}.{channel} is another input's already; try again")
            continue
        talk.say(f"  terminal {place}")
        return place


def ask_outputs(talk: Talk, answers: Answers, units: Collection[int]) -> None:
    """Ask for the terminal of each motor's directions."""
    for actuator in FOUR_PORT_ACTUATORS:
        for direction in Direction:
            name = f"{actuator.label} {direction}"
            while place := talk.ask(f"{name}: its output terminal UNIT.CHANNEL, empty for none"):
                wrong = _wrong_output(place, units, answers.outputs.values())
                if not wrong:
                    answers.outputs[name] = place
                    break
                talk.say(wrong)


def _wrong_output(place: str, units: Collection[int], used: Collection[str]) -> str:
    unit, _, channel = place.partition(".")
    if not (unit.isdecimal() and channel.isdecimal() and int(unit) in units and int(channel) < 8):
        return f"{place!r}: a terminal is UNIT.CHANNEL with a unit of {sorted(units)}, channel 0..7"
    return f"{place} is used already" if place in used else ""


def wiring_text(answers: Answers) -> str:
    """Return the wiring file of plain modules."""
    lines = ["# Terminals of plain Modbus modules: UNIT.CHANNEL; ! inverts an input.", "[inputs]"]
    lines += [f'"{input_.label}" = "{place}"' for input_, place in answers.inputs.items()]
    lines += ["", "[outputs]"]
    lines += [f'"{name}" = "{place}"' for name, place in answers.outputs.items()]
    return "\n".join(lines) + "\n"
