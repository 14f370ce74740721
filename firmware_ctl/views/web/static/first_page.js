// The first steps of a new owner, one at a time; each can be left out.

import { button } from "./buttons.js";
import { Page, make, replace } from "./element.js";
import { STEPS } from "./first_steps.js";
import * as me from "./me.js";
import * as seat from "./seat.js";
import { SettingsForm } from "./settings_form.js";
import * as words from "./words.js";

class FirstPage extends Page {
  #head = make("h2");
  #still = make("p", { class: "help" });
  #at = make("p", { class: "at" });
  #title = make("h3", { tabindex: "-1" });
  #inside = make("div");
  #ways = make("div", { class: "row ways" });
  #form = new SettingsForm(() => this.redraw());
  #board = null;
  #step = 0;

  connectedCallback() {
    this.append(this.#head, this.#still, this.#at, this.#title, this.#inside, this.#ways);
    super.connectedCallback();
    seat.whenChanged(() => this.redraw());
  }

  open() {
    this.#step = 0;
    this.#fetch();
  }

  async #fetch() {
    const answer = await fetch("api/board", { cache: "no-store" }).catch(() => null);
    this.#board = answer?.ok ? await answer.json() : null;
    await this.#form.fetch();
  }

  draw(table) {
    this.#head.textContent = words.say("page.menu-first");
    if (!me.is("technician")) {
      this.#still.textContent = words.say("page.first-pins-far");
      return;
    }
    this.#still.textContent = words.say("page.first-still");
    const { name, content } = STEPS[this.#step];
    this.#at.textContent = words.say("page.first-step", { number: this.#step + 1, steps: STEPS.length });
    this.#title.textContent = words.say(`page.first-${name}`);
    replace(this.#inside, ...content({ table, board: this.#board, form: this.#form }));
    replace(this.#ways, ...this.#buttons());
  }

  #buttons() {
    const go = (by) => () => {
      this.#step += by;
      this.redraw();
      this.#title.focus();
    };
    const last = this.#step === STEPS.length - 1;
    return [
      this.#step > 0 && button(words.say("page.first-back"), go(-1), { key: "first back" }),
      !last && button(words.say("page.first-next"), go(1), { key: "first next" }),
    ];
  }
}

customElements.define("mj-first-page", FirstPage);
