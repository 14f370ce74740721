"""GY2: Guiyang mahjong with chickens, units of 番 (贵阳捉鸡麻将): fan add, nothing doubles."""

from rules.books import guiyang as family
from rules.books import names
from rules.books.guiyang_zhuoji_texts import TEXTS
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
from rules.settling.guiyang_money import Bean, Money, Taken, whatever_kong

RULES = Rules(
    id="GY2",
    asks=(Fact.FROM_DECLARED,),
    shapes=(standard, seven_pairs),
    conditions=(),
    verdicts=(family.needs_a_bean("GY2-F1"),),
    scheme=Largest(
        patterns=(
            Row("GY2-F1", names.BASIC, 1, ask.undeclared_standard),
            Row("GY2-F2", names.SELF_DRAWN, 2, ask.undeclared_standard_drawn),
            Row("GY2-F4", family.ALL_PUNGS, 5, ask.all_pungs),
            Row("GY2-F5", names.SEVEN_PAIRS, 8, ask.is_seven_pairs_shape),
            Row("GY2-F6", names.DRAGON_PAIRS, 10, ask.dragon_pairs),
            Row("GY2-F7", names.PURE, 10, ask.pure),
            Row("GY2-F8", family.PURE_PUNGS, 15, ask.pure_pungs),
            Row("GY2-F9", names.PURE_PAIRS, 18, ask.pure_pairs),
            Row("GY2-F10", family.PURE_DRAGON_PAIRS, 20, ask.pure_dragon_pairs),
            Row("GY2-24", family.ROBBED, 10, ask.robbed_kong),
            # A basic win counts nothing of its own beside the declaration.
            Row("GY2-F1", names.BASIC, 0, ask.is_standard_shape),
        ),
        extras=(
            Row("GY2-F3", family.KONG_WIN, 1, ask.kong_win),
            Row("GY2-F11", family.DECLARED, 10, ask.declared),
            Row("GY2-F12", family.FROM_DECLARED, 10, ask.from_declared),
        ),
    ),
    curve=linear,
    texts=TEXTS,
)

SETTLING = guiyang(
    Money(
        beans={
            MeldKind.DIRECT_KONG: Bean("GY2-20", feeder=1),
            MeldKind.CONCEALED_KONG: Bean("GY2-21", each=2),
            MeldKind.ADDED_KONG: Bean("GY2-22", each=3),
        },
        discard="GY2-25",
        self_draw="GY2-25",
        burnt=Taken("GY2-23", more=whatever_kong(1)),
        robbed=Taken("GY2-24"),
        check="GY2-30",
        chickens=Chickens(
            turned="GY2-40",
            standing="GY2-41",
            golden="GY2-42",
            outside=family.option_is_on("outside_chickens"),  # GY2-07
            standing_outside=family.option_is_on("outside_chickens"),
        ),
        declares="GY2-F11",
        declared_pays=("GY2-F12", 10),
        three="GY2-51",
        guarantee="GY2-50",
        dealer=by_succession("GY2-04", "GY2-04"),
    )
)
