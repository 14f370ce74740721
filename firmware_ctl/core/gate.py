"""May this command be taken now? One table of states, and the few reasons that go beyond them.

Pure: a :class:`Situation` in, a :class:`Refusal` or ``None`` out. The state machines are fired only
for what passed here, so an error of theirs is always ours.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_ctl.core.commands import COMMANDS, ByRemote, Command, Origin, Word
from firmware_ctl.core.estop import EStop
from firmware_ctl.core.states import MOVING, RESTING, Load, Surface


@dataclass(frozen=True, slots=True)
class Situation:
    """What the gate must know of the table."""

    surface: Surface
    load: Load
    estop: EStop
    locked: bool
    hand_runs: bool
    raise_due: bool
    load_due: bool
    tiles_awaited: bool
    void_on_table: bool
    throwing: bool
    deals: bool
    hands_due: bool
    stowed: bool
    rows_inside: bool
    roulette_runs: bool
    fault_holds_all: bool
    fault_stands: bool
    fault_opens: bool = False
    lift_barred: bool = False
    ledger_open: bool = False
    session_ends: bool = False
    simulated: bool = False
    rest_s: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not: the machine-readable code and the key of the words."""

    code: str
    key: str


_ALL = frozenset(Surface)
_STILL = _ALL - frozenset(MOVING)

TAKEN_IN: Mapping[Word, frozenset[Surface]] = {
    Word.HOME: frozenset({Surface.UNHOMED, Surface.PAUSED, Surface.SERVICE}),
    Word.LIFT: frozenset({*RESTING, Surface.OPEN, Surface.SERVICE}),
    Word.OPEN_LOADING: frozenset(RESTING),
    Word.DICE: frozenset({Surface.WALLS_UP, Surface.DEALING, Surface.PLAY, Surface.SERVICE}),
    Word.DEALER: _STILL,
    Word.PROGRAM: frozenset({Surface.READY}),
    Word.VARIANT: frozenset({Surface.READY}),
    Word.DEAL: frozenset({Surface.WALLS_UP, Surface.PLAY}),
    Word.STOW: frozenset({Surface.READY}),
    Word.PAUSE: frozenset({*MOVING, *RESTING}),
    Word.RESUME: frozenset({Surface.PAUSED, *RESTING}),
    Word.STOP: _ALL,
    Word.ACK: _ALL,
    Word.ANSWER: _ALL,
    Word.CONFIRM: _ALL,
    Word.HAND_START: frozenset({Surface.WALLS_UP}),
    Word.HAND_END: frozenset({Surface.PLAY}),
    Word.CLAIM: _ALL,
    Word.KONG: _ALL,
    Word.DRAW: _ALL,
    Word.DECLARE: _ALL,
    Word.CHICKEN: _ALL,
    Word.PENALTY: _ALL,
    Word.UNDO: _ALL,
    Word.SERVICE: frozenset({Surface.UNHOMED, Surface.READY, Surface.SERVICE}),
    Word.TEST: frozenset({Surface.SERVICE}),
    Word.SELF_CHECK: frozenset({Surface.SERVICE}),
    Word.SESSION: _ALL,
    Word.LOCK: _ALL,
    Word.UNLOCK: _ALL,
    Word.MUTE: _ALL,
    Word.LAMP: _ALL,
    Word.SIM_FAULT: _ALL,
    Word.SIM_MEND: _ALL,
}

_OTHER_WORDS: Mapping[Word, Mapping[Surface, str]] = {
    Word.HOME: dict.fromkeys(RESTING, "no.homed"),
}
"""Where the state's own words would send a person the wrong way."""

FOR_PLAY_FROM_REMOTE = frozenset(
    {Word.DICE, Word.STOP, Word.PAUSE, Word.MUTE, Word.LAMP, Word.LIFT}
)
"""In play only these are taken from the infrared remote; anybody in the room may hold one."""

