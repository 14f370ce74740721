"""Weigh every deal that the record has and the state has not, the oldest first."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from firmware_ctl.audit.chain_reader import chain_links
from firmware_ctl.audit.commissioned import read_commissioned
from firmware_ctl.audit.recorded_deals import recorded_deals, records_of
from firmware_ctl.core.judgement import Judgement
from firmware_ctl.enrolment.files import read_lists
from firmware_ctl.enrolment.recorded_tags import recorded_tags
from firmware_ctl.store.chain import Link
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.wall_check.progress import read_progress, write_progress
from rules.integrity.deals import RecordedDeal
from rules.integrity.judge import observe, start
from rules.integrity.table_state import Mixing, Settings, TableState
from rules.integrity.tags import Tag, Tags
from rules.integrity.verdict import Verdict
from rules.integrity.verdict_words import verdict_words
from rules.languages import Language


def weigh_new(directory: Path, mixing: Mixing) -> Iterator[Judgement]:
    """Yield a judgement for each deal of the record in ``directory`` that was not weighed yet.

    Each is in the file before it is yielded.

    Raises:
        RecordUnreadable, ProgressUnreadable, NotCommissioned, ListsUnreadable, StateError: what
            stands in the directory cannot be used; the text says what and why.
        OSError: it cannot be read or written.
    """
    progress = read_progress(directory)
    settings = _settings(directory, mixing)
    state = TableState.from_bytes(progress.state) if progress.state else start(settings)
    # What a machine may remember was laid down before the deals to come, so it may change here.
    state = replace(state, settings=settings)
    tags = _tags(directory)
    for place, deal in deals_after(directory, progress.place):
        state, verdict = observe(state, deal, tags)
        judgement = _judgement(place, deal, verdict)
        write_progress(directory, state.to_bytes(), judgement)
        yield judgement


def deals_after(directory: Path, place: int) -> Iterator[tuple[int, RecordedDeal]]:
    """Yield the deals that were opened after a place in the record, each with its own place."""
    newest = place

    def links() -> Iterator[Link]:
        nonlocal newest
        for link in chain_links(directory / RECORD_NAME, after=place):
            newest = link.sequence
            yield link

    for deal in recorded_deals(records_of(links())):
        yield newest, deal


def _settings(directory: Path, mixing: Mixing) -> Settings:
    commissioned = read_commissioned(directory)
    return Settings(mixing, 0.0 if commissioned is None else commissioned.tolerance)


def _tags(directory: Path) -> Tags | None:
    known = recorded_tags(read_lists(directory))
    return None if known is None else {uid: Tag(*listed) for uid, listed in known.items()}


def _judgement(place: int, deal: RecordedDeal, verdict: Verdict) -> Judgement:
    wealth = verdict.wealth
    return Judgement(
        place=place,
        hand=deal.number,
        level=verdict.level,
        null="" if verdict.null is None else verdict.null.value,
        order_checked=verdict.order_checked,
        e={"full": wealth.full, "A": wealth.a, "B": wealth.b, "C": wealth.c},
        words=_words(verdict),
    )


def _words(verdict: Verdict) -> Mapping[str, str]:
    return {language.value: verdict_words(verdict, language) for language in Language}
