"""Draw the snapshot from the controller's parts."""

import asyncio
from collections.abc import Mapping

from firmware_ctl.core.faults import fault_view
from firmware_ctl.core.gate import Situation, allowed
from firmware_ctl.core.judgement import Judgement
from firmware_ctl.core.lamps import Switches
from firmware_ctl.core.play import Play, PlayFacts
from firmware_ctl.core.self_check import Progress, Stage
from firmware_ctl.core.session import SessionPhase
from firmware_ctl.core.snapshot import (
    SNAPSHOT_VERSION,
    HandTray,
    LinkView,
    Measured,
    NextDealerView,
    ProgramView,
    RecordView,
    SelfCheckView,
    SessionView,
    Snapshot,
    VerdictView,
)
from firmware_ctl.core.states import MOVING, Load, Surface
from firmware_ctl.texts import say
from firmware_ctl.texts.parts import part_name
from hal.board import Board
from hal.ids import BELTS_FULL, EYES, LANES, PUSHERS_HOME, TRAYS_UP, Input, Quality
from rules.integrity.composition import WallCheck
from rules.integrity.levels import Level, worst
from rules.integrity.wording import verdict_text
from rules.languages import Language
from rules.programs import Profile, Stacks
from rules.settling.outcome import Proposal
from rules.wording import side_text


def situation_of(play: Play, switches: Switches) -> Situation:
    """Return what the gate must know of the play."""
    machinery = play.machinery
    return Situation(
        surface=machinery.surface.state,
        load=machinery.load.state,
        estop=machinery.estop.state,
        locked=switches.locked,
        hand_runs=play.hand_runs(),
        raise_due=machinery.raise_due(),
        load_due=machinery.books.load_due,
        tiles_awaited=machinery.books.tiles_awaited,
        void_on_table=machinery.books.void_on_table,
        throwing=play.throwing,
        deals=play.choice.profile is Profile.AUTO_DEAL,
        hands_due=bool(machinery.books.hands_due),
        stowed=machinery.books.stowed,
        rows_inside=any(machinery.books.rows),
        roulette_runs=play.seat.roulette.running,
        fault_holds_all=machinery.all_held,
        fault_stands=bool(len(machinery.faults)),
        fault_opens=machinery.fault_desk.opens(),
        lift_barred=any(fault.kind.bars_lift for fault in machinery.faults),
        ledger_open=play.referee.ledger is not None,
        session_ends=play.session.closing,
        simulated=play.simulated,
        rest_s=machinery.rest_s,
    )


def snapshot_of(
    play: Play,
    board: Board,
    language: Language,
    switches: Switches,
    counters: Mapping[str, int],
    facts: PlayFacts,
    record: RecordView | None,
) -> Snapshot:
    """Return the table at this moment; of the play, what ``facts`` say."""
    machinery = play.machinery
    books = machinery.books
    return Snapshot(
        v=SNAPSHOT_VERSION,
        simulated=board.identity.simulated,
        language=language.value,
        time=asyncio.get_running_loop().time(),
        boot=board.identity.boot_id,
        surface=machinery.surface.state.value,
        load=machinery.load.state.value,
        phase=phase_of(play),
        reason=_reason(play),
        progress={
            str(lane): (part.made, part.wanted) for lane, part in enumerate(machinery.job.lanes)
        },
        set_on_table=books.set_on_table,
        set_inside=books.set_inside,
        program=ProgramView(current=play.loaded.tiles, next=play.choice.next.tiles),
        variant=play.choice.variant.id,
        dealer=play.dealer,
        dice=facts.dice.view(language),
        hand=facts.hand,
        faults=tuple(fault_view(fault, language) for fault in machinery.faults),
        estop=machinery.estop.state.value,
        link=LinkView(
            state="up" if board.link_up else "down",
            since=machinery.link.since,
            errors=machinery.link.losses,
        ),
        verdict=_verdict(facts.check, play.judgement, language),
        order_checked=facts.check is not None and facts.check.order_checked,
        counters={
            **counters,
            "loads": play.loads,
            "hands": facts.hand.number,
            **machinery.rig.retries(),
            **machinery.upkeep.counters(),
        },
        measured=_measured(board),
        positions=_positions(board),
        locked=switches.locked,
        muted=switches.muted,
        lamps=switches.lamps,
        allowed=allowed(situation_of(play, switches)),
        capabilities=board.capabilities,
        profile=play.choice.profile.value,
        stowed=books.stowed,
        streak=facts.streak,
        next_dealer=next_dealer_view(facts.proposal, language),
        hands_due=tuple(sorted(books.hands_due)),
        roulette=play.seat.roulette.lit,
        test=play.service.number if machinery.surface.state is Surface.SERVICE else None,
        record=record,
        referee=play.referee.view(),
        session=_session(play, facts, acknowledged=record is None or record.acknowledged),
        self_check=_self_check(machinery.self_check.progress, language),
        walls=_walls(play),
        hand_trays=_hand_trays(play),
        rest_s=machinery.rest_s,
        faults_lately=machinery.upkeep.history.view(),
    )


