"""Rows of link, board, motion and safety: E1, E2 and E5."""

from firmware_ctl.core.faults.kinds import (
    ACK,
    ANSWER,
    HOLDS_LOAD,
    RUNS_ON,
    STOPS,
    THEN_HOME,
    THEN_RESUME,
    Holds,
    Kind,
    Place,
    Reaction,
    Seen,
    Until,
    act,
)
from hal.ids import Input

_TRIED = (Reaction.REVERSE, Reaction.RETRY, Reaction.STOP)
_JAM = (Reaction.REVERSE, Reaction.RETRY, Reaction.STOP_LOAD)
_SWITCH_OR_CURRENT = (Seen.SWITCH, Seen.CURRENT)
_SWITCH_AND_TIME = (Seen.SWITCH, Seen.TIME)

_MEND_SWITCH = act("mend-switch", Place.INPUT)
_MEND_MOTOR = act("mend-motor", Place.ACTUATOR)

LINK_ROWS = (
    Kind(
        "E101", Holds.ALL, (act("plug-link", until=Until.LINK_UP), *THEN_HOME),
        (Seen.LINK,), STOPS, homes=True,
    ),
    Kind("E102", Holds.ALL, (act("check-supply"), *THEN_HOME), (Seen.LINK,), STOPS, homes=True),
    Kind("E103", Holds.ALL, (act("check-computer"), *THEN_HOME), (Seen.LINK,), STOPS, homes=True),
    Kind("E104", Holds.ALL, (act("remove-reason"), *THEN_RESUME), (Seen.LINK,), STOPS),
    Kind("E105", Holds.ALL, (act("check-board"), *THEN_HOME), (Seen.TIME,), STOPS, homes=True),
    Kind(
        "E106", Holds.ALL, (act("restore-supply"), *THEN_HOME),
        (Seen.SWITCH, Seen.CURRENT, Seen.ANSWER), STOPS, homes=True,
    ),
    Kind("E107", Holds.ALL, (act("remove-reason"), *THEN_RESUME), (Seen.SWITCH,), STOPS),
    Kind("E108", Holds.NOTHING, (act("plug-link"), ACK), (Seen.LINK, Seen.HISTORY), RUNS_ON),
)  # fmt: skip

MOTION_ROWS = (
    Kind("E201", Holds.ALL, (act("free-dome"), *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED),
    Kind(
        "E202", Holds.ALL, (act("free-tray", Place.SIDE), *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED
    ),
    Kind(
        "E203", Holds.ALL, (act("straighten-stacks", Place.SIDE), *THEN_RESUME),
        _SWITCH_OR_CURRENT, _TRIED,
    ),
    Kind(
        "E204", Holds.LOAD, (act("clear-head", Place.SIDE), *THEN_RESUME), _SWITCH_OR_CURRENT, _JAM
    ),
    Kind(
        "E205", Holds.ALL, (act("clear-hatch", Place.SIDE), *THEN_RESUME),
        _SWITCH_OR_CURRENT, _TRIED,
    ),
    Kind("E206", Holds.NOTHING, (act("oil", Place.ACTUATOR), ACK), _SWITCH_AND_TIME, RUNS_ON),
    Kind(
        "E207", Holds.NOTHING, (_MEND_SWITCH, act("mend-switch", Place.OTHER), ACK),
        _SWITCH_AND_TIME, RUNS_ON,
    ),
    Kind(
        "E210", Holds.ALL, (ANSWER, *THEN_RESUME), _SWITCH_AND_TIME, _TRIED,
        asks={True: "E211", False: "E201"},
    ),
    Kind("E211", Holds.ALL, (_MEND_SWITCH, *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED),
    Kind(
        "E220", Holds.ALL, (ANSWER, *THEN_RESUME), _SWITCH_AND_TIME, _TRIED,
        asks={True: "E221", False: "E202"},
    ),
    Kind("E221", Holds.ALL, (_MEND_SWITCH, *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED),
    Kind("E222", Holds.ALL, (_MEND_SWITCH, *THEN_RESUME), (Seen.SWITCH,), STOPS),
    Kind(
        "E230", Holds.ALL, (ANSWER, *THEN_RESUME), _SWITCH_AND_TIME, _TRIED,
        asks={True: "E231", False: "E203"},
    ),
    Kind("E231", Holds.ALL, (_MEND_SWITCH, *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED),
    Kind(
        "E240", Holds.LOAD, (ANSWER, *THEN_RESUME), _SWITCH_AND_TIME, _JAM,
        asks={True: "E241", False: "E291"},
    ),
    Kind("E241", Holds.LOAD, (_MEND_SWITCH, *THEN_RESUME), _SWITCH_OR_CURRENT, _JAM),
    Kind(
        "E250", Holds.ALL, (ANSWER, *THEN_RESUME), _SWITCH_AND_TIME, _TRIED,
        asks={True: "E251", False: "E205"},
    ),
    Kind("E251", Holds.ALL, (_MEND_SWITCH, *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED),
    Kind(
        "E260", Holds.LOAD, (ANSWER, *THEN_RESUME), _SWITCH_AND_TIME, _JAM,
        asks={True: "E204", False: "E241"},
    ),
    Kind(
        "E280", Holds.ALL, (ANSWER, *THEN_RESUME), _SWITCH_OR_CURRENT, STOPS,
        asks={True: "E403", False: "E291"},
    ),
    Kind(
        "E290", Holds.ALL, (ANSWER, *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED,
        asks={True: "E291", False: "E106"},
    ),
    Kind("E291", Holds.ALL, (_MEND_MOTOR, *THEN_RESUME), _SWITCH_OR_CURRENT, _TRIED),
    Kind(
        "E292", Holds.ALL, (act("mend-driver", Place.ACTUATOR), *THEN_HOME),
        (Seen.SWITCH, Seen.EYE), STOPS, homes=True,
    ),
)  # fmt: skip

SAFETY_ROWS = (
    Kind(
        "E501", Holds.ALL, (act("release-estop", until=Until.GUARD_SAFE), *THEN_HOME),
        (Seen.GUARD,), STOPS, homes=True, safe=Input.ESTOP_RELEASED,
    ),
    Kind(
        "E502", Holds.ALL, (act("close-top", until=Until.GUARD_SAFE), *THEN_HOME),
        (Seen.GUARD,), STOPS, homes=True, safe=Input.TOP_CLOSED,
    ),
    Kind(
        "E503", Holds.ALL, (act("close-hatch", until=Until.GUARD_SAFE), *THEN_HOME),
        (Seen.GUARD,), STOPS, homes=True, safe=Input.HATCH_CLOSED,
    ),
    Kind(
        "E504", Holds.LOAD, (act("free-motor", Place.ACTUATOR), *THEN_RESUME), (Seen.CURRENT,),
        (Reaction.REVERSE, Reaction.RETRY, *HOLDS_LOAD),
    ),
    Kind(
        "E506", Holds.NOTHING, (act("let-rest"), ACK), (Seen.TIME,),
        (*RUNS_ON, Reaction.REFUSE),
    ),
    Kind("E507", Holds.NOTHING, (act("clean-inside"), ACK), (Seen.HISTORY,), RUNS_ON),
)  # fmt: skip
