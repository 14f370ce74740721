"""The live picture of a table for a terminal: one snapshot in, one text out; pure.

It fits 80 x 24 and anything larger; where there is less room the table's drawing goes first.
Colour never says anything that a word does not say too.
"""

import math
from collections.abc import Mapping
from typing import Any

from firmware_ctl.views.canvas import Canvas, Style, text_width, wrap
from firmware_ctl.views.glyphs import BOX, Glyphs
from firmware_ctl.views.lines import loaded_text, next_step
from firmware_ctl.views.table_picture import HEIGHT, WIDTH, draw_table
from firmware_ctl.views.words import side_word, word

_SIDEBAR = 29
_FAULT_LINES = 4

_LEVELS = {
    "ok": Style.GOOD,
    "inform": Style.NOTICE,
    "amber": Style.NOTICE,
    "red": Style.BAD,
    "block": Style.BAD,
}


def render(
    snapshot: Mapping[str, Any],
    width: int = 80,
    height: int = 24,
    *,
    colour: bool = False,
    glyphs: Glyphs = BOX,
    language: str = "en",
    footer: tuple[str, ...] = (),
) -> str:
    """Return the picture of a snapshot (its JSON form) as ``height`` lines at most.

    ``footer`` are lines for the very bottom: an answer, the keys that work here.
    """
    view = _View(snapshot, Canvas(max(width, 1), max(height, 1)), glyphs, language)
    view.draw(footer)
    lines = list(view.canvas.lines(colour=colour))
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


