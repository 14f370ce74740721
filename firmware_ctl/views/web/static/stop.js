// The stop: one tap, no question asked, and as many tries as it takes within a few seconds.

import { Part, make, setText } from "./element.js";
import { newKey, post } from "./post.js";
import * as words from "./words.js";

const TRIES = 3;
const TRY_MS = 2000;
const TOLD_MS = 8000;

class Stop extends Part {
  #button = make("button", { type: "button", "aria-describedby": "stop-help" });
  #help = make("p", { id: "stop-help", class: "help" });
  #told = make("p", { class: "told", role: "status", "aria-live": "assertive" });
  #tap = 0;
  #key = "page.stop-help";

  connectedCallback() {
    this.#button.addEventListener("click", () => this.#stop());
    this.append(this.#told, this.#button, this.#help);
    super.connectedCallback();
  }

  draw() {
    setText(this.#button, words.has("page.stop") ? words.say("page.stop") : "STOP 停止");
    setText(this.#help, words.has("page.stop") ? words.say("page.stop-help") : "");
    setText(this.#told, this.#key === "page.stop-help" ? "" : words.say(this.#key));
    this.classList.toggle("failed", this.#key === "page.stop-failed");
  }

  async #stop() {
    const tap = ++this.#tap;
    this.#tell("page.stopping");
    const stopped = await stopTable();
    if (tap !== this.#tap) {
      return; // a later tap tells
    }
    this.#tell(stopped ? "page.stopped" : "page.stop-failed");
    if (stopped) {
      setTimeout(() => tap === this.#tap && this.#tell("page.stop-help"), TOLD_MS);
    }
  }

  #tell(key) {
    this.#key = key;
    this.draw();
  }
}

async function stopTable() {
  const key = newKey();
  for (let tried = 0; tried < TRIES; tried += 1) {
    const said = await post("api/stop", { key }, TRY_MS);
    if (said.ok && said.key === key) {
      return true;
    }
  }
  return false;
}

customElements.define("mj-stop", Stop);
