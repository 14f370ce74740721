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
    subjects = parser.parse_args(argv).subject or SUBJECTS
    unknown = [name for name in subjects if name not in SUBJECTS]
    if unknown:
        parser.error(f"no subject {unknown[0]!r}; there are {', '.join(SUBJECTS)}")
    missed = met = 0
    for name in subjects:
        report: Report = import_module(f"benchmarks.{name}").measure()
        print("\n".join((f"== {name}", *table(report.rows), *report.notes, "")), flush=True)
        verdicts = [row.verdict for row in report.rows]
        missed += verdicts.count(Verdict.MISSED)
        met += verdicts.count(Verdict.MET)
    print(f"{met} bars met, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
