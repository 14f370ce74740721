// The hand: what the referee is told, in a few taps, and the sheet that follows from it.

import { button, command } from "./buttons.js";
import { Page, make, replace } from "./element.js";
import { ask, stillIn } from "./entry_parts.js";
import { steps } from "./hand_entry.js";
import * as me from "./me.js";
import { sheet } from "./sheet.js";
import * as words from "./words.js";

class HandPage extends Page {
  #head = make("h2");
  #scores = make("div", { class: "scores" });
  #entry = make("div", { class: "entry" });
  #sheet = make("div");
  #told = null;
  #seen = "";
  #draft = null;

  connectedCallback() {
    this.append(this.#head, this.#entry, this.#scores, this.#sheet);
    super.connectedCallback();
  }

  open() {
    this.#seen = "";
  }

  draw(table) {
    this.#head.textContent = words.say("page.menu-hand");
    const referee = table?.referee;
    if (!referee) {
      replace(this.#entry, make("p", {}, words.say("page.waiting")));
      return;
    }
    replace(this.#scores, scoreTable(table, referee));
    if (!me.is("token")) {
      replace(this.#entry, make("p", {}, words.say("page.players-only")));
      replace(this.#sheet);
      return;
    }
    const now = `${referee.entries} ${words.language()} ${table.variant}`;
    if (now !== this.#seen) {
      this.#seen = now;
      this.#fetch();
    }
    this.#drawEntry(table, referee);
    replace(this.#sheet, ...(this.#told ? sheet(this.#told) : []));
  }

  async #fetch() {
    try {
      const answer = await fetch(`api/hand?lang=${encodeURIComponent(words.language())}`);
      this.#told = answer.ok ? await answer.json() : null;
    } catch {
      this.#seen = ""; // asked again with the next picture
    }
    this.redraw();
  }

  #drawEntry(table, referee) {
    if (!referee.open || !this.#told) {
      this.#draft = null;
      replace(this.#entry, make("p", {}, words.say("page.no-hand")));
      return;
    }
    const parts = this.#draft
      ? steps(this.#draft, this.#told, () => this.#step(), (args) => this.#enter(args))
      : this.#choices(table, referee);
    replace(this.#entry, ...parts);
  }

  #choices(table, referee) {
    const { offers } = this.#told;
    const begin = (kind, more = {}) => () => {
      this.#draft = { kind, ...more };
      this.#step();
    };
    const whose = (kind) => !referee.over && ask(`command.${kind}`, ...stillIn(this.#told).map((side) =>
      button(words.side(side), begin(kind, { by: side }), { key: `${kind} ${side}` })));
    const kinds = [
      !referee.over && "draw",
      offers.chickens && "chicken",
      offers.declares && !referee.over && "declare",
      "penalty",
    ].filter(Boolean);
    const undo = this.#told.entries.length > 0;
    const ends = referee.over && me.may("hand-end") && table.allowed.includes("hand-end");
    return [
      referee.over && make("p", { class: "over", role: "status" }, words.say("page.hand-over")),
      ends && make("div", { class: "row first" },
        button(words.say("command.hand-end"), () => command("hand-end"), { key: "hand-end" })),
      whose("claim"),
      whose("kong"),
      make(
        "div",
        { class: "row" },
        ...kinds.map((kind) => button(words.say(`command.${kind}`), begin(kind), { key: kind })),
        undo && button(words.say("command.undo"), () => command("undo"), { key: "undo" }),
      ),
    ];
  }

  /** Show what is asked next; a focus that has gone with the last question goes to it. */
  #step() {
    this.redraw();
    if (document.activeElement === document.body) {
      this.#entry.querySelector("h3")?.focus();
    }
  }

  async #enter(args) {
    const { kind } = this.#draft;
    if (args === null) {
      this.#draft = null;
      this.redraw();
      return;
    }
    const told = await command(kind, args);
    if (told.ok) {
      this.#draft = null;
    } else if (kind === "claim" && told.code === "no-win") {
      this.#draft = { kind: "penalty", by: args.by, wrong: "false-win" };
    }
    this.redraw();
  }
}

function scoreTable(table, referee) {
  const head = ["", "page.this-hand", "page.evening"].map((key) =>
    make("th", { scope: "col" }, key ? words.say(key) : ""),
  );
  const rows = [0, 1, 2, 3].map((side) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, table.dealer === side ? `★ ${words.side(side)}` : words.side(side)),
      make("td", {}, words.signed(referee.hand[side])),
      make("td", {}, words.signed(referee.scores[side])),
    ),
  );
  return make(
    "table",
    {},
    make("caption", { class: "unseen" }, words.say("page.scores")),
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows),
  );
}

customElements.define("mj-hand-page", HandPage);
