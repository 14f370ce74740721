"""Render the reference page of the command words from their table and the gate's."""

from docs.pages.markdown import codes, heading, table
from firmware_ctl.core.commands import COMMANDS, ByRemote, Parameter, Spec
from firmware_ctl.core.gate import TAKEN_IN
from firmware_ctl.core.states import Surface

_INTRO = """
The same words stand on the local socket, the command line and in key maps of the remote. A
word's arguments follow it in the order given here, `mjtable send dice 2`, and then in any order
by their names, `mjtable send claim by=1 value=3`. Every command is answered: taken, or refused
with the reason and with what is possible now.

*Taken in* names the states of the table's surface in which a command can be taken at all; what
lies beyond that (a fault, a load that runs) is told in the refusal. `stop` is always taken: the
motors are off before it is even answered.
"""

_BY_REMOTE = {ByRemote.NEVER: "no", ByRemote.PRESS: "yes", ByRemote.HOLD: "held for 2 s"}


def render() -> str:
    """Return the page as Markdown."""
    rows = [
        (
            f"`{spec.word}`",
            "<br>".join(map(_argument, spec.parameters)),
            spec.does,
            _states(spec),
            _BY_REMOTE[spec.by_remote],
        )
        for spec in COMMANDS.values()
    ]
    headings = ("command", "arguments", "does", "taken in", "by remote")
    title = heading("Commands", "`firmware_ctl/core/commands.py` and `gate.py`")
    return f"{title}{_INTRO}\n{table(headings, rows)}"


def _argument(parameter: Parameter) -> str:
    text = f"`{parameter.name}`: {parameter.describe()}"
    return text if parameter.required else f"[{text}]"


def _states(spec: Spec) -> str:
    states = TAKEN_IN[spec.word]
    if states == frozenset(Surface):
        return "every state"
    if len(states) > len(Surface) / 2:
        return "all but " + codes(s.value for s in Surface if s not in states)
    return codes(s.value for s in Surface if s in states)
