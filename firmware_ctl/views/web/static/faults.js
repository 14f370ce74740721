// The standing faults, the first cause first: what, why, and what to do.

import { Part, make, replace } from "./element.js";
import * as words from "./words.js";

class Faults extends Part {
  #list = make("div", { role: "alert" });

  connectedCallback() {
    this.append(this.#list);
    super.connectedCallback();
  }

  draw(table) {
    replace(this.#list, ...(table?.faults ?? []).map(faultBox));
  }
}

function faultBox(fault) {
  return make(
    "section",
    { class: "fault" },
    make("h2", {}, make("span", { class: "code" }, fault.code), ` ${fault.name}`),
    make(
      "dl",
      {},
      make("dt", {}, words.say("page.cause")),
      make("dd", {}, fault.cause),
      make("dt", {}, words.say("page.do")),
      make("dd", { class: "do" }, fault.do),
    ),
  );
}

customElements.define("mj-faults", Faults);
