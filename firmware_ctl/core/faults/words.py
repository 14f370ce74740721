"""A fault in words: its name, its cause, the question that it asks, the steps out of it."""

from collections.abc import Mapping
from functools import cache
from string import Formatter

from firmware_ctl.core.faults.fault import Fault
from firmware_ctl.core.faults.kinds import Act, Place, Step
from firmware_ctl.core.snapshot import FaultView, StepView
from firmware_ctl.texts import say
from firmware_ctl.texts.catalogue import catalogue
from hal.ids import Actuator, Input
from hal.line.reasons import Reason
from hal.line.registers import Why

_OF_INPUTS = (Why.END_STOP, Why.INPUT_LATE)
_OF_ACTUATORS = (Why.STALL, Why.LANE_STACKING, Why.CAM_STUCK)


def fault_view(fault: Fault, language: str) -> FaultView:
    """Return a fault in words of a language."""
    kind = fault.kind
    words = _values(fault, language)
    stem = f"fault.{kind.code}"
    steps = tuple(
        _step_view(fault, number, step, words, language) for number, step in enumerate(kind.steps)
    )
    return FaultView(
        id=fault.id,
        code=kind.code,
        name=say(f"{stem}.name", language, **words),
        since=fault.since,
        side=fault.side,
        cause=say(f"{stem}.cause", language, **words),
        do=" ".join(step.text for step in steps),
        recover=kind.recover,
        holds=fault.holds.value,
        question=say(f"{stem}.asks", language, **words) if kind.is_group else None,
        candidates=tuple(kind.asks.values()) if kind.asks is not None else (),
        because=fault.because,
        steps=steps,
    )


def side_name(side: int | None, language: str) -> str:
    """Return the name of a side (东 南 西 北) in words, or of no side in particular."""
    return say("side.none" if side is None else f"side.{side}", language)


def reason(why: object, language: str) -> str:
    """Return why a motion was not done: a board's reason or an interlock's name, in words.

    What the catalogue does not know, such as an operating system's message, stays as it is.
    """
    if isinstance(why, Reason) and why.code is not Why.NONE:
        return _board_reason(why, language)
    text = str(why)
    name = text if f"why.{text}" in catalogue() else _plain_reasons().get(text)
    return text if name is None else say(f"why.{name}", language)


def _board_reason(why: Reason, language: str) -> str:
    places: dict[str, object] = {}
    if why.code in _OF_INPUTS:
        places["input"] = Input(why.argument).label
    elif why.code in _OF_ACTUATORS:
        places["actuator"] = Actuator(why.argument).label
    return say(f"why.{why.code.name.lower().replace('_', '-')}", language, **places)


@cache
def _plain_reasons() -> Mapping[str, str]:
    """Return the names of the reasons without a place, by their English words."""
    return {
        texts["en"]: key.removeprefix("why.")
        for key, texts in catalogue().items()
        if key.startswith("why.") and not any(name for _, name, _, _ in _parts(texts["en"]))
    }


def _parts(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    return list(Formatter().parse(text))


def _values(fault: Fault, language: str) -> dict[str, object]:
    values = {"side": side_name(fault.side, language), **fault.values}
    if fault.lanes:
        values["lanes"] = ", ".join(side_name(lane, language) for lane in fault.lanes)
    if "why" in values and "where" not in values:  # the record's own say why as they are
        values["why"] = reason(values["why"], language)
    return values


def _step_view(
    fault: Fault, number: int, step: Step, words: Mapping[str, object], language: str
) -> StepView:
    state = "done" if number < fault.done else "waiting" if number == fault.done else "todo"
    if step.command is not None:
        command = step.command.value
        text = say(f"step.{command}", language)
        return StepView(number + 1, text, None, None, "command", command, state)
    place = None if step.act is None else place_of(fault, step.act.place)
    if step.act is None:
        raise AssertionError(f"{fault.kind.code}: step {number + 1} is neither act nor command")
    return StepView(
        number + 1,
        say(f"act.{step.act.name}", language, **{**words, **_switch(step.act, place)}),
        step.act.name,
        place,
        "sensor" if step.is_seen else "person",
        None,
        state,
    )


def _switch(act: Act, place: str | None) -> Mapping[str, object]:
    """Return the switch that an act is about, where it is not the one the cause names."""
    return {"input": place} if act.place is Place.OTHER else {}


def place_of(fault: Fault, place: Place) -> str | None:
    """Return where an act is done, as inputs, actuators and sides are called everywhere."""
    if place is Place.MACHINE:
        return None
    if place is Place.SIDE:
        return None if fault.side is None else str(fault.side)
    return str(fault.values[place.value])
