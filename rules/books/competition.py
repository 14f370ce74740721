"""MCR: competition rules (国标麻将): 81 fans counted by PyMahjongGB, under rules of our own."""

from rules.books.competition_counter import MINIMUM, counter
from rules.books.competition_fans import FANS
from rules.books.competition_readings import Counted
from rules.books.competition_texts import TEXTS
from rules.hands.forms import seven_pairs, standard
from rules.hands.situation import Fact
from rules.hands.special import knitted_straight, knitted_tiles, thirteen_orphans
from rules.scoring.book import Rules
from rules.settling.common import no_kong_money, nothing_at_the_draw
from rules.settling.dealers import by_succession
from rules.settling.plain import ends_with_a_win
from rules.settling.procedure import Settling
from rules.settling.sheet import Sheet, WinMade
from rules.settling.wording import win_text
from rules.texts import TEXTS as WORDS

BASE = 8
"""底分: what each player pays the winner, whoever discarded (MCR-06)."""

RULES = Rules(
    id="MCR",
    asks=(Fact.LAST_TILE, Fact.LAST_OF_KIND),
    shapes=(standard, seven_pairs, thirteen_orphans, knitted_tiles, knitted_straight),
    conditions=(),
    scheme=Counted(FANS),
    curve=None,  # MCR-07: the fan are paid besides a base
    minimum=MINIMUM,
    chow=True,  # MCR-31
    round_wind=True,
    counter=counter,
    texts=TEXTS,
)


def _pay_win(sheet: Sheet, wins: tuple[WinMade, ...]) -> None:
    """Let everybody pay 8, and the fan besides who is due: the discarder, or all (MCR-06, 07)."""
    made = wins[0]
    winner, source = made.event.by, made.event.source
    drawn = source is None or made.event.situation.by in sheet.book.drawn
    for side in sheet.order(sheet.dealer):
        if side == winner:
            continue
        if drawn or side == source:
            sheet.pay(side, winner, BASE + made.value, "MCR-07", win_text(made))
        else:
            sheet.pay(side, winner, BASE, "MCR-06", WORDS["line.base"])


SETTLING = Settling(
    kong=no_kong_money,
    wins=_pay_win,
    draw=nothing_at_the_draw,  # MCR-11
    is_over=ends_with_a_win,
    next_dealer=by_succession("MCR-03", "MCR-03"),
    one_winner="MCR-35",
)
