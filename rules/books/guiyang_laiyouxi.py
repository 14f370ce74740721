"""GY4: Guiyang mahjong in beans (来游戏贵阳麻将): kongs and chickens settle pair by pair."""

from rules.books import guiyang as family
from rules.books import names
from rules.books.guiyang_laiyouxi_texts import TEXTS
from rules.hands.forms import seven_pairs, standard
from rules.notation import MeldKind
from rules.scoring import predicates as ask
from rules.scoring.book import Rules
from rules.scoring.curves import linear
from rules.scoring.rows import Row
from rules.scoring.schemes import Largest
from rules.settling.chickens import Chickens
from rules.settling.dealers import by_ready_players
from rules.settling.guiyang import guiyang
from rules.settling.guiyang_money import Bean, Money, Taken, whatever_kong

RULES = Rules(
    id="GY4",
    shapes=(standard, seven_pairs),
    conditions=(),
    verdicts=(family.needs_a_bean("GY2-F1"),),  # GY4-03
    scheme=Largest(  # GY4-F1: the table of GY2, named by its rules
        patterns=(
            Row("GY2-F1", names.BASIC, 1, ask.is_standard_shape),
            Row("GY2-F4", family.ALL_PUNGS, 5, ask.all_pungs),
            Row("GY2-F5", names.SEVEN_PAIRS, 8, ask.is_seven_pairs_shape),
            Row("GY2-F6", names.DRAGON_PAIRS, 10, ask.dragon_pairs),
            Row("GY2-F7", names.PURE, 10, ask.pure),
            Row("GY2-F8", family.PURE_PUNGS, 15, ask.pure_pungs),
            Row("GY2-F9", names.PURE_PAIRS, 18, ask.pure_pairs),
            Row("GY2-F10", family.PURE_DRAGON_PAIRS, 20, ask.pure_dragon_pairs),
        ),
        extras=(Row("GY2-F3", family.KONG_WIN, 1, ask.kong_win),),
    ),
    curve=linear,
    texts=TEXTS,
)

SETTLING = guiyang(
    Money(
        beans={
            MeldKind.CONCEALED_KONG: Bean("GY4-20", each=3),
            MeldKind.ADDED_KONG: Bean("GY4-21", each=3),
            MeldKind.DIRECT_KONG: Bean("GY4-22", feeder=3),
        },
        discard="GY4-50",
        self_draw="GY4-50",
        burnt=Taken("GY4-25", loses_all=True, more=whatever_kong(3)),
        robbed=Taken("GY4-24", loses_all=True, more=whatever_kong(9)),
        check="GY4-52",
        chickens=Chickens(
            turned="GY4-42",
            standing="GY4-41",
            golden="GY4-43",
            first="GY4-40",
            claimed="GY4-44",
            owed="GY4-46",
            outside=lambda _house: True,
            standing_outside=lambda _house: True,
        ),
        kong_of_ones="GY4-45",
        gold_concealed="gold_concealed",
        at_once="GY4-23",
        three="GY4-53",
        three_with_beans=True,
        dealer=by_ready_players(win="GY4-05", three="GY4-05", draw="GY4-05", nothing="GY4-05"),
    )
)