def _session(play: Play, facts: PlayFacts, *, acknowledged: bool) -> SessionView:
    """Return how far the session is; power may be cut when all is at rest and on the card."""
    machinery = play.machinery
    loads = machinery.load.state in (Load.LOADING, Load.BALANCING)
    rests = machinery.surface.state not in MOVING and not loads and not play.throwing
    ended = facts.session is SessionPhase.ENDED
    return SessionView(facts.session.value, safe_to_cut=ended and rests and acknowledged)


def _self_check(progress: Progress | None, language: Language) -> SelfCheckView | None:
    if progress is None:
        return None
    stage, key = progress.stage, None if progress.key is None else progress.key.label
    well = stage is Stage.DONE and not progress.found
    text = say(
        "self-check.well" if well else f"self-check.{stage.value}",
        language,
        key="" if key is None else part_name(key, language),
        count=len(progress.found),
        compared=progress.compared,
    )
    return SelfCheckView(stage.value, text, key, progress.compared, progress.found)


def _walls(play: Play) -> Stacks:
    load = play.on_table
    return (0, 0, 0, 0) if load is None else play.choice.share(load.program).piles


def _hand_trays(play: Play) -> tuple[HandTray, ...]:
    if play.choice.profile is not Profile.AUTO_DEAL:
        return ()
    due = play.machinery.books.hands_due
    waits = HandTray.BELOW
    if play.machinery.surface.state is Surface.DEALING:
        waits = HandTray.RISING
    load, hand = play.on_table, play.hands.running
    dealt = load is not None and hand is not None and hand.dealt
    share = None if load is None or not dealt else play.choice.share(load.program)
    return tuple(
        waits if side in due else HandTray.UP if share and share.hand_tiles(side) else HandTray.NONE
        for side in LANES
    )


def next_dealer_view(proposed: Proposal | None, language: Language) -> NextDealerView | None:
    """Return who deals next in words, if a rule says so."""
    if proposed is None:
        return None
    if proposed.side is None:
        key = "next-dealer.ask-ready" if proposed.asks_ready else "next-dealer.dice"
        return NextDealerView(None, proposed.rule, say(key, language, rule=proposed.rule))
    side = side_text(proposed.side, language)
    text = say("next-dealer.side", language, side=side, rule=proposed.rule)
    return NextDealerView(proposed.side, proposed.rule, text)


def _reason(play: Play) -> str:
    """Return why something waits, where the phase alone does not say it."""
    return play.machinery.hold_reason or ("resting" if play.machinery.rest_s else "")


def phase_of(play: Play) -> str:
    """Return the name of what the table does now, as the catalogue of texts has it."""
    machinery = play.machinery
    state = machinery.surface.state
    if play.throwing:
        return "phase.throwing"
    if state is Surface.WALLS_UP and machinery.books.void_on_table:
        return "phase.walls-void"
    if state is Surface.READY and machinery.books.tiles_awaited:
        return "phase.tiles-awaited"
    if state is Surface.READY and machinery.books.stowed and machinery.books.load_due:
        return "phase.stowed"
    if state in (Surface.WALLS_UP, Surface.PLAY) and machinery.books.hands_due:
        return "phase.deal"
    if state is Surface.READY and machinery.rest_s:
        return "phase.resting"
    if state is Surface.SERVICE and machinery.self_check.running:
        return "phase.self-check"
    if state is Surface.SERVICE and play.service.running:
        return "phase.testing"
    broken_off = machinery.raise_due() or machinery.books.load_due
    if state is Surface.READY and (broken_off or machinery.load.state is Load.HELD):
        return "phase.resume"
    return f"phase.{state.value}"


def _verdict(
    check: WallCheck | None, judgement: Judgement | None, language: Language
) -> VerdictView:
    """Return what is known of the tiles in the walls, and of all hands that have ended."""
    levels = [Level.OK]
    texts = [say("verdict.none", language)]
    if check is not None:
        levels, texts = [check.level], [verdict_text(check, language)]
    if judgement is not None:
        levels.append(judgement.level)
        texts.append(judgement.words[language.value])
    return VerdictView(worst(levels).value, " ".join(texts))


def _measured(board: Board) -> dict[str, Measured]:
    quality = board.quality
    levels = zip(LANES, board.eye_levels(), strict=True)
    measured = {
        f"eye_level.{lane}": Measured(level, quality if level is not None else Quality.UNKNOWN)
        for lane, level in levels
    }
    for lane, count in enumerate(board.lane_counts()):
        measured[f"lane_count.{lane}"] = Measured(count, quality)
    return measured


def _positions(board: Board) -> dict[str, str]:
    if board.quality is Quality.UNKNOWN:
        return {"dome": Quality.UNKNOWN.value}
    level = board.level
    places = {"dome": _between(up=level(Input.DOME_UP), down=level(Input.DOME_DOWN))}
    for lane in LANES:
        places[f"tray.{lane}"] = "up" if level(TRAYS_UP[lane]) else "down"
        places[f"pusher.{lane}"] = "home" if level(PUSHERS_HOME[lane]) else "out"
        places[f"eye.{lane}"] = "covered" if level(EYES[lane]) else "clear"
        places[f"belt.{lane}"] = "full" if level(BELTS_FULL[lane]) else "free"
    return places


def _between(*, up: bool, down: bool) -> str:
    if up == down:
        return "between"
    return "up" if up else "down"
