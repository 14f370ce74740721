// What the questions of an entry are made of.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { face } from "./tile.js";
import * as words from "./words.js";

export const SIDES = [0, 1, 2, 3];

/** Return the sides that have not won yet. */
export function stillIn(told) {
  return SIDES.filter((side) => !(told.out ?? []).includes(side));
}

/** Return a question with what may be answered. */
export function ask(key, ...inside) {
  return make("fieldset", { class: "row" }, make("legend", {}, words.say(key)), ...inside);
}

/** Return a button for each of some sides. */
export function sides(set, name, which, key = name) {
  return which.map((side) =>
    button(words.side(side), set({ [name]: side }), { key: `${key} ${side}` }),
  );
}

/** Return what ends an entry; null arguments are not complete yet. */
export function enterRow(args, enter) {
  return make("div", { class: "row first" },
    button(words.say("page.enter"), () => enter(args), { key: "enter", off: args === null }));
}

/** Return a button for each of some tiles; `act` tells what a tap on one does. */
export function tiles(codes, told, act, isOff = () => false) {
  return make("div", { class: "tiles" }, ...codes.map((code) =>
    make(
      "button",
      { type: "button", "data-key": `tile ${code}`, disabled: isOff(code), click: act(code) },
      face(code, told.offers.names[code]),
    ),
  ));
}

/** Return a question for a number: the ones most given, and any other; each enters at once. */
export function numbers(key, offered, least, enter) {
  const input = make("input", {
    type: "number", id: "other-number", inputmode: "numeric", required: true, min: least, max: 999, step: 1,
  });
  const other = (event) => {
    event.preventDefault();
    enter(Number(input.value));
  };
  return ask(
    key,
    ...offered.map((value) => button(String(value), () => enter(value), { key: `value ${value}` })),
    make(
      "form",
      { class: "row", submit: other },
      make("label", { for: "other-number" }, words.say("page.other-number")),
      button("−", () => input.stepDown(), { key: "number down", name: words.say("page.one-less") }),
      input,
      button("+", () => input.stepUp(), { key: "number up", name: words.say("page.one-more") }),
      make("button", { "data-key": "number enter" }, words.say("page.enter")),
    ),
  );
}
