"""What a benchmark's row says, and when the run as a whole has failed."""

import pytest

from benchmarks.__main__ import main
from benchmarks.figures import percentile, slope
from benchmarks.report import Report, Row, Verdict, at_least, at_most, table


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (Row("a", "b", 2.0, at_most(2.0)), Verdict.MET),
        (Row("a", "b", 2.1, at_most(2.0)), Verdict.MISSED),
        (Row("a", "b", 2.0, at_least(2.0)), Verdict.MET),
        (Row("a", "b", 1.9, at_least(2.0)), Verdict.MISSED),
        (Row("a", "b", 99.0), Verdict.NO_BAR),
    ],
)
def test_a_bar_is_met_at_its_limit_and_missed_beyond(row: Row, verdict: Verdict) -> None:
    assert row.verdict is verdict


def test_the_table_is_aligned_and_shows_shares_in_per_cent() -> None:
    heading, first, second = table(
        [
            Row("speed", "the machine", 3285.2, at_least(1000)),
            Row("added", "ideal", 0.0086, at_most(0.02), share=True),
        ]
    )
    assert first.split() == ["speed", "the", "machine", "3,285x", ">=", "1,000x", "met"]
    assert second.split() == ["added", "ideal", "0.86", "%", "<=", "2.00", "%", "met"]
    assert heading.index("verdict") == first.index("met") == second.index("met")


@pytest.mark.parametrize(("ratio", "code"), [(1.0, 0), (3.0, 1)])
def test_a_missed_bar_makes_the_run_fail(
    ratio: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Report([Row("a", "b", ratio, at_most(2))], ["a note"])
    monkeypatch.setattr("benchmarks.loading.measure", lambda: report)
    assert main(["loading"]) == code
    assert "a note" in capsys.readouterr().out


def test_an_unknown_subject_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["nonsense"])
    assert stopped.value.code == 2
    assert "no subject 'nonsense'; there are speed, " in capsys.readouterr().err


def test_percentiles_lie_between_samples() -> None:
    assert percentile([3, 1, 2], 0) == 1
    assert percentile([3, 1, 2], 50) == 2
    assert percentile([3, 1, 2], 75) == 2.5
    assert percentile([3, 1, 2], 100) == 3
    with pytest.raises(ValueError, match="at least one sample"):
        percentile([], 50)


def test_a_slope_knows_how_sure_it_is() -> None:
    assert slope([0, 1, 2, 3], [5, 7, 9, 11]) == (2, 0)
    grown, error = slope([0, 1, 2, 3], [0, 1, 0, 1])
    assert abs(grown) < 3 * error
