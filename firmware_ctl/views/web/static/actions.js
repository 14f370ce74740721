// What can be done at the table now, by whoever looks: buttons, the most wanted first.

import { button, command, commandButton, holdButton } from "./buttons.js";
import { Part, make, replace } from "./element.js";
import * as me from "./me.js";
import * as words from "./words.js";

const FIRST = ["lift", "dice", "deal", "hand-start", "pause", "hand-end"];
const HELD = ["resume", "home", "open-loading"];
const MORE = ["stow", "lock", "unlock", "mute", "lamp"];
const SIDES = [0, 1, 2, 3];

class Actions extends Part {
  #first = make("div", { class: "row first" });
  #held = make("div", { class: "row" });
  #help = make("p", { id: "hold-help", class: "help" });
  #more = make("details", { class: "more" });
  #summary = make("summary");
  #inside = make("div");

  connectedCallback() {
    this.#more.append(this.#summary, this.#inside);
    this.append(this.#first, this.#held, this.#help, this.#more);
    super.connectedCallback();
  }

  draw(table) {
    const can = (word) => table !== null && me.may(word) && table.allowed.includes(word);
    replace(this.#first, ...FIRST.filter(can).map((word) => commandButton(word)));
    replace(this.#held, ...HELD.filter(can).map((word) => holdButton(word)));
    this.#help.textContent = words.say("page.hold-help");
    this.#help.hidden = !HELD.some(can);
    this.#summary.textContent = words.say("page.more");
    this.#more.hidden = table === null || me.who().may.length < 2;
    replace(
      this.#inside,
      can("dealer") && dealer(table),
      can("program") && program(table),
      can("variant") && variant(table),
      can("session") && session(table),
      make("div", { class: "row" }, ...MORE.filter(can).map((word) => commandButton(word))),
    );
  }
}

function dealer(table) {
  const sides = SIDES.map((side) =>
    button(words.side(side), () => command("dealer", { side }), {
      key: `dealer ${side}`,
      pressed: table.dealer === side,
    }),
  );
  return group("command.dealer", [
    ...sides,
    commandButton("dealer", { side: "roulette" }, words.say("page.roulette")),
    commandButton("dealer", { side: "rule" }, words.say("page.by-rule")),
  ]);
}

/** Return what changes the number of tiles of the next load. */
export function program(table) {
  const { next } = table.program;
  return group("command.program", [
    commandButton("program", { number: "previous" }, `− ${words.say("page.previous")}`),
    make("output", {}, String(next)),
    commandButton("program", { number: "next" }, `+ ${words.say("page.next")}`),
  ]);
}

/** Return the choice of rules. */
export function variant(table) {
  const options = words.variants().map(([id, name]) =>
    make("option", { value: id, selected: id === table.variant }, name),
  );
  const change = (event) => command("variant", { id: event.target.value });
  const label = words.say("command.variant");
  return group("command.variant", [make("select", { "aria-label": label, change }, ...options)]);
}

function session(table) {
  const { phase, safe_to_cut: safe } = table.session ?? { phase: "open", safe_to_cut: false };
  const state = phase === "open" ? "end" : "start";
  return group("command.session", [
    commandButton("session", { state }, words.say(`page.session-${state}`)),
    make("output", {}, words.say(safe ? "page.safe-to-cut" : `page.session-${phase}`)),
  ]);
}

function group(key, inside) {
  return make("fieldset", { class: "row" }, make("legend", {}, words.say(key)), ...inside);
}

customElements.define("mj-actions", Actions);
