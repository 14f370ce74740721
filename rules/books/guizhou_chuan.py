"""GY3: Guizhou chuan mahjong with chickens, base of 10 番 (贵州捉鸡川麻将)."""

from rules.books import guiyang as family
from rules.books import names
from rules.books.guizhou_chuan_texts import TEXTS
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
from rules.settling.guiyang_money import Bean, Money, Taken

RULES = Rules(
    id="GY3",
    shapes=(standard, seven_pairs),
    conditions=(),
    verdicts=(family.needs_a_bean("GY3-F1"),),
    scheme=Largest(
        patterns=(
            Row("GY3-F1", names.BASIC, 10, ask.is_standard_shape),
            Row("GY3-F2", family.ALL_PUNGS, 30, ask.all_pungs),
            Row("GY3-F3", names.SEVEN_PAIRS, 40, ask.is_seven_pairs_shape),
            Row("GY3-F4", names.DRAGON_PAIRS, 50, ask.dragon_pairs),
            Row("GY3-F5", names.PURE, 50, ask.pure),
            Row("GY3-F6", family.PURE_PUNGS, 80, ask.pure_pungs),
            Row("GY3-F7", names.PURE_PAIRS, 90, ask.pure_pairs),
            Row("GY3-F8", family.PURE_DRAGON_PAIRS, 100, ask.pure_dragon_pairs),
        ),
        extras=(Row("GY3-F9", family.KONG_WIN, 10, ask.kong_win),),
    ),
    curve=linear,
    texts=TEXTS,
)

SETTLING = guiyang(
    Money(
        beans={
            MeldKind.CONCEALED_KONG: Bean("GY3-20", each=20),
            MeldKind.ADDED_KONG: Bean("GY3-21", each=10),
            MeldKind.DIRECT_KONG: Bean("GY3-22", feeder=10),
        },
        discard="GY2-25",
        self_draw="GY2-25",
        burnt=Taken(
            "GY3-23",
            more={
                MeldKind.CONCEALED_KONG: 60,
                MeldKind.ADDED_KONG: 30,
                MeldKind.DIRECT_KONG: 10,
            },
        ),
        robbed=Taken("GY3-24", times=3),
        check="GY3-32",
        chickens=Chickens(turned="GY3-40", value=10),
        chickens_need_ready=family.option_is_on("chicken_needs_ready"),
        concealed_chickens=60,
        three="GY3-51",
        guarantee="GY3-50",
        dealer=by_ready_players(win="GY3-02", three="GY3-51", draw="GY3-36", nothing="GY3-31"),
    )
)
