// A win by its tiles: those in the hand, the sets that lie open, flowers; the last tile of the hand won.
//
// What changes the worth and cannot be seen from the tiles is asked, not taken for granted.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { ask, enterRow, tiles } from "./entry_parts.js";
import { face } from "./tile.js";
import * as words from "./words.js";

const WHOLE = 14;
const INTO = ["hand", "chow", "pung", "kong", "concealed"];
const WINDS = ["E", "S", "W", "N"];
const MOST_IN_A_ROW = 7;

/** Return the keypad and what is asked besides; `enter` takes the arguments. */
export function byTiles(draft, told, set, enter) {
  const picked = draft.picked ?? [];
  const hand = picked.filter(({ into }) => into === "hand");
  const melds = picked.filter(({ into }) => into !== "hand" && into !== "flower");
  const flowers = picked.filter(({ into }) => into === "flower");
  const missing = lacks(draft, told, hand, melds);
  const complete = hand.length > 1 && missing.length === 0;
  return [
    shown(told, hand.slice(0, -1), melds, flowers, hand.at(-1)),
    make("p", { class: "help" }, words.say("page.last-tile-wins")),
    into(draft, told, set),
    keypad(draft, told, set, picked),
    ask("page.open-sets", button(words.say("page.none-open"), set({ closed: !draft.closed }), {
      key: "closed", pressed: Boolean(draft.closed), off: melds.length > 0,
    })),
    told.offers.round_wind && ask("page.round-wind", ...WINDS.map((wind) =>
      button(told.offers.names[wind], set({ wind }), { key: `wind ${wind}`, pressed: draft.wind === wind }))),
    ...(picked.length ? missing : []).map((text) => make("p", { class: "warning" }, `! ${text}`)),
    enterRow(complete ? argsOf(draft, hand, melds, flowers) : null, enter),
  ];
}

/** Return what is still to be said before the hand can be judged rightly. */
function lacks(draft, told, hand, melds) {
  const count = countOf(told, draft.by, hand, melds);
  return [
    count !== WHOLE && words.say("page.tiles-count", { count, whole: WHOLE }),
    melds.length === 0 && !draft.closed && words.say("page.say-open"),
    told.offers.round_wind && !draft.wind && words.say("page.say-wind"),
  ].filter(Boolean);
}

/** Return how many tiles a hand has, a set counting three; kongs that were entered count. */
function countOf(told, side, hand, melds) {
  const laid = new Set(melds.map(({ code }) => code));
  const kongs = (told.kongs ?? []).filter(({ by, tile }) => by === side && !laid.has(tile));
  return hand.length + 3 * (melds.length + kongs.length);
}

/** Return the keypad for the hand of a side that waits; `done` takes it in the notation of the rules. */
export function waitingHand(draft, side, told, set, done) {
  const picked = (draft.picked ?? []).filter(({ into }) => into !== "flower");
  const hand = picked.filter(({ into }) => into === "hand");
  const melds = picked.filter(({ into }) => into !== "hand");
  const count = countOf(told, side, hand, melds);
  const text = [...hand.map(({ code }) => code), ...melds.map(notation)].join(" ");
  return [
    shown(told, hand, melds, [], undefined),
    into(draft, told, set),
    keypad(draft, told, set, picked),
    count !== WHOLE - 1 && make("p", { class: "warning" },
      `! ${words.say("page.tiles-count", { count, whole: WHOLE - 1 })}`),
    enterRow(count === WHOLE - 1 ? text : null, done),
  ].filter(Boolean);
}

function argsOf(draft, hand, melds, flowers) {
  const codes = hand.map(({ code }) => code);
  return {
    hand: codes.slice(0, -1).join(" "),
    tile: codes.at(-1),
    ...(melds.length ? { melds: melds.map(notation).join("") } : {}),
    ...(flowers.length ? { flowers: flowers.map(({ code }) => code).join("") } : {}),
    ...(draft.wind ? { round_wind: draft.wind } : {}),
  };
}

/** Return a set in the notation of the rules. */
function notation(meld) {
  return `[${setOf(meld).join("")}${meld.into === "concealed" ? "*" : ""}]`;
}

/** Return the tiles of a set; a row is named by its lowest. */
function setOf({ into, code }) {
  if (into === "chow") {
    return [0, 1, 2].map((more) => `${Number(code[0]) + more}${code[1]}`);
  }
  return Array(into === "pung" ? 3 : 4).fill(code);
}

function shown(told, hand, melds, flowers, won) {
  const faces = (codes) => codes.map((code) => face(code, told.offers.names[code]));
  const groups = [
    ...melds.map((meld) => make("span", { class: "set" }, ...faces(setOf(meld)))),
    hand.length > 0 && make("span", { class: "set" }, ...faces(hand.map(({ code }) => code))),
    won && make("span", { class: "set won" },
      make("small", {}, words.say("page.won-with")), ...faces([won.code])),
    flowers.length > 0 && make("span", { class: "set" }, ...faces(flowers.map(({ code }) => code))),
  ];
  return make(
    "div",
    { class: "keypad" },
    make("p", { class: "picked", "aria-live": "polite" }, ...groups),
  );
}

function into(draft, told, set) {
  const ways = INTO.filter((way) => way !== "chow" || told.offers.chows);
  return ask("page.next-tile-is", ...ways.map((way) =>
    button(words.say(`page.into-${way}`), set({ into: way }), {
      key: `into ${way}`, pressed: (draft.into ?? "hand") === way,
    })));
}

function keypad(draft, told, set, picked) {
  const way = draft.into ?? "hand";
  const isFlower = (code) => told.offers.flowers.includes(code);
  const add = (code) => {
    const next = { code, into: isFlower(code) ? "flower" : way };
    return set({ picked: [...picked, next], into: way === "chow" || way === "pung" ? way : "hand" });
  };
  const begins = (code) => code.length === 2 && Number(code[0]) <= MOST_IN_A_ROW;
  return make(
    "div",
    { class: "keypad" },
    tiles(told.offers.tiles, told, add, (code) => way === "chow" && !isFlower(code) && !begins(code)),
    button("⌫", set({ picked: picked.slice(0, -1) }), {
      key: "back", off: picked.length === 0, name: words.say("page.tile-back"),
    }),
  );
}