ENTRIES = (
    Word.CLAIM,
    Word.KONG,
    Word.DRAW,
    Word.DECLARE,
    Word.CHICKEN,
    Word.PENALTY,
    Word.UNDO,
)
"""What the referee is told; a hand is open to it until the next one begins, whatever the machine
does meanwhile."""

WHEN_LOCKED = frozenset({Word.STOP, Word.UNLOCK, Word.LOCK, Word.SESSION})

NEXT_HAND = frozenset(
    {Word.LIFT, Word.OPEN_LOADING, Word.DICE, Word.DEAL, Word.STOW, Word.HAND_START}
)
"""What leads to another hand; a session that has ended has none."""

PANEL_ONLY = frozenset({Word.SERVICE, Word.TEST})
"""Whoever tests motors by number stands before them."""

_LOAD_RUNS = (Load.LOADING, Load.BALANCING)


def refusal(command: Command, now: Situation) -> Refusal | None:
    """Return why the command is not taken now, or ``None``."""
    return _from_origin(command, now) or _in_state(command.word, now)


def allowed(now: Situation) -> tuple[str, ...]:
    """Return the commands that would be taken now from panel or command line."""
    return tuple(word for word in Word if refusal(Command(word), now) is None)


def _from_origin(command: Command, now: Situation) -> Refusal | None:
    if now.locked and command.word not in WHEN_LOCKED:
        return Refusal("locked", "no.locked")
    if command.origin is Origin.REMOTE:
        return _from_remote(command, now)
    return None if command.origin is Origin.PANEL else _away_from_panel(command, now)


def _from_remote(command: Command, now: Situation) -> Refusal | None:
    by_remote = COMMANDS[command.word].by_remote
    if by_remote is ByRemote.NEVER or "faces" in command.args:
        return Refusal("not-by-remote", "no.not-by-remote")
    if by_remote is ByRemote.HOLD and not command.held:
        return Refusal("not-by-remote", "no.hold-the-key")
    if now.hand_runs and command.word not in FOR_PLAY_FROM_REMOTE:
        return Refusal("not-by-remote", "no.remote-in-play")
    return _away_from_panel(command, now)


def _away_from_panel(command: Command, now: Situation) -> Refusal | None:
    works_a_test = now.surface is Surface.SERVICE and command.word in (Word.LIFT, Word.DICE)
    from_a_broker = command.origin is Origin.MQTT and command.word is Word.SELF_CHECK
    if works_a_test or from_a_broker or command.word in PANEL_ONLY:
        return Refusal("not-now", "no.panel-only")
    return None


def _in_state(word: Word, now: Situation) -> Refusal | None:
    if word is Word.DICE and now.roulette_runs:
        return None  # a dice key stops the lamps, whatever else it could do
    if now.surface not in TAKEN_IN[word]:
        key = _OTHER_WORDS.get(word, {}).get(now.surface, f"no.in-{now.surface.value}")
        return Refusal("not-now", key)
    if now.session_ends and not now.hand_runs and word in NEXT_HAND and not _is_in_service(now):
        return Refusal("not-now", "no.session-ended")
    for applies, key in _REASONS.get(word, ()):
        if applies(now):
            return Refusal("not-now", key)
    return None


_Reason = tuple[Callable[[Situation], bool], str]


def _nothing_moves(now: Situation) -> bool:
    return now.surface not in MOVING and now.load not in _LOAD_RUNS and not now.throwing


def _nothing_held(now: Situation) -> bool:
    return now.surface is not Surface.PAUSED and now.load is not Load.HELD and not now.raise_due


def _is_load_due(now: Situation) -> bool:
    """Tell whether a load is due whose tiles are in the well."""
    return now.load_due and not now.tiles_awaited


def _is_in_service(now: Situation) -> bool:
    return now.surface is Surface.SERVICE


