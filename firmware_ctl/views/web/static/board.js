// The table from above: four sides around the dome; and the same in words for who does not see it.
//
// Sides stand as they are numbered, counter-clockwise, from the one at which whoever looks sits.

import { Centre } from "./centre.js";
import { Part, draw, make, replace } from "./element.js";
import { FELT, RAIL, SIDES } from "./geometry.js";
import * as seat from "./seat.js";
import { Side } from "./side.js";
import * as words from "./words.js";

class Board extends Part {
  #sides = SIDES.map((number) => new Side(number));
  #centre = new Centre();
  #list = make("ul", { class: "unseen" });

  connectedCallback() {
    const drawing = draw(
      "svg",
      { viewBox: `${-RAIL} ${-RAIL} ${2 * RAIL} ${2 * RAIL}`, "aria-hidden": "true" },
      square("rail", RAIL - 3, 40),
      square("felt", FELT, 18),
      ...this.#sides.map((side) => side.drawing),
      this.#centre.drawing,
    );
    this.setAttribute("role", "group");
    this.append(drawing, this.#list);
    super.connectedCallback();
    seat.whenChanged((own) => this.#sides.forEach((side) => side.turn(own)));
  }

  draw(table, lost) {
    this.setAttribute("aria-label", words.say("page.picture"));
    this.classList.toggle("old", lost || !table);
    if (!table) {
      return;
    }
    const broken = breakOf(table);
    for (const side of this.#sides) {
      side.show(table, broken?.side === side.number ? broken.stack : null);
    }
    this.#centre.show(table);
    replace(this.#list, ...this.#sides.map((side) => make("li", {}, side.told)));
  }
}

function square(name, half, corner) {
  const box = { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: corner };
  return draw("rect", { class: name, ...box });
}

/** Return the side and the stack that the hand begins with; a count past a wall's end goes on. */
function breakOf({ dice, walls }) {
  if (dice.wall === null || dice.stacks === null) {
    return null;
  }
  let side = dice.wall;
  let stack = dice.stacks;
  for (const _ of SIDES) {
    const long = walls[side];
    if (stack < long) {
      return { side, stack };
    }
    stack -= long;
    side = (side + SIDES.length - 1) % SIDES.length; // walls are used up clockwise
  }
  return null;
}

customElements.define("mj-board", Board);
