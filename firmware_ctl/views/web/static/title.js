// The head line: which table this is.

import { Part, make, setText } from "./element.js";

class Title extends Part {
  #name = make("h1");

  connectedCallback() {
    this.append(this.#name);
    super.connectedCallback();
  }

  draw() {
    setText(this.#name, document.title);
  }
}

customElements.define("mj-title", Title);
