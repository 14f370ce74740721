// The newest link of the record's chain, on every page: who notes it down notices what is cut off.

import { Part, make, setText } from "./element.js";
import * as words from "./words.js";

class RecordHead extends Part {
  #text = make("p", { class: "help" });

  connectedCallback() {
    this.append(this.#text);
    super.connectedCallback();
  }

  draw(table) {
    const record = table?.record;
    const head = record ? words.groups(record.head.slice(0, 16)) : "";
    setText(this.#text, record ? `${words.say("page.record")} ${record.sequence} · ${head}` : "");
  }
}

customElements.define("mj-record", RecordHead);
