// The settlement sheet of a hand: who pays whom how much and why, and what was entered.

import { button } from "./buttons.js";
import { make } from "./element.js";
import * as words from "./words.js";

/** Return the sheet's parts. */
export function sheet(told) {
  return [
    make("h3", {}, words.say("page.sheet")),
    told.lines.length ? lines(told) : make("p", {}, words.say("page.no-lines")),
    ...(told.warnings ?? []).map((text) => make("p", { class: "warning" }, `! ${text}`)),
    told.next_dealer && make("p", {}, nextDealer(told.next_dealer)),
    Object.keys(told.house).length > 0 && make("p", { class: "help" }, house(told.house)),
    told.entries.length > 0 && make("h3", {}, words.say("page.entered")),
    told.entries.length > 0 &&
      make("ol", {}, ...told.entries.map((entry) => make("li", {}, entry.text))),
    make(
      "p",
      { class: "row" },
      save("api/session.csv", "CSV"),
      save("api/session.json", "JSON"),
      button(words.say("page.print"), () => print(), { key: "print" }),
    ),
  ];
}

function lines(told) {
  const rows = told.lines.map((line) =>
    make(
      "li",
      {},
      make("strong", {}, `${words.side(line.from)} → ${words.side(line.to)}  ${line.amount}`),
      make("span", {}, line.text),
      make("small", {}, line.rule),
    ),
  );
  return make("ul", { class: "lines" }, ...rows);
}

function nextDealer({ side, rule }) {
  const who = side === null ? words.say("page.dealer-by-dice") : words.side(side);
  return `${words.say("page.next-dealer")}: ${who} (${rule})`;
}

function house(options) {
  const told = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `${words.say("page.house")}: ${told.join(", ")}`;
}

function save(address, kind) {
  const query = `?lang=${encodeURIComponent(words.language())}`;
  return make("a", { href: address + query, download: true }, `${words.say("page.save")} ${kind}`);
}
