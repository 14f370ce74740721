// Service: what every sensor reads, counters, the eyes' health, the log, and motors while held.

import { backup } from "./backup.js";
import { Breaking } from "./breaking.js";
import { Page, make, replace } from "./element.js";
import { Jog } from "./jog.js";
import * as me from "./me.js";
import { selfCheck } from "./self_check.js";
import * as words from "./words.js";

const AGAIN_MS = 1000;

class ServicePage extends Page {
  #head = make("h2");
  #jog = new Jog();
  #breaking = new Breaking();
  #check = make("section");
  #facts = make("div");
  #search = make("input", { type: "search", id: "log-search" });
  #label = make("label", { for: "log-search" });
  #log = make("ol");
  #region = make("div", { class: "log", tabindex: "0", role: "region" }, this.#log);
  #told = null;
  #timer = 0;

  connectedCallback() {
    this.#search.addEventListener("input", () => this.redraw());
    const search = make("div", { class: "row" }, this.#label, this.#search);
    this.append(this.#head, this.#check, this.#jog.element, this.#breaking.element, this.#facts, search, this.#region);
    super.connectedCallback();
    me.whenChanged(() => this.hidden || this.open()); // who comes by the address is known later
  }

  open() {
    clearTimeout(this.#timer);
    this.#fetch();
  }

  async #fetch() {
    if (this.hidden || !me.is("technician")) {
      return;
    }
    try {
      const answer = await fetch(`api/service?lang=${encodeURIComponent(words.language())}`, { cache: "no-store" });
      this.#told = answer.ok ? await answer.json() : this.#told;
    } catch {
      // what was read last stays, and is asked for again
    }
    this.redraw();
    this.#timer = setTimeout(() => this.#fetch(), AGAIN_MS);
  }

  draw(table) {
    this.#head.textContent = words.say("page.menu-service");
    this.#label.textContent = words.say("page.search-log");
    this.#region.setAttribute("aria-label", words.say("page.log"));
    replace(this.#check, ...selfCheck(table));
    this.#jog.draw(this.#told, table);
    this.#breaking.draw(me.is("technician") ? this.#told : null, table);
    if (!this.#told || !me.is("technician")) {
      replace(this.#facts);
      replace(this.#log);
      return;
    }
    const { inputs, counters, eyes, log } = this.#told;
    replace(
      this.#facts,
      make("h3", {}, words.say("page.inputs")),
      make("ul", { class: "inputs" }, ...inputs.map(sensor)),
      make("h3", {}, words.say("page.eyes")),
      make("ul", { class: "inputs" }, ...eyes.map(eye)),
      make("h3", {}, words.say("page.counters")),
      make("dl", { class: "counters" }, ...counters.map(counter)),
      ...backup(),
    );
    const wanted = this.#search.value.toLowerCase();
    const lines = log.filter((line) => line.toLowerCase().includes(wanted));
    replace(this.#log, ...lines.map((line) => make("li", {}, line)));
  }
}

function sensor({ text, level }) {
  const sign = level ? "●" : "○";
  return make("li", { class: level ? "on" : "off" }, `${sign} ${text}`);
}

function eye({ side, level, quality }) {
  const text = level === null ? words.say("page.unknown") : `${level} %`;
  return make("li", {}, `${words.side(side)}: ${text} (${words.say(`quality.${quality}`)})`);
}

function counter({ text, value }) {
  return make("div", {}, make("dt", {}, text), make("dd", {}, String(value)));
}

customElements.define("mj-service-page", ServicePage);
