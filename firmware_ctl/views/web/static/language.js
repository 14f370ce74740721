// The choice of language, each under its own name.

import { Part, make, replace } from "./element.js";
import * as words from "./words.js";

class LanguageChoice extends Part {
  #choice = make("select", { id: "language" });

  connectedCallback() {
    this.append(this.#choice);
    this.#choice.addEventListener("change", () => words.choose(this.#choice.value));
    super.connectedCallback();
  }

  draw() {
    const options = Object.entries(words.languages()).map(([tag, name]) =>
      make("option", { value: tag, lang: tag }, name),
    );
    replace(this.#choice, ...options);
    this.#choice.value = words.language();
    this.#choice.setAttribute("aria-label", words.say("page.language"));
  }
}

customElements.define("mj-language", LanguageChoice);
