"""Rows of tiles, lanes and their sensors: E3 and E4."""

from firmware_ctl.core.faults.kinds import (
    ACK,
    ANSWER,
    CLOSE,
    HOLDS_LOAD,
    OPEN,
    RUNS_ON,
    STOPS,
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

_SHAKEN = (Reaction.SHAKE, *HOLDS_LOAD)
_CLOSE_AND_RESUME = (CLOSE, *THEN_RESUME)
_CLEAN_LANE = act("clean-lane", Place.SIDE)
_CLEAR_HEAD = act("clear-head", Place.SIDE)
_MEND_SWITCH = act("mend-switch", Place.INPUT)

TILE_ROWS = (
    Kind(
        "E301", Holds.LOAD, (OPEN, act("bring-tiles"), *_CLOSE_AND_RESUME),
        (Seen.COUNT, Seen.TIME, Seen.ANSWER), _SHAKEN,
    ),
    Kind(
        "E302", Holds.LOAD,
        (act("clear-heads"), OPEN, act("take-out-tiles"), *_CLOSE_AND_RESUME),
        (Seen.COUNT, Seen.EYE), HOLDS_LOAD,
    ),
    Kind(
        "E303", Holds.LOAD,
        (_CLEAN_LANE, act("mend-motor", Place.ACTUATOR), *THEN_RESUME),
        (Seen.EYE, Seen.TIME), HOLDS_LOAD,
    ),
    Kind(
        "E304", Holds.LOAD, (act("clear-heads"), *THEN_LIFT), (Seen.LINK, Seen.COUNT), HOLDS_LOAD,
        void=True,
    ),
    Kind(
        "E305", Holds.LOAD, (act("pick-up-astray", Place.SIDE), *THEN_LIFT),
        (Seen.SWITCH, Seen.COUNT, Seen.ANSWER), HOLDS_LOAD, void=True,
    ),
    Kind(
        "E307", Holds.LOAD, (*THEN_LIFT, act("sort-sets")), (Seen.READER,), HOLDS_LOAD,
        void=True,
    ),
    Kind(
        "E310", Holds.LOAD, (OPEN, ANSWER, *_CLOSE_AND_RESUME), (Seen.EYE, Seen.TIME), _SHAKEN,
        asks={True: "E322", False: "E301"},
    ),
    Kind(
        "E320", Holds.LOAD, (OPEN, ANSWER, *_CLOSE_AND_RESUME), (Seen.COUNT, Seen.TIME), _SHAKEN,
        asks={True: "E321", False: "E301"},
    ),
    Kind(
        "E321", Holds.LOAD, (OPEN, act("free-drum"), *_CLOSE_AND_RESUME),
        (Seen.COUNT, Seen.TIME, Seen.ANSWER), _SHAKEN,
    ),
    Kind(
        "E322", Holds.LOAD, (OPEN, act("free-drum"), act("mend-drum"), *_CLOSE_AND_RESUME),
        (Seen.EYE, Seen.TIME, Seen.ANSWER), _SHAKEN,
    ),
    Kind(
        "E331", Holds.LOAD, (act("take-out-body", Place.SIDE), *THEN_RESUME),
        (Seen.EYE, Seen.READER, Seen.ANSWER), HOLDS_LOAD,
    ),
    Kind("E332", Holds.LOAD, (_CLEAR_HEAD, *THEN_RESUME), (Seen.EYE,), HOLDS_LOAD),
    Kind("E333", Holds.NOTHING, (_CLEAN_LANE, ACK), (Seen.EYE, Seen.TIME), RUNS_ON),
    Kind(
        "E334", Holds.NOTHING, (act("replace-set", Place.SET), ACK), (Seen.HISTORY,), RUNS_ON
    ),
    Kind("E335", Holds.NOTHING, (_CLEAN_LANE, ACK), (Seen.HISTORY,), RUNS_ON),
    Kind(
        "E340", Holds.NOTHING, (ANSWER, ACK), (Seen.EYE, Seen.TIME), RUNS_ON,
        asks={True: "E342", False: "E341"},
    ),
    Kind("E341", Holds.NOTHING, (act("mend-drum"), ACK), (Seen.TIME, Seen.ANSWER), RUNS_ON),
    Kind("E342", Holds.NOTHING, (act("clean-ring"), ACK), (Seen.TIME, Seen.ANSWER), RUNS_ON),
    Kind(
        "E350", Holds.LOAD, (ANSWER, *THEN_RESUME), (Seen.SWITCH, Seen.COUNT), HOLDS_LOAD,
        asks={True: "E421", False: "E305"},
    ),
)  # fmt: skip

SENSOR_ROWS = (
    Kind(
        "E401", Holds.LOAD, (act("clean-eye", Place.SIDE), *THEN_RESUME),
        (Seen.EYE, Seen.READER, Seen.ANSWER), HOLDS_LOAD,
    ),
    Kind(
        "E402", Holds.LOAD, (act("clear-beam", Place.SIDE, Until.EYE_CLEAR), *THEN_RESUME),
        (Seen.EYE, Seen.TIME), HOLDS_LOAD,
    ),
    Kind(
        "E403", Holds.ALL,
        (_MEND_SWITCH, act("mend-switch", Place.OTHER, Until.ENDS_AGREE), *THEN_RESUME),
        (Seen.SWITCH,), STOPS,
    ),
    Kind(
        "E404", Holds.NOTHING, (act("clear-mouth", Place.SIDE, Until.BELT_FREE), ACK),
        (Seen.SWITCH, Seen.EYE), RUNS_ON,
    ),
    Kind(
        "E411", Holds.NOTHING, (act("clean-eye", Place.SIDE, Until.EYE_CLEAN), ACK),
        (Seen.LEVEL,), RUNS_ON,
    ),
    Kind(
        "E412", Holds.LOAD, (act("clear-beam", Place.SIDE), *THEN_LIFT),
        (Seen.EYE, Seen.READER), HOLDS_LOAD, void=True,
    ),
    Kind("E413", Holds.NOTHING, (act("mend-reader", Place.SIDE), ACK), (Seen.READER,), RUNS_ON),
    Kind(
        "E414", Holds.LOAD, (act("mend-reader", Place.SIDE), *THEN_LIFT),
        (Seen.READER,), HOLDS_LOAD, void=True,
    ),
    Kind(
        "E421", Holds.LOAD, (act("mend-switch", Place.INPUT, Until.INPUT_ON), *THEN_RESUME),
        (Seen.SWITCH, Seen.COUNT, Seen.ANSWER), HOLDS_LOAD,
    ),
    Kind(
        "E422", Holds.NOTHING, (_MEND_SWITCH, ACK), (Seen.SWITCH, Seen.COUNT), RUNS_ON
    ),
    Kind(
        "E430", Holds.LOAD, (ANSWER, *THEN_RESUME), (Seen.EYE, Seen.TIME), HOLDS_LOAD,
        asks={True: "E401", False: "E331"},
    ),
)  # fmt: skip
