"""One program at a time keeps its record in a directory."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware_ctl.store.holding import StateInUse, held


def test_a_directory_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    place = tmp_path / "state"
    with held(place):
        with pytest.raises(StateInUse, match="another table keeps its record in"), held(place):
            pass
        with held(tmp_path / "other"):
            pass
    with held(place):
        pass


def test_where_no_directory_can_be_nothing_is_held(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with ExitStack() as both:
        for _ in range(2):
            both.enter_context(held(tmp_path / "file" / "state"))
