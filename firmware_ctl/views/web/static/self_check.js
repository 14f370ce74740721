// The self-check after the table was moved: how it is begun, how far it is, what it has found.

import { holdButton } from "./buttons.js";
import { make } from "./element.js";
import * as me from "./me.js";
import * as words from "./words.js";

const STAGES = ["moving", "keys"];
const MARKS = { done: "✓", waiting: "▸", todo: "·" };

/** Return what is shown of the check at a table. */
export function selfCheck(table) {
  if (!table || !me.may("self-check")) {
    return [];
  }
  const check = table.self_check;
  const runs = STAGES.includes(check?.stage);
  const can = table.allowed.includes("self-check");
  return [
    make("h3", {}, words.say("page.check-head")),
    check ? make("p", { class: "over", role: "status" }, check.text) : "",
    check ? stages(check) : "",
    check?.found.length ? make("p", {}, `${words.say("page.check-found")}: ${check.found.map(finding).join(", ")}`) : "",
    runs ? "" : make("p", {}, words.say(can ? "page.check-how" : "page.check-where")),
    can && !runs ? make("div", { class: "row" }, holdButton("self-check")) : "",
  ];
}

/** Return a finding, which is a fault's code and a place, in words. */
function finding(told) {
  const [code, place] = told.split(" ");
  return `${code} ${words.part(place ?? "")}`;
}

function stages({ stage, key }) {
  const at = stage === "done" ? STAGES.length : STAGES.indexOf(stage);
  const rows = STAGES.map((name, number) => {
    const state = number < at ? "done" : number === at ? "waiting" : "todo";
    const pressed = name === "keys" && key ? ` (${words.part(key)})` : "";
    return make(
      "li",
      { class: state, "aria-current": state === "waiting" ? "step" : null },
      make("span", { class: "mark", "aria-hidden": "true" }, MARKS[state]),
      make("span", {}, words.say(`page.check-${name}`) + pressed),
    );
  });
  return make("ol", { class: "steps" }, ...rows);
}
