"""The answer of ``rules settle``, as a JSON-able object and as a sheet for people."""

from rules.languages import Language
from rules.settling.settle import Settlement
from rules.settling.sheet import Amount, NextDeal
from rules.texts import say
from rules.wording import side_text

Json = dict[str, object]


def settle_answer(settled: Settlement, language: Language = Language.EN) -> Json:
    """Return a settlement: its lines, totals that sum to 0, the next dealer, warnings."""
    following = settled.next_dealer
    return {
        "lines": [
            {
                "from": line.payer,
                "to": line.payee,
                "amount": as_number(line.amount),
                "rule": line.rule,
                "text": line.text.to(language),
            }
            for line in settled.lines
        ],
        "totals": [as_number(total) for total in settled.totals],
        "next_dealer": None
        if following is None
        else {"side": following.side, "rule": following.rule},
        "warnings": [warning.to(language) for warning in settled.warnings],
    }


def settle_sheet(settled: Settlement, language: Language = Language.EN) -> str:
    """Return a settlement as lines for people."""
    names = [side_text(side, language) for side in range(4)]
    lines = [
        "  ".join(
            (
                say(
                    "sheet.line",
                    language,
                    payer=names[line.payer],
                    payee=names[line.payee],
                    amount=as_number(line.amount),
                ),
                f"[{line.rule}]",
                line.text.to(language),
            )
        )
        for line in settled.lines
    ] or [say("sheet.nothing", language)]
    shares = [
        f"{name} {as_number(total):+}" for name, total in zip(names, settled.totals, strict=True)
    ]
    lines.append(say("sheet.totals", language, totals=", ".join(shares)))
    lines.append(_dealer_text(settled.next_dealer, names, language))
    lines += [
        say("sheet.warning", language, text=warning.to(language)) for warning in settled.warnings
    ]
    return "\n".join(lines)


def as_number(amount: Amount) -> int | float:
    """Return an amount as JSON has it: whole where it is, else with its half."""
    return int(amount) if amount == int(amount) else float(amount)


def _dealer_text(following: NextDeal | None, names: list[str], language: Language) -> str:
    if following is None:
        return say("sheet.goes-on", language)
    if following.side is None:
        return say("sheet.dice-dealer", language, rule=following.rule)
    return say("sheet.dealer", language, side=names[following.side], rule=following.rule)
