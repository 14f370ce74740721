// Motors that run while a button is held: a line of its own, on which the hand's pulse is told.
//
// The table stops the motor when the pulse is late or the line is gone; the page stops it too.

import { make, replace, setText } from "./element.js";
import * as words from "./words.js";

const PULSE_MS = 100;

export class Jog {
  #choice = make("select", { id: "jog-motor" });
  #label = make("label", { for: "jog-motor" });
  #back = make("button", { type: "button", "data-key": "jog reverse" });
  #forth = make("button", { type: "button", "data-key": "jog forward" });
  #told = make("p", { role: "status", "aria-live": "polite" });
  #socket = null;
  #timer = 0;
  #text = "";

  constructor() {
    this.#hold(this.#back, "reverse");
    this.#hold(this.#forth, "forward");
    const row = make("div", { class: "row" }, this.#label, this.#choice, this.#back, this.#forth);
    this.element = make("section", { class: "jog" }, row, this.#told);
  }

  /** Show which motors there are, and whether they may be run now. */
  draw(told, table) {
    const ready = told !== null && table?.surface === "service";
    const motors = told?.motors ?? [];
    replace(this.#choice, ...motors.map(({ name, text }) => make("option", { value: name }, text)));
    setText(this.#label, words.say("page.motor"));
    setText(this.#back, `◂ ${words.say("page.hold-back")}`);
    setText(this.#forth, `${words.say("page.hold-forth")} ▸`);
    for (const part of [this.#choice, this.#back, this.#forth]) {
      part.disabled = !ready;
    }
    setText(this.#told, this.#text || (ready ? "" : words.say("page.jog-where")));
    if (!ready) {
      this.#stop();
    }
  }

  #hold(button, direction) {
    const isKey = (event) => event.key === "Enter" || event.key === " ";
    button.addEventListener("pointerdown", () => this.#run(direction));
    button.addEventListener("keydown", (event) => isKey(event) && this.#run(direction));
    button.addEventListener("keyup", (event) => isKey(event) && this.#stop());
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur", "contextmenu"]) {
      button.addEventListener(end, () => this.#stop());
    }
  }

  #run(direction) {
    if (this.#socket) {
      return;
    }
    this.#text = "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = new URL("api/jog", document.baseURI);
    address.protocol = scheme;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ motor: this.#choice.value, direction }));
      this.#timer = setInterval(() => socket.send("{}"), PULSE_MS);
    });
    socket.addEventListener("message", (event) => {
      this.#text = JSON.parse(event.data).why ?? "";
      setText(this.#told, this.#text);
    });
    socket.addEventListener("close", () => this.#stop());
  }

  #stop() {
    clearInterval(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }
}
