"""GY1: Guiyang mahjong, units of 个 (贵阳麻将)."""

from rules.books import guiyang as family
from rules.books import names
from rules.books.guiyang_basic_texts import TEXTS
from rules.hands.forms import seven_pairs, standard
from rules.hands.situation import Fact
from rules.notation import MeldKind
from rules.scoring import predicates as ask
from rules.scoring.book import Rules
from rules.scoring.curves import linear
from rules.scoring.rows import Row
from rules.scoring.schemes import Largest
from rules.settling.chickens import Chickens
from rules.settling.dealers import by_succession
from rules.settling.guiyang import guiyang
from rules.settling.guiyang_money import Bean, Money, Taken

RULES = Rules(
    id="GY1",
    asks=(Fact.FROM_DECLARED,),
    shapes=(standard, seven_pairs),
    conditions=(),  # GY1-06: no suit need be missing
    verdicts=(family.needs_a_bean("GY1-F1"),),  # GY1-10, GY1-12
    scheme=Largest(
        patterns=(
            Row("GY1-F1", names.BASIC, 1, ask.is_standard_shape),
            Row("GY1-F2", family.ALL_PUNGS, 5, ask.all_pungs),
            Row("GY1-F3", names.SEVEN_PAIRS, 10, ask.is_seven_pairs_shape),
            Row("GY1-F4", names.DRAGON_PAIRS, 20, ask.dragon_pairs),
            Row("GY1-F5", names.PURE, 10, ask.pure),
            Row("GY1-F6", family.PURE_PUNGS, 15, ask.pure_pungs),
            Row("GY1-F7", names.PURE_PAIRS, 20, ask.pure_pairs),
            Row("GY1-F8", family.PURE_DRAGON_PAIRS, 30, ask.pure_dragon_pairs),
        ),
        extras=(
            Row("GY1-F9", family.KONG_WIN, 1, ask.kong_win),
            Row("GY1-F10", family.STREAK, 1, ask.dealer_streak, when=("dealer_streak", "on")),
            Row("GY1-50", family.DECLARED, 10, ask.declared),
            Row("GY1-51", family.FROM_DECLARED, 10, ask.from_declared),
        ),
    ),
    curve=linear,
    texts=TEXTS,
)

SETTLING = guiyang(
    Money(
        beans={
            MeldKind.CONCEALED_KONG: Bean("GY1-20", each=2),
            MeldKind.ADDED_KONG: Bean("GY1-21", each=3),
            MeldKind.DIRECT_KONG: Bean("GY1-22", feeder=1),
        },
        discard="GY1-11",
        self_draw="GY1-11",
        burnt=Taken("GY1-24", loses_all=True),
        robbed=Taken("GY1-25", loses_all=True),
        check="GY1-31",
        chickens=Chickens(
            turned="GY1-41",
            standing="GY1-44",
            golden="GY1-42",
            golden_value=lambda house: house.number("golden_value") or 0,
            first="GY1-45",
            first_moves=True,
            has_standing=family.option_is_on("standing_chicken"),
            has_first=family.option_is_on("hero_chicken"),
            outside=family.option_is_on("outside_chickens"),
            standing_outside=family.option_is_on("standing_chicken"),
        ),
        concealed_chickens=5,
        declares="GY1-50",
        follow="GY1-54",
        dealer=by_succession("GY1-03", "GY1-32"),
    )
)
