// What the table is doing, where the hand begins, and whether what is shown is still true.

import { Part, make, setText } from "./element.js";
import * as words from "./words.js";

class Phase extends Part {
  #lost = make("p", { class: "lost", role: "alert" });
  #doing = make("p", { class: "doing", "aria-live": "polite" });
  #begin = make("p", { class: "begin", "aria-live": "polite" });

  connectedCallback() {
    this.append(this.#lost, this.#doing, this.#begin);
    super.connectedCallback();
  }

  draw(table, lost) {
    setText(this.#lost, lost ? words.say("page.lost") : "");
    setText(this.#doing, table ? doing(table) : words.say("page.waiting"));
    setText(this.#begin, table?.dice.text ? begin(table) : "");
  }
}

function doing(table) {
  const phase = words.say(table.phase);
  const left = table.rest_s ? `, ${Math.ceil(table.rest_s / 60)} min` : "";
  return table.reason ? `${phase} (${words.say(`reason.${table.reason}`)}${left})` : phase;
}

function begin(table) {
  return table.dice.wall === null
    ? table.dice.text
    : `${words.say("page.begin")}: ${table.dice.text}`;
}

customElements.define("mj-phase", Phase);
