"""The bench of swapped tiles: what ``mjtable audit verify`` says to the walls that it opens."""

import numpy as np
import pytest

from benchmarks.integrity_swap import measure, opened
from benchmarks.report import Verdict
from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.plant_run import play
from firmware_ctl.audit_lab.tables import Tables
from firmware_ctl.cli.app import run
from firmware_ctl.cli.exits import ExitCode
from hal.sim.cheats import CHEATS


@pytest.mark.parametrize(
    ("cheat", "code", "says"),
    [("swap", ExitCode.VERIFICATION, "one was changed"), (None, ExitCode.DONE, "the root")],
)
def test_a_wall_opened_as_it_lies_fits_its_root_unless_tiles_were_swapped(
    cheat: str | None, code: ExitCode, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    row = None if cheat is None else CHEATS[cheat]
    (hand,) = play(Tables(layout("GD"), 1, np.random.default_rng(2), cheat=row), 1, seed=2)
    assert run(["audit", "verify", opened(hand)]) == code
    out, err = capsys.readouterr()
    assert says in out + err


def test_every_bar_is_met_with_a_hand_of_each_kind() -> None:
    report = measure(hands=1)
    assert [row.verdict for row in report.rows] == [Verdict.MET] * len(report.rows)
    assert [note.endswith("[2]") for note in report.notes] == [True] * len(report.notes)
