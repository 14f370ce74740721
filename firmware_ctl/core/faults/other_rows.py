"""Rows of dice and keys, the wall check, the record, the supply, the controller: E6 to E9."""

from firmware_ctl.core.faults.kinds import (
    ACK,
    ANSWER,
    DICE,
    HOLDS_LOAD,
    RUNS_ON,
    STOPS,
    THEN_HOME,
    THEN_LIFT,
    THEN_RESUME,
    Holds,
    Kind,
    Place,
    Reaction,
    Seen,
    Until,
    act,
)

_FREE_KEY = act("free-key", Place.INPUT)
_REFUSES = (Reaction.REFUSE,)

PANEL_ROWS = (
    Kind(
        "E601", Holds.NOTHING, (act("clean-dice-pan"), ACK, DICE),
        (Seen.CURRENT, Seen.ANSWER), _REFUSES,
    ),
    Kind(
        "E602", Holds.NOTHING, (act("clean-dice-sensor"), ACK, DICE),
        (Seen.TIME, Seen.ANSWER), _REFUSES,
    ),
    Kind(
        "E604", Holds.NOTHING, (act("free-key", Place.INPUT, Until.INPUT_OFF), ACK),
        (Seen.KEY, Seen.TIME), RUNS_ON,
    ),
    Kind("E605", Holds.NOTHING, (_FREE_KEY, ACK), (Seen.KEY,), RUNS_ON),
    Kind("E606", Holds.NOTHING, (_FREE_KEY, ACK), (Seen.KEY, Seen.TIME), RUNS_ON),
    Kind(
        "E610", Holds.NOTHING, (ANSWER, ACK, DICE), (Seen.TIME,), _REFUSES,
        asks={True: "E602", False: "E601"},
    ),
)  # fmt: skip

WALL_ROWS = (
    Kind(
        "E701", Holds.LOAD, (*THEN_LIFT, act("mend-set")), (Seen.READER, Seen.COUNT), HOLDS_LOAD,
        void=True,
    ),
    Kind(
        "E702", Holds.NOTHING, (act("look-at-mixing"), act("take-other-set"), ACK),
        (Seen.READER, Seen.HISTORY), RUNS_ON,
    ),
    Kind(
        "E703", Holds.NOTHING, (act("call-operator"), act("take-other-set"), ACK),
        (Seen.READER, Seen.HISTORY), _REFUSES, bars_lift=True,
    ),
    Kind("E704", Holds.NOTHING, (act("mend-wall-check"), ACK), (Seen.PROGRAM,), RUNS_ON),
)  # fmt: skip

RECORD_ROWS = tuple(
    Kind(code, Holds.NOTHING, (act(name), ACK), (Seen.PROGRAM,), RUNS_ON)
    for code, name in (
        ("E801", "make-room"),
        ("E802", "replace-card"),
        ("E803", "own-record"),
        ("E804", "free-record"),
        ("E805", "keep-record"),
        ("E806", "replace-slow-card"),
        ("E807", "restore-key"),
        ("E808", "restart-program"),
    )
)

POWER_ROWS = (
    Kind("E809", Holds.NOTHING, (act("strengthen-supply"), ACK), (Seen.VOLTAGE,), RUNS_ON),
)

CONTROLLER_ROWS = (
    Kind("E901", Holds.ALL, (act("report"), *THEN_HOME), (Seen.PROGRAM,), STOPS, homes=True),
    Kind("E902", Holds.ALL, (act("look-around"), *THEN_RESUME), (Seen.TIME,), STOPS),
    Kind(
        "E903", Holds.LOAD, (act("clean-ring"), *THEN_RESUME), (Seen.TIME, Seen.COUNT), HOLDS_LOAD
    ),
    Kind("E904", Holds.NOTHING, (act("restart-program"), ACK), (Seen.PROGRAM,), RUNS_ON),
)
