"""What the statistics page shows: which charts, with which bars, in which words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from statistics import mean

from firmware_ctl.statistics.charts import Bar
from firmware_ctl.statistics.summary import HOUR_MS, Summary
from firmware_ctl.texts import say
from hal.ids import LANES
from rules.languages import Language

MOST_HOURS = 12
MOST_FAULTS = 10
_LEVELS = {
    "ok": "statistics.level-ok",
    "inform": "statistics.level-inform",
    "amber": "statistics.level-amber",
    "red": "statistics.level-red",
    "block": "statistics.level-block",
}
_TITLES = {
    "hands": "statistics.hands",
    "lanes": "statistics.lanes",
    "faults": "statistics.faults",
    "verdicts": "statistics.verdicts",
    "weighed": "statistics.weighed",
}


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart: its id, its title, its bars, and the same in a sentence."""

    id: str
    title: str
    bars: tuple[Bar, ...]
    text: str


def charts(summary: Summary, language: Language) -> tuple[Chart, ...]:
    """Return the charts that have something to show."""
    made = []
    for name, bars_of in _CHARTS.items():
        bars = bars_of(summary, language)
        if bars:
            text = ", ".join(f"{bar.name}: {bar.told}" for bar in bars)
            if name == "hands":
                rate = f"{summary.hands_per_hour:.1f}"
                text = say("statistics.per-hour", language, rate=rate) + " " + text
            made.append(Chart(name, say(_TITLES[name], language), bars, text))
    return tuple(made)


def _hands(summary: Summary, _: Language) -> tuple[Bar, ...]:
    hours = sorted(summary.hands)[-MOST_HOURS:]
    return tuple(
        Bar(_hour_text(hour), summary.hands[hour], str(summary.hands[hour])) for hour in hours
    )


def _hour_text(hour: int) -> str:
    begun = datetime.fromtimestamp(hour * HOUR_MS / 1000).astimezone()
    return begun.strftime("%m-%d %H:00")


def _lanes(summary: Summary, language: Language) -> tuple[Bar, ...]:
    taken = {lane: mean(summary.lane_s[lane]) for lane in LANES if summary.lane_s[lane]}
    return tuple(
        Bar(say(f"side.{lane}", language), seconds, f"{seconds:.0f} s")
        for lane, seconds in taken.items()
    )


def _faults(summary: Summary, _: Language) -> tuple[Bar, ...]:
    most = summary.faults.most_common(MOST_FAULTS)
    return tuple(Bar(code, count, str(count)) for code, count in most)


def _verdicts(summary: Summary, language: Language) -> tuple[Bar, ...]:
    return _by_level(summary.verdicts, language)


def _weighed(summary: Summary, language: Language) -> tuple[Bar, ...]:
    return _by_level(summary.weighed, language)


def level_text(level: str, language: Language) -> str:
    """Return a verdict's level in words."""
    return say(_LEVELS[level], language) if level in _LEVELS else level


def _by_level(counts: Mapping[str, int], language: Language) -> tuple[Bar, ...]:
    return tuple(
        Bar(say(key, language), count, str(count))
        for level, key in _LEVELS.items()
        if (count := counts.get(level, 0))
    )


_CHARTS: Mapping[str, Callable[[Summary, Language], tuple[Bar, ...]]] = {
    "hands": _hands,
    "lanes": _lanes,
    "faults": _faults,
    "verdicts": _verdicts,
    "weighed": _weighed,
}
