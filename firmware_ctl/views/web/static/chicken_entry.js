// Chickens: the tile that was turned, then on one screen how many lie where, and what else counts.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { SIDES, ask, enterRow, stillIn, tiles } from "./entry_parts.js";
import { face } from "./tile.js";
import * as words from "./words.js";

const MOST = 4;
const NOTHING = "";

/** Return what is asked next of the chickens. */
export function chicken(draft, told, set, enter) {
  const { kinds } = told.offers.chickens;
  if (draft.turned === undefined) {
    const none = button(words.say("page.nothing-turned"), set({ turned: NOTHING }), { key: "none" });
    const ranked = told.offers.tiles.filter((code) => kinds[code]);
    return [ask("page.turned", none, tiles(ranked, told, (code) => set({ turned: code })))];
  }
  if (draft.taking) {
    return taking(draft, told, set);
  }
  const asked = told.over ? stillIn(told) : [];
  const unsaid = asked.filter((side) => draft.ready?.[side] === undefined);
  return [
    make("p", {}, words.say("page.chickens-each")),
    ...SIDES.map((side) => ofSide(draft, told, set, side, asked.includes(side))),
    told.offers.chickens.first && first(draft, set),
    told.offers.chickens.taken && taken(draft, told, set),
    unsaid.length > 0 && make("p", { class: "warning" }, `! ${words.say("page.say-ready")}`),
    enterRow(unsaid.length ? null : argsOf(draft, told, asked), enter),
  ].filter(Boolean);
}

/** Return how many chickens a side has, and whether it is ready where that is asked. */
function ofSide(draft, told, set, side, isAsked) {
  const { kinds, outside } = told.offers.chickens;
  const counter = (place) => (code) => {
    const name = `${side} ${place} ${code}`;
    const counts = draft.counts ?? {};
    const count = counts[name] ?? 0;
    const to = (next) => set({ counts: { ...counts, [name]: next } });
    const what = `${words.say(`page.chickens-${place}`)} ${told.offers.names[code]}`;
    return make("span", { class: "row" },
      face(code, told.offers.names[code]),
      button("−", to(count - 1), { key: `less ${name}`, off: count === 0, name: `${what} −` }),
      make("output", {}, String(count)),
      button("+", to(count + 1), { key: `more ${name}`, off: count === MOST, name: `${what} +` }));
  };
  const place = (name, codes) => codes.length > 0 && make("div", { class: "row" },
    make("span", {}, words.say(`page.chickens-${name}`)), ...codes.map(counter(name)));
  const ready = (is) => button(words.say(is ? "shown.ready" : "shown.not-ready"),
    set({ ready: { ...draft.ready, [side]: is } }),
    { key: `${is ? "ready" : "not-ready"} ${side}`, pressed: draft.ready?.[side] === is });
  return make("fieldset", {},
    make("legend", {}, words.side(side)),
    place("in-hand", kinds[draft.turned]),
    place("discarded", outside[draft.turned]),
    isAsked && make("div", { class: "row" }, ready(true), ready(false)));
}

function first(draft, set) {
  return ask("page.first-chicken", ...SIDES.map((side) =>
    button(words.side(side), set({ first: draft.first === side ? undefined : side }), {
      key: `first ${side}`, pressed: draft.first === side,
    })));
}

/** Return who took which discarded chicken so far, and the way to one more. */
function taken(draft, told, set) {
  const claimed = draft.claimed ?? [];
  return ask(
    "page.chickens-taken",
    ...claimed.map(({ by, from, tile }) => make("span", {},
      face(tile, told.offers.names[tile]), ` ${words.side(from)} → ${words.side(by)}`)),
    ...told.offers.chickens.kinds[draft.turned].map((tile) =>
      button(told.offers.names[tile], set({ taking: { tile } }), { key: `take ${tile}` })),
    button("⌫", set({ claimed: claimed.slice(0, -1) }), {
      key: "back", off: claimed.length === 0, name: words.say("page.tile-back"),
    }),
  );
}

function taking(draft, told, set) {
  const { tile, from } = draft.taking;
  if (from === undefined) {
    return [ask("page.from-whom", ...SIDES.map((side) =>
      button(words.side(side), set({ taking: { tile, from: side } }), { key: `from ${side}` })))];
  }
  const more = (by) => set({ claimed: [...(draft.claimed ?? []), { by, from, tile }], taking: null });
  return [ask("page.who-took", ...SIDES.filter((side) => side !== from).map((side) =>
    button(words.side(side), more(side), { key: `by ${side}` })))];
}

function argsOf(draft, told, asked) {
  const of = (place) => SIDES.map((side) =>
    told.offers.chickens.kinds[draft.turned].flatMap((code) =>
      Array(draft.counts?.[`${side} ${place} ${code}`] ?? 0).fill(code)).join(" ")).join("/");
  const isReady = (side) => (told.out ?? []).includes(side) || draft.ready?.[side];
  const claimed = (draft.claimed ?? []).map(({ by, from, tile }) => `${by} ${from} ${tile}`);
  return {
    in_hand: of("in-hand"),
    discarded: of("discarded"),
    ...(draft.turned ? { turned: draft.turned } : {}),
    ...(asked.length ? { ready: SIDES.filter(isReady).join(" ") } : {}),
    ...(draft.first === undefined ? {} : { first: draft.first }),
    ...(claimed.length ? { claimed: claimed.join("/") } : {}),
  };
}
