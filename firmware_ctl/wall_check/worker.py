"""The process that weighs: ``python -m firmware_ctl.wall_check.worker DIRECTORY MIXING``.

It prints one JSON object a line for each deal that it has weighed, and ends.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware_ctl.audit.chain_reader import RecordUnreadable
from firmware_ctl.audit.commissioned import NotCommissioned
from firmware_ctl.enrolment.files import ListsUnreadable
from firmware_ctl.wall_check.progress import ProgressUnreadable
from rules.errors import RulesError

NICE = 10
"""The people at the table come first."""

NO_NUMPY = "the wall check needs numpy: install mjtable with its extra `integrity`"


def main(arguments: Sequence[str]) -> int:
    """Weigh what is new; return 1 after saying why it cannot be done."""
    directory, mixing = arguments
    os.nice(NICE)
    try:
        # Only here: whoever has no numpy shall be told so in words.
        from firmware_ctl.wall_check.weighing import weigh_new  # noqa: PLC0415
        from rules.integrity.table_state import Mixing  # noqa: PLC0415

        for judgement in weigh_new(Path(directory), Mixing(mixing)):
            print(json.dumps(judgement.as_json(), ensure_ascii=False), flush=True)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return _refuse(NO_NUMPY)
    except (
        RecordUnreadable, ProgressUnreadable, NotCommissioned, ListsUnreadable, RulesError, OSError,
    ) as error:  # fmt: skip
        return _refuse(str(error))
    return 0


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
