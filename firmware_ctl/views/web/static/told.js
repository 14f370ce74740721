// What the table answered to the last tap: a reason when it refused, a word when it says more.

import { make, setText } from "./element.js";
import * as words from "./words.js";

const SHOWN_MS = 12_000;

let place = null;
let timer = 0;

/** Show an answer; one that is just a yes is seen at the table itself. */
export function tell(told) {
  const text = told.code === "lost" ? words.say("page.no-answer") : (told.why ?? "");
  place?.show(text, !told.ok);
}

class Told extends HTMLElement {
  #text = make("p", { role: "status", "aria-live": "polite" });

  connectedCallback() {
    this.append(this.#text);
    place = this;
  }

  show(text, refused) {
    clearTimeout(timer);
    setText(this.#text, text);
    this.classList.toggle("refused", refused && text !== "");
    this.hidden = text === "";
    timer = setTimeout(() => this.show("", false), SHOWN_MS);
  }
}

customElements.define("mj-told", Told);
