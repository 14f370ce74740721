"""The process that draws how a machine mixes: ``python -m firmware_ctl.wall_check.drawing``.

Arguments are the state's directory and a language. It prints one JSON object, the words and the SVG
pictures of ``mjtable audit calibrate``, or why there are none, and ends. What it looks at are walls
whose hands have ended: the record opens no other.
"""

import json
import os
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from firmware_ctl.audit.chain_reader import RecordUnreadable, chain_links
from firmware_ctl.audit.recorded_deals import recorded_deals, records_of
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.texts import say
from firmware_ctl.wall_check.worker import NICE, NO_NUMPY
from rules.integrity.deals import RecordedDeal
from rules.languages import Language

NEWEST = 500
"""Walls that are looked at: the same machine as today's."""


def main(arguments: Sequence[str]) -> int:
    """Draw; return 1 after saying why the record cannot be read."""
    directory, language = arguments
    os.nice(NICE)
    try:
        told = drawn(Path(directory), Language(language))
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return _refuse(NO_NUMPY)
    except (RecordUnreadable, OSError) as error:
        return _refuse(str(error))
    print(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    return 0


def drawn(directory: Path, language: Language) -> dict[str, object]:
    """Return the pictures of the newest walls by name, with their words.

    Raises:
        RecordUnreadable: the record is damaged.
        OSError: it cannot be read.
    """
    # Only here: whoever has no numpy shall be told so in words.
    from rules.integrity import mixing_pictures  # noqa: PLC0415
    from rules.integrity.mixing_quality import (  # noqa: PLC0415
        FEWEST,
        MixingError,
        mixing_quality,
    )

    deals = newest_of_one_shape(directory)
    try:
        quality = mixing_quality(deals)
    except MixingError:
        why = say("page.mixing-too-few", language, walls=len(deals), fewest=FEWEST)
        return {"why": why, "words": [], "pictures": {}}
    draws = {
        "places": mixing_pictures.heat_map,
        "neighbours": mixing_pictures.neighbours,
        "rows": mixing_pictures.rows,
    }
    return {
        "why": "",
        "words": list(mixing_pictures.mixing_words(quality, language)),
        "pictures": {name: draw(quality, language) for name, draw in draws.items()},
    }


def newest_of_one_shape(directory: Path) -> list[RecordedDeal]:
    """Return the newest deals whose walls were read and stood like the last ones, oldest first.

    Raises:
        RecordUnreadable: the record is damaged.
        OSError: it cannot be read.
    """
    from rules.integrity.layout import layout_of  # noqa: PLC0415

    place = directory / RECORD_NAME
    if not place.is_dir():
        return []
    newest = deque(recorded_deals(records_of(chain_links(place))), maxlen=NEWEST)
    shapes = [(deal, layout.key) for deal in newest if (layout := layout_of(deal)) is not None]
    return [deal for deal, shape in shapes if shape == shapes[-1][1]]


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