_NO_BUTTON: _Reason = (lambda now: now.estop is EStop.NOT_PRESENT, "no.estop-absent")
_LATCHED: _Reason = (
    lambda now: now.estop not in (EStop.DISENGAGED, EStop.NOT_PRESENT),
    "no.estop-latched",
)
_FAULT: _Reason = (lambda now: now.fault_holds_all, "no.fault-first")
_THROWING: _Reason = (lambda now: now.throwing, "no.dice-roll")
_STOWED: _Reason = (lambda now: now.stowed and now.surface is Surface.READY, "no.stowed")
_NO_FAULT: _Reason = (lambda now: not now.fault_stands, "no.no-fault")
_NOT_SIMULATED: _Reason = (lambda now: not now.simulated, "no.not-simulated")
_VOID: _Reason = (lambda now: now.void_on_table, "no.void")

_REASONS: Mapping[Word, tuple[_Reason, ...]] = {
    Word.HOME: (_NO_BUTTON, _LATCHED, _FAULT),
    Word.LIFT: (
        _THROWING,
        (lambda now: now.rest_s > 0 and now.surface is not Surface.OPEN, "no.resting"),
        (lambda now: now.lift_barred and now.surface is not Surface.OPEN, "no.fault-first"),
        (
            # While tiles are awaited the hands below are of walls that are still inside.
            lambda now: now.hands_due and not now.tiles_awaited and now.surface is not Surface.OPEN,
            "no.deal-first",
        ),
        (
            lambda now: now.stowed and _is_load_due(now) and now.surface is Surface.READY,
            "no.stowed",
        ),
        (lambda now: now.surface is not Surface.OPEN and now.raise_due, "no.resume-first"),
        (lambda now: now.surface is not Surface.OPEN and now.load in _LOAD_RUNS, "no.loading"),
        (
            lambda now: now.surface is not Surface.OPEN and now.load is Load.FAULTED,
            "no.load-faulted",
        ),
        (
            lambda now: (
                now.surface is not Surface.OPEN and (now.load is Load.HELD or _is_load_due(now))
            ),
            "no.load-held",
        ),
    ),
    Word.OPEN_LOADING: (
        _THROWING,
        (lambda now: now.rest_s > 0, "no.resting"),
        (lambda now: now.raise_due, "no.resume-first"),
        (
            lambda now: now.load not in (*_LOAD_RUNS, Load.HELD) and not now.fault_opens,
            "no.not-loading",
        ),
    ),
    Word.DICE: (_THROWING, (lambda now: now.void_on_table and not _is_in_service(now), "no.void")),
    Word.HAND_START: (_THROWING, _VOID),
    Word.HAND_END: (_THROWING,),
    Word.DEAL: (
        _THROWING,
        _VOID,
        (lambda now: not now.deals, "no.profile-walls-only"),
        (lambda now: not now.hands_due, "no.hands-are-up"),
    ),
    Word.STOW: (
        (lambda now: now.raise_due or now.load is Load.HELD, "no.resume-first"),
        (lambda now: now.load in (*_LOAD_RUNS, Load.FAULTED), "no.loading"),
    ),
    Word.SERVICE: (
        _NO_BUTTON,
        _LATCHED,
        _FAULT,
        (lambda now: not _is_in_service(now) and now.rows_inside, "no.tiles-inside"),
        (
            lambda now: not _is_in_service(now) and now.load not in (Load.EMPTY, Load.COMPLETE),
            "no.tiles-inside",
        ),
    ),
    Word.PAUSE: ((_nothing_moves, "no.nothing-moves"),),
    Word.RESUME: (
        _FAULT,
        _STOWED,
        (
            lambda now: (
                now.load is Load.FAULTED and now.surface is not Surface.PAUSED and not now.raise_due
            ),
            "no.load-faulted",
        ),
        (lambda now: _nothing_held(now) and not now.load_due, "no.nothing-held"),
    ),
    Word.ACK: (_NO_FAULT,),
    **dict.fromkeys(ENTRIES, ((lambda now: not now.ledger_open, "referee.not-open"),)),
    Word.ANSWER: (_NO_FAULT,),
    Word.CONFIRM: (_NO_FAULT,),
    Word.SIM_FAULT: (_NOT_SIMULATED,),
    Word.SIM_MEND: (_NOT_SIMULATED, _NO_FAULT),
}
