"""The fault catalogue (故障表): every row by its code.

One physical cause, one code; a code ending in 0 names a group whose causes the sensors cannot tell
apart. Ranges: E1 link and board, E2 motion, E3 tiles, E4 sensors, E5 safety, E6 dice and keys, E7
wall, E8 the record and the supply, E9 the controller itself.
"""

from collections.abc import Mapping

from firmware_ctl.core.faults.kinds import Kind
from firmware_ctl.core.faults.machine_rows import LINK_ROWS, MOTION_ROWS, SAFETY_ROWS
from firmware_ctl.core.faults.other_rows import (
    CONTROLLER_ROWS,
    PANEL_ROWS,
    POWER_ROWS,
    RECORD_ROWS,
    WALL_ROWS,
)
from firmware_ctl.core.faults.tile_rows import SENSOR_ROWS, TILE_ROWS

KINDS: Mapping[str, Kind] = {
    kind.code: kind
    for kind in (
        *LINK_ROWS,
        *MOTION_ROWS,
        *TILE_ROWS,
        *SENSOR_ROWS,
        *SAFETY_ROWS,
        *PANEL_ROWS,
        *WALL_ROWS,
        *RECORD_ROWS,
        *POWER_ROWS,
        *CONTROLLER_ROWS,
    )
}
