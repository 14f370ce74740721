// The middle of the table: the dome over the well, the drum's ring around it, and the dice on it.

import { draw, replace } from "./element.js";
import { DOME, DRUM } from "./geometry.js";
import * as words from "./words.js";

const DIE = 46;
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const SAID = 22; // the texts' size in the drawing's units, as in board.css
const ROOM = 158;
const TURNING = ["loading", "balancing"];

export class Centre {
  #drum = draw("circle", { class: "drum", r: DRUM });
  #dome = draw("circle", { class: "dome", r: DOME });
  #place = draw("text", { class: "said", y: -47 });
  #dice = draw("g", { class: "dice" });
  #turns = draw("text", { class: "said", y: 54 });

  constructor() {
    this.drawing = draw("g", {}, this.#drum, this.#dome, this.#place, this.#dice, this.#turns);
  }

  /** Show a table. */
  show(table) {
    const dome = table.positions.dome ?? "unknown";
    const turning = TURNING.includes(table.load);
    this.drawing.setAttribute("class", `centre dome-${dome}${turning ? " turning" : ""}`);
    sayWithin(this.#place, words.say(`view.dome-${dome}`));
    sayWithin(this.#turns, words.say(turning ? "view.drum-turning" : "view.drum-still"));
    replace(this.#dice, ...(table.dice.faces ? diceOf(table.dice.faces) : []));
  }
}

/** Set a text, smaller where it would stand out of the dome. */
function sayWithin(text, said) {
  if (text.textContent !== said) {
    text.textContent = said;
    text.style.fontSize = "";
    const wide = text.getComputedTextLength();
    text.style.fontSize = wide > ROOM ? `${(SAID * ROOM) / wide}px` : "";
  }
}

function diceOf(faces) {
  const sum = faces.reduce((total, face) => total + face, 0);
  const wide = faces.length * (DIE + 8) + 44;
  const dice = faces.map((face, at) => die(face, at * (DIE + 8) - wide / 2 + DIE / 2));
  return [...dice, draw("text", { class: "sum", x: wide / 2 - 20 }, `= ${sum}`)];
}

function die(face, x) {
  const half = DIE / 2;
  const box = draw("rect", { x: -half, y: -half, width: DIE, height: DIE, rx: 9 });
  const pips = PIPS[face].map(([right, down]) =>
    draw("circle", { cx: right * 13, cy: down * 13, r: face === 1 ? 6.5 : 4.6 }),
  );
  return draw("g", { class: "die", transform: `translate(${x} 0)` }, box, ...pips);
}
