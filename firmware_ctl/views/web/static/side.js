// One side of the table: its tray with the wall on it, the stacks made inside, and its name.

import { draw, replace, setText } from "./element.js";
import { HAND, LANE, NAME, SIDES, WALL, place } from "./geometry.js";
import * as words from "./words.js";

const TURN = -90; // degrees from one side to the next, counter-clockwise
const NAME_TURNS = [0, -90, 0, 90];
/** Which set's backs a wall shows; a wall that sinks keeps its own. */
const SHOWN_SET = { up: (table) => table.set_on_table, rising: (table) => table.set_inside };

export class Side {
  #tray = draw("rect", { class: "tray", y: WALL.from - 4, height: WALL.deep + 13, rx: 6 });
  #wall = draw("g", { class: "wall" });
  #lane = draw("g", { class: "lane" });
  #hand = draw("g", { class: "hand" });
  #mark = draw("path", { class: "mark" });
  #name = draw("text", { class: "name" });
  #turned;
  #long = null;
  #wanted = null;
  #set = "A";

  constructor(number) {
    this.number = number;
    this.told = "";
    const parts = [this.#tray, this.#wall, this.#mark, this.#lane, this.#hand];
    this.#turned = draw("g", {}, ...parts);
    const { from, deep, wide } = HAND;
    this.#hand.append(draw("rect", { x: -wide / 2, y: from, width: wide, height: deep, rx: 3 }));
    this.drawing = draw("g", { class: "side" }, this.#turned, this.#name);
  }

  /** Stand where this side is for somebody who sits at one, below. */
  turn(seat) {
    const at = (this.number - seat + SIDES.length) % SIDES.length;
    this.#turned.setAttribute("transform", `rotate(${TURN * at})`);
    const [x, y] = [[0, NAME], [NAME, 0], [0, -NAME], [-NAME, 0]][at];
    this.#name.setAttribute("transform", `translate(${x} ${y}) rotate(${NAME_TURNS[at]})`);
  }

  /** Show a table; `first` is the stack that the hand begins with, if it does so on this side. */
  show(table, first) {
    const [done, wanted] = table.progress[this.number] ?? [0, 0];
    const tray = trayOf(table, this.number);
    const faulty = table.faults.some((fault) => fault.side === this.number);
    const dealer = table.dealer === this.number;
    const stacks = table.walls[this.number];
    this.#buildWall(tray === "down" ? wanted : stacks);
    this.#buildLane(wanted);
    const hand = table.hand_trays[this.number] ?? "none";
    this.#hand.setAttribute("class", `hand hand-${hand}`);
    this.#set = SHOWN_SET[tray]?.(table) ?? this.#set;
    this.#turned.setAttribute(
      "class",
      `tray-${tray} set-${this.#set}${faulty ? " faulty" : ""}`,
    );
    [...this.#lane.children].forEach((slot, stack) => slot.classList.toggle("made", stack < done));
    this.#point(tray === "up" ? first : null, stacks);
    const name = words.side(this.number);
    const head = [faulty && "⚠", dealer && "★", name].filter(Boolean).join(" ");
    const title = dealer ? `${head} · ${words.say("view.dealer")}` : head;
    setText(this.#name, `${title}  ${done}/${wanted}`);
    this.#name.classList.toggle("dealer", dealer);
    this.#name.classList.toggle("faulty", faulty);
    this.told = [
      dealer ? `${name} (${words.say("view.dealer")})` : name,
      faulty ? words.say("state.faulted") : "",
      words.say(`page.tray-${tray}`),
      hand === "none" ? "" : words.say(`page.hand-${hand}`),
      words.say("page.inside-stacks", { done, wanted }),
    ]
      .filter(Boolean)
      .join(", ");
  }

  #buildWall(long) {
    if (long === this.#long) {
      return;
    }
    this.#long = long;
    const width = Math.max(long, 1) * WALL.pitch + 10;
    this.#tray.setAttribute("x", -width / 2);
    this.#tray.setAttribute("width", width);
    const stacks = [...Array(long).keys()];
    replace(this.#wall, ...stacks.flatMap((stack) => tiles(place(WALL, stack, long))));
  }

  #buildLane(wanted) {
    if (wanted === this.#wanted) {
      return;
    }
    this.#wanted = wanted;
    const pushes = [...Array(wanted).keys()];
    replace(this.#lane, ...pushes.map((push) => slot(place(LANE, push, wanted))));
  }

  #point(first, long) {
    const x = first === null ? 0 : place(WALL, first, long) + WALL.wide / 2;
    const tip = WALL.from + WALL.deep + WALL.thick + 3;
    const path = first === null ? "" : `M${x} ${tip} l-11 17 h22 z`;
    this.#mark.setAttribute("d", path);
    [...this.#wall.children].forEach((tile, index) =>
      tile.classList.toggle("first", first !== null && index >> 1 === first),
    );
  }
}

/** Return the lower and the upper tile of a stack: the upper one hides all but the lower's edge. */
function tiles(x) {
  const size = { x, width: WALL.wide, height: WALL.deep, rx: 3 };
  return [
    draw("rect", { class: "lower", y: WALL.from + WALL.thick, ...size }),
    draw("rect", { class: "upper", y: WALL.from, ...size }),
  ];
}

function slot(x) {
  const { from, deep, wide } = LANE;
  return draw("rect", { x, y: from, width: wide, height: deep, rx: 2 });
}

function trayOf(table, side) {
  if (table.surface === "raising") {
    return "rising";
  }
  const tray = table.positions[`tray.${side}`] ?? "unknown";
  return tray === "up" && !table.set_on_table ? "empty" : tray;
}
