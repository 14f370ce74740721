// What each of the first steps shows; a step's name is the end of its title's key.

import { program, variant } from "./actions.js";
import { button, commandButton } from "./buttons.js";
import { make } from "./element.js";
import { SIDES } from "./geometry.js";
import * as me from "./me.js";
import { setPin } from "./pins.js";
import * as seat from "./seat.js";
import * as words from "./words.js";

/** The steps in their order. */
export const STEPS = [
  { name: "language", content: language },
  { name: "board", content: board },
  { name: "seats", content: seats },
  { name: "rules", content: rules },
  { name: "tiles", content: tiles },
  { name: "pins", content: pins },
  { name: "restore", content: restore },
  { name: "done", content: done },
];

const TILE_KEYS = ["table.profile", "tiles.set", "tiles.counts"];
const RESTORE = "sudo mjtable restore table.zip";

function said(key, values = {}) {
  return make("p", {}, words.say(`page.${key}`, values));
}

function language({ form }) {
  const choose = (tag) => async () => {
    await words.choose(tag);
    if (form.told?.writable) {
      await form.save({ "table.language": tag });
    }
  };
  const buttons = Object.entries(words.languages()).map(([tag, name]) => {
    const made = button(name, choose(tag), { key: `language ${tag}`, pressed: tag === words.language() });
    made.lang = tag;
    return made;
  });
  return [make("div", { class: "row" }, ...buttons), said("first-language-how")];
}

function board({ board: found, form }) {
  if (!found) {
    return [said("waiting")];
  }
  const { state, port, answered, ports } = found;
  const rows = ports.map((each) => make("li", {}, make("code", {}, each.device), ` ${each.is}`));
  return [
    make("p", { class: state === "lost" ? "warning" : "over" }, words.say(`page.board-${state}`, { port, answered })),
    said(`board-${state}-do`),
    make("h4", {}, words.say("page.board-ports")),
    rows.length ? make("ul", {}, ...rows) : said("board-no-ports"),
    ...form.fields(["board.port"]),
    form.differences(),
  ];
}

function seats({ table }) {
  const can = table?.allowed.includes("dealer") && me.may("dealer");
  const lamps = SIDES.map((side) => commandButton("dealer", { side }, words.side(side)));
  const mine = SIDES.map((side) =>
    button(words.side(side), () => seat.choose(side), { key: `seat ${side}`, pressed: side === seat.own() }),
  );
  return [
    make("p", { id: "seat-mine" }, words.say("page.first-seat-mine")),
    make("div", { class: "row", role: "group", "aria-labelledby": "seat-mine" }, ...mine),
    said("first-seats-how"),
    can ? make("div", { class: "row" }, ...lamps) : said("first-seat-now"),
  ];
}

function rules({ table }) {
  const can = (word) => table?.allowed.includes(word) && me.may(word);
  return [said("first-rules-how"), can("variant") && variant(table), can("program") && program(table)];
}

function tiles({ form }) {
  return [
    said("first-tiles-how"),
    ...(form.told?.writable ? form.fields(TILE_KEYS) : [make("p", {}, form.told?.why ?? "")]),
    form.differences(),
  ];
}

function pins() {
  const { may_set: may, pins: set } = me.who();
  const all = Object.values(set).every(Boolean);
  return [
    said("first-pins-how"),
    ...may.map((role) => setPin(role)),
    may.length ? "" : said(all ? "first-pins-set" : "first-pins-far"),
  ];
}

function restore() {
  return [
    said("first-restore-how"),
    make("p", {}, make("code", {}, RESTORE)),
    make("p", { class: "help" }, words.say("page.first-restore-why")),
  ];
}

function done() {
  const way = (key, page) => make("li", {}, make("a", { href: `#${page}` }, words.say(`page.first-done-${key}`)));
  return [make("ul", { class: "ways" }, way("sensors", "service"), way("home", "table"), way("people", "people"))];
}
