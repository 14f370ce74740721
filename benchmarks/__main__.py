"""Run all benchmarks or the named ones; the exit code is 1 if a bar is missed."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks.report import Report, Verdict, table

SUBJECTS = (
    "speed",
    "plant",
    "overhead",
    "loading",
    "growth",
    "startup",
    "daemon",
    "estop",
    "link",
    "infrared",
    "remote",
    "machines",
    "store",
    "fleet",
    "rules",
    "rules_agreement",
    "competition",
    "integrity",
    "integrity_detection",
    "integrity_swap",
)
"""The files of this package with ``measure()``, in the order in which they are run."""


def main(argv: Sequence[str]) -> int:
    """Run subjects, print a table each, and return whether any bar was missed, as 1 or 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__,
        epilog=f"subjects: {', '.join(SUBJECTS)}",
    )  # fmt: skip
    parser.add_argument("subject", nargs="*", help="all without any")
    parser.add_argument("--hands", type=_hands, metavar="N", help="hands of `growth` (10,000)")
    asked = parser.parse_args(argv)
    subjects = asked.subject or SUBJECTS
    options = {} if asked.hands is None else {"growth": {"hands": asked.hands}}
    unknown = [name for name in subjects if name not in SUBJECTS]
    if unknown:
        parser.error(f"no subject {unknown[0]!r}; there are {', '.join(SUBJECTS)}")
    missed = met = 0
    for name in subjects:
        measure = import_module(f"benchmarks.{name}").measure
        report: Report = measure(**options.get(name, {}))
        print("\n".join((f"== {name}", *table(report.rows), *report.notes, "")), flush=True)
        verdicts = [row.verdict for row in report.rows]
        missed += verdicts.count(Verdict.MISSED)
        met += verdicts.count(Verdict.MET)
    print(f"{met} bars met, {missed} missed")
    return 1 if missed else 0


def _hands(text: str) -> int:
    from benchmarks.growth import FEWEST  # noqa: PLC0415 -- it brings the whole simulation

    if not text.isdecimal() or int(text) < FEWEST:
        raise argparse.ArgumentTypeError(f"{text}: growth needs a number of {FEWEST:,} at least")
    return int(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
