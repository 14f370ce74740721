// On a simulated table: break one of its parts and mend it, to see what the table says; or let
// hands do what a fault's step tells them.

import { button, command, commandButton } from "./buttons.js";
import { make, replace, setText } from "./element.js";
import * as words from "./words.js";

export class Breaking {
  #head = make("h3");
  #what = make("select", { id: "break-what" });
  #where = make("select", { id: "break-where" });
  #labels = { what: make("label", { for: "break-what" }), where: make("label", { for: "break-where" }) };
  #buttons = make("div", { class: "row" });
  #byHand = make("div");
  #breakable = [];

  constructor() {
    this.#what.addEventListener("change", () => this.#places());
    this.element = make(
      "section",
      { class: "breaking", hidden: true },
      this.#head,
      make("div", { class: "row" }, this.#labels.what, this.#what),
      make("div", { class: "row" }, this.#labels.where, this.#where),
      this.#buttons,
      this.#byHand,
    );
  }

  /** Show what can be broken and what waits for hands; on a real table there is nothing. */
  draw(told, table) {
    this.#breakable = told?.breakable ?? [];
    this.element.hidden = this.#breakable.length === 0;
    setText(this.#head, words.say("page.break-head"));
    setText(this.#labels.what, words.say("page.break-what"));
    setText(this.#labels.where, words.say("page.break-where"));
    replace(this.#what, ...this.#breakable.map(option));
    const buttons = ["on", "off"].map((state) =>
      button(words.say(`page.break-${state}`), () => this.#say(state), { key: `break ${state}` }),
    );
    replace(this.#buttons, ...buttons);
    this.#places();
    replace(this.#byHand, ...(this.element.hidden ? [] : waiting(table?.faults ?? [])));
  }

  #places() {
    const places = this.#breakable.find(({ name }) => name === this.#what.value)?.places ?? [];
    replace(this.#where, ...places.map(option));
    this.#where.disabled = places.length === 0;
  }

  #say(state) {
    const place = this.#where.value;
    command("sim-fault", { name: this.#what.value, ...(place && { place }), state });
  }
}

/** Return the steps that wait for somebody's hands, each with the button that does it. */
function waiting(faults) {
  const due = faults.flatMap((fault) =>
    (fault.steps ?? []).filter(({ state, act }) => state === "waiting" && act).map((step) => [fault, step]),
  );
  const row = ([fault, step]) =>
    make(
      "div",
      { class: "row" },
      make("span", {}, make("span", { class: "code" }, fault.code), ` ${step.text}`),
      commandButton("sim-mend", { fault: fault.id }, words.say("page.put-right")),
    );
  return due.length ? [make("h4", {}, words.say("page.put-right-head")), ...due.map(row)] : [];
}

function option({ name, text }) {
  return make("option", { value: name }, text);
}
