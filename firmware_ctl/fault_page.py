"""The matrix of faults against what the table made of them, as a page in Markdown."""

from collections.abc import Iterable, Sequence

from firmware_ctl.fault_sweep import GOOD, NO_WORD, Ending, Result, Row, matrix
from firmware_ctl.simulated_faults import CODES

MOST_TOLD = 40

_INTRO = """# Faults and what the table makes of them

Written by `{command}`: every simulated fault, set at moments {step_s:g} s apart of a whole cycle on
both kinds of machine, {runs} runs of two hands each. The people in these runs do only what the
table tells them. Measured in the simulation; nothing here was tried on a real machine.

*exact*: the table named the very cause by itself. *by question*: it asked one question and then
named it. *related code*: it named a consequence, and mending as told led on. *nothing told*: the
fault had no effect in these hands. Everything to the right of that is what should not be:
*technician* means that the steps told did not mend it.

**Of the {counted} runs that count, {named} named the exact cause: {share:.1f} %, {asked:.1f} % of
them after one question. Unsafe {unsafe}, tiles lost {lost}, stuck {stuck}, not still {moves}.**
All runs of faults that a sensor can show count, those of which nothing was told too, but for faults
of which nothing need be told (below).
"""


def page(results: Sequence[Result], step_s: float, command: str) -> str:
    """Return the page."""
    rows = matrix(results)
    sensed = [row for row in rows if row.sensed]
    counted, named = sum(row.counted for row in sensed), sum(row.named for row in sensed)
    asked = sum(row.endings.get(Ending.ASKED, 0) for row in sensed)

    def count(ending: Ending) -> int:
        return sum(row.endings.get(ending, 0) for row in rows)

    intro = _INTRO.format(
        command=command, step_s=step_s, runs=len(results), counted=counted, named=named,
        share=100 * named / max(1, counted), asked=100 * asked / max(1, named),
        unsafe=count(Ending.UNSAFE), lost=count(Ending.LOST), stuck=count(Ending.STUCK),
        moves=count(Ending.MOVES),
    )  # fmt: skip
    return "\n".join((intro, *_table(rows), "", *_no_word(rows), *_unseen(rows), *_bad(results)))


def _table(rows: Iterable[Row]) -> Iterable[str]:
    yield "| fault | code | runs | " + " | ".join(Ending) + " | named |"
    yield "|---|---|---" + "|---" * (len(Ending) + 1) + "|"
    for row in rows:
        cells = " | ".join(str(row.endings.get(ending, 0) or "") for ending in Ending)
        share = f"{100 * row.named / row.counted:.0f} %" if row.counted and row.sensed else "–"
        yield f"| {row.fault} | {_code(row.fault)} | {row.runs} | {cells} | {share} |"


def _code(fault: str) -> str:
    told = CODES[fault]
    codes = dict.fromkeys((told.code, *(told.by_motor or {}).values()))
    return ", ".join(code for code in codes if code) or "–"


def _no_word(rows: Iterable[Row]) -> Iterable[str]:
    yield "## Of what nothing need be told while it does no harm\n"
    yield from (f"- `{row.fault}`: {NO_WORD[row.fault]}" for row in rows if row.fault in NO_WORD)
    yield ""


def _unseen(rows: Iterable[Row]) -> Iterable[str]:
    yield "## What no sensor of this machine sees\n"
    yield from (f"- `{row.fault}`: {NEEDED[row.fault]}" for row in rows if not row.sensed)
    yield (
        "- Not simulated: the chain of single-port machines (no such part here), smoke (a smoke or "
        "temperature sensor), a table without any power (nothing runs that could tell).\n"
    )


NEEDED = {
    "tile-face-up": "a reflectance or Hall sensor in the lane",
    "tray-proud": "a height sensor at the tray",
    "tray-low": "a height sensor at the tray",
    "wall-ragged": "a camera or a light barrier along the rail",
    "belt-full-dead": "a second sensor; harmless alone",
}
"""What would be needed to see each of them."""


def _bad(results: Iterable[Result]) -> Iterable[str]:
    bad = [result for result in results if result.ending not in GOOD]
    yield f"## Runs that should not be so ({len(bad)})\n"
    for result in bad[:MOST_TOLD]:
        trial = result.trial
        codes = ", ".join(dict.fromkeys(result.codes))
        yield (
            f"- `{trial.fault}` at {trial.at_s:g} s, {trial.profile}: {result.ending} ({codes}) "
            f"{result.why[:120]}".rstrip()
        )
