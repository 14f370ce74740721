// Everything else worth knowing, as names and values.

import { Part, make, replace } from "./element.js";
import * as words from "./words.js";

const SIGNS = { ok: "✓", inform: "!", amber: "!", red: "✕", block: "✕" };

class Facts extends Part {
  #list = make("dl");

  connectedCallback() {
    this.append(this.#list);
    super.connectedCallback();
  }

  draw(table) {
    replace(this.#list, ...(table ? factsOf(table).map(row) : []));
  }
}

function row([key, text, level = ""]) {
  const sign = SIGNS[level];
  return make(
    "div",
    { class: level || null },
    make("dt", {}, words.say(`view.${key}`)),
    make("dd", {}, sign ? make("span", { class: "sign", "aria-hidden": "true" }, sign) : "", text),
  );
}

function factsOf(table) {
  return [
    ["surface", words.say(`state.${table.surface}`), trouble(table.surface)],
    ["load", words.say(`state.${table.load}`), trouble(table.load)],
    ["tiles", tiles(table.program)],
    ["variant", words.say(`variant.${table.variant}`)],
    ["sets", sets(table)],
    ["dealer", table.dealer === null ? "–" : words.side(table.dealer)],
    ["hand", `${table.hand.number} · ${words.say(`view.hand-${table.hand.state}`)}`],
    ["wall", table.verdict.text || table.verdict.level, table.verdict.level],
    ["link", link(table.link), table.link.state === "up" ? "ok" : "red"],
    ["estop", words.say(`view.estop-${table.estop}`), table.estop === "disengaged" ? "ok" : "red"],
  ];
}

function trouble(state) {
  return ["faulted", "estopped"].includes(state) ? "red" : "";
}

function tiles(program) {
  const next = program.next === program.current ? "" : ` (${words.say("view.next")} ${program.next})`;
  return `${program.current}${next}`;
}

function sets(table) {
  return words.say("view.sets-where", {
    above: table.set_on_table ?? "–",
    inside: table.set_inside ?? "–",
  });
}

function link({ state, errors }) {
  const told = words.say(`view.link-${state}`);
  return errors ? `${told}, ${words.say("view.errors", { number: errors })}` : told;
}

customElements.define("mj-facts", Facts);