class _View:
    """Draws one snapshot; every method draws one part of the picture."""

    def __init__(
        self, table: Mapping[str, Any], canvas: Canvas, glyphs: Glyphs, language: str
    ) -> None:
        self.table = table
        self.canvas = canvas
        self.glyphs = glyphs
        self.language = language

    def draw(self, footer: tuple[str, ...]) -> None:
        below = self._draw_banner()
        facts = self._facts()
        bottom = self.canvas.height - len(footer)
        trouble = _FAULT_LINES if self.table["faults"] else 0
        roomy = self.canvas.width >= WIDTH + _SIDEBAR and bottom >= below + HEIGHT + trouble + 2
        if roomy:
            draw_table(self.canvas, below, self.table, self.glyphs, self.language)
            self._draw_facts(below, WIDTH + 2, facts, HEIGHT)
            below += HEIGHT
        else:
            most = max(0, bottom - below - trouble - 2)
            loaded = (self._say("loaded"), loaded_text(self.table, self.language), Style.LANE)
            below += self._draw_facts(below, 1, [*facts[:2], loaded, *facts[2:]], most)
        below = self._draw_phase(below)
        self._draw_trouble(below, bottom - 1)
        self._draw_allowed(bottom - 1)
        for row, text in enumerate(footer, start=bottom):
            self.canvas.put(row, 1, text, Style.DIM)

    def _say(self, key: str, otherwise: str | None = None, /, **values: object) -> str:
        return word(f"view.{key}", self.language, otherwise, **values)

    def _draw_banner(self) -> int:
        self.canvas.put(0, 0, self.glyphs.rule * self.canvas.width, Style.DIM)
        self.canvas.put(0, 2, " mjtable ", Style.BOLD)
        column = 13
        for text, style in self._flags():
            self.canvas.put(0, column, f" {text} ", style)
            column += text_width(text) + 3
        return 1

    def _flags(self) -> list[tuple[str, Style]]:
        table = self.table
        flags: list[tuple[str, Style]] = []
        if table["simulated"]:
            flags.append((self._say("simulated"), Style.BANNER))
        if table["estop"] != "disengaged":
            flags.append((self._say("estop-" + table["estop"]), Style.ALARM))
        if table["link"]["state"] != "up":
            flags.append((self._say("link-down"), Style.ALARM))
        flags += [(self._say(name), Style.BANNER) for name in ("locked", "muted") if table[name]]
        if not table["lamps"]:
            flags.append((self._say("lamps-off"), Style.BANNER))
        return flags

    def _facts(self) -> list[tuple[str, str, Style]]:
        table = self.table
        program = table["program"]
        tiles = f"{program['current']}"
        if program["next"] != program["current"]:
            tiles += f" ({self._say('next')} {program['next']})"
        verdict = table["verdict"]
        trust = _LEVELS.get(verdict["level"], Style.PLAIN)
        return [
            (self._say("surface"), self._state("surface"), self._state_style("surface")),
            (self._say("load"), self._state("load"), self._state_style("load")),
            (self._say("tiles"), tiles, Style.PLAIN),
            (self._say("variant"), table["variant"], Style.PLAIN),
            (self._say("sets"), self._sets(), Style.PLAIN),
            (self._say("dealer"), self._dealer(), Style.NOTICE),
            (self._say("hand"), self._hand(), Style.PLAIN),
            self._break(),
            (self._say("wall"), verdict["text"] or verdict["level"], trust),
            *self._root(),
            (self._say("link"), self._link(), self._link_style()),
            (self._say("estop"), self._say("estop-" + table["estop"]), self._estop_style()),
        ]

    def _root(self) -> list[tuple[str, str, Style]]:
        """Return the root of the closed walls, where a reader saw them."""
        root = self.table["hand"].get("root_short")
        return [(self._say("root"), root, Style.BOLD)] if root else []

    def _break(self) -> tuple[str, str, Style]:
        """Return where the dice break the wall, or who has pressed for a cut by keys."""
        hand = self.table["hand"]
        if hand.get("cut") and hand["state"] != "running":
            pressed = " ".join(side_word(side, self.language) for side in hand["cut"]["pressed"])
            return self._say("cut"), pressed or "-", Style.NOTICE
        return self._say("dice"), self.table["dice"]["text"] or "-", Style.BOLD

    def _state(self, machine: str) -> str:
        return word(f"state.{self.table[machine]}", self.language)

    def _state_style(self, machine: str) -> Style:
        state = self.table[machine]
        if state in {"faulted", "estopped"}:
            return Style.BAD
        return Style.NOTICE if state in {"paused", "held", "unhomed"} else Style.GOOD

    def _sets(self) -> str:
        above, inside = self.table["set_on_table"] or "-", self.table["set_inside"] or "-"
        return self._say("sets-where", f"{above} / {inside}", above=above, inside=inside)

    def _dealer(self) -> str:
        dealer = self.table["dealer"]
        return "-" if dealer is None else side_word(dealer, self.language)

    def _hand(self) -> str:
        hand = self.table["hand"]
        return f"{hand['number']} {self._say('hand-' + hand['state'], hand['state'])}"

    def _link(self) -> str:
        link = self.table["link"]
        state = self._say("link-" + link["state"], link["state"])
        errors = link["errors"]
        return state if not errors else f"{state}, {self._say('errors', number=errors)}"

    def _link_style(self) -> Style:
        return Style.GOOD if self.table["link"]["state"] == "up" else Style.BAD

    def _estop_style(self) -> Style:
        return Style.GOOD if self.table["estop"] == "disengaged" else Style.BAD

    def _draw_facts(
        self, top: int, column: int, facts: list[tuple[str, str, Style]], most: int
    ) -> int:
        indent = max(text_width(name) for name, _, _ in facts) + 2
        room = max(1, self.canvas.width - column - indent - 1)
        row = top
        for name, text, style in facts:
            for number, line in enumerate(wrap(text, room, 3) or ["-"]):
                if row >= top + most:
                    return row - top
                if number == 0:
                    self.canvas.put(row, column, name, Style.DIM)
                self.canvas.put(row, column + indent, line, style)
                row += 1
        return row - top

    def _draw_phase(self, row: int) -> int:
        phase = word(self.table["phase"], self.language)
        self.canvas.put(row, 1, phase, Style.BOLD)
        reason = self.table["reason"]
        if reason:
            told = word(f"reason.{reason}", self.language, reason)
            left_s = self.table.get("rest_s", 0)
            left = f", {math.ceil(left_s / 60)} min" if left_s else ""
            self.canvas.put(row, 3 + text_width(phase), f"({told}{left})")
        return row + 1

    def _draw_trouble(self, top: int, end: int) -> None:
        """Draw the first standing fault, which is the cause of those after it."""
        faults = self.table["faults"]
        if not faults:
            return
        fault = faults[0]
        head = f"{fault['code']} {fault['name']}  [{fault['id']}]"
        if len(faults) > 1:
            head += "  " + self._say("more-faults", f"+{len(faults) - 1}", number=len(faults) - 1)
        room = max(1, self.canvas.width - 2)
        lines = [(head, Style.BAD)]
        lines += [(line, Style.PLAIN) for line in wrap(fault["cause"], room, 2)]
        lines += [(line, Style.BOLD) for line in wrap(next_step(fault), room, 2)]
        for row, (line, style) in enumerate(lines, start=top):
            if row < end:
                self.canvas.put(row, 1, line, style)

    def _draw_allowed(self, row: int) -> None:
        words = " ".join(self.table["allowed"])
        self.canvas.put(row, 1, f"{self._say('allowed')}: {words}", Style.GOOD)
