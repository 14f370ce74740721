// The standing faults: each with its question, its steps, and what leads on; and where they are.

import { button, command, commandButton, holdButton } from "./buttons.js";
import { Page, make, replace } from "./element.js";
import "./board.js";
import * as me from "./me.js";
import { selfCheck } from "./self_check.js";
import * as words from "./words.js";

const MARKS = { done: "✓", waiting: "▸", todo: "·" };
const HELD = ["resume", "home", "open-loading"];

class FaultsPage extends Page {
  #head = make("h2");
  #list = make("div");
  #check = make("section");
  #picture = null;

  connectedCallback() {
    this.append(this.#head, this.#list, this.#check);
    super.connectedCallback();
  }

  draw(table) {
    this.#head.textContent = words.say("page.menu-faults");
    const faults = table?.faults ?? [];
    this.#show(faults.some((fault) => fault.side !== null));
    replace(this.#list, ...(faults.length ? faults.map((fault) => box(fault, table)) : rest(table)));
    replace(this.#check, ...selfCheck(table));
  }

  /** Show the table from above when a fault has a side; it is made when it is first needed. */
  #show(wanted) {
    if (wanted && !this.#picture) {
      this.#picture = make("mj-board");
      this.#check.before(this.#picture);
    }
    if (this.#picture) {
      this.#picture.hidden = !wanted;
    }
  }
}

/** Return what is left when no fault stands: to go on, where something was held. */
function rest(table) {
  const held = HELD.filter((word) => me.may(word) && table?.allowed.includes(word));
  return [
    make("p", {}, words.say("page.no-faults")),
    held.includes("resume") ? make("p", { class: "do" }, words.say("page.go-on")) : "",
    make("div", { class: "row" }, ...held.map((word) => holdButton(word))),
  ];
}

function box(fault, table) {
  return make(
    "section",
    { class: "fault", "data-fault": fault.id },
    make("h3", {}, make("span", { class: "code" }, fault.code), ` ${fault.name}`),
    fault.because ? make("p", { class: "help" }, words.say("page.came-of", { fault: fault.because })) : "",
    make("p", {}, fault.cause),
    fault.question ? question(fault) : "",
    fault.steps?.length ? steps(fault) : make("p", { class: "do" }, fault.do),
    make("div", { class: "row" }, ...recover(fault, table)),
  );
}

function question(fault) {
  const answer = (word) =>
    button(words.say(`page.${word}`), () => command("answer", { fault: fault.id, answer: word }), {
      key: `answer ${fault.id} ${word}`,
      off: !me.may("answer"),
    });
  return make(
    "fieldset",
    { class: "row" },
    make("legend", {}, fault.question),
    answer("yes"),
    answer("no"),
  );
}

function steps(fault) {
  return make("ol", { class: "steps" }, ...fault.steps.map((step) => one(fault, step)));
}

function one(fault, step) {
  const confirms = step.state === "waiting" && step.check === "person" && me.may("confirm");
  return make(
    "li",
    { class: step.state, "aria-current": step.state === "waiting" ? "step" : null },
    make("span", { class: "mark", "aria-hidden": "true" }, MARKS[step.state] ?? "·"),
    make("span", { class: "unseen" }, words.say(`page.step-${step.state}`)),
    make("span", {}, step.text),
    step.state === "waiting" && step.check === "sensor"
      ? make("small", {}, words.say("page.watched"))
      : "",
    confirms
      ? button(words.say("page.step-done"), () => command("confirm", { fault: fault.id, step: step.n }), {
          key: `confirm ${fault.id} ${step.n}`,
        })
      : "",
  );
}

function recover(fault, table) {
  return fault.recover
    .filter((word) => me.may(word) && table.allowed.includes(word))
    .map((word) => {
      if (HELD.includes(word)) {
        return holdButton(word);
      }
      return commandButton(word, word === "ack" ? { fault: fault.id } : {});
    });
}

customElements.define("mj-faults-page", FaultsPage);
