// No winner: who was ready, and, where that is paid, what his hand would have been worth or its tiles.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { SIDES, ask, enterRow, numbers, stillIn } from "./entry_parts.js";
import { waitingHand } from "./tile_entry.js";
import * as words from "./words.js";

/** Return what is asked next of a draw. */
export function draw(draft, told, set, enter) {
  if (draft.showing !== undefined) {
    return worth(draft, told, set);
  }
  const open = stillIn(told);
  const last = open.map((side) =>
    button(words.side(side), set({ last: side }), { key: `last ${side}`, pressed: draft.last === side }));
  const args = {
    hands: SIDES.map((side) => draft.shown?.[side] ?? "").join("/"),
    ...(draft.last === undefined ? {} : { last: draft.last }),
  };
  return [
    ...open.map((side) => ofSide(draft, told, set, side)),
    told.offers.checks && make("p", { class: "help" }, words.say("page.check-not-asked")),
    ask("page.last-drawer", ...last),
    enterRow(args, enter),
  ].filter(Boolean);
}

/** Return what a side may show; who is ready is asked for more where it is paid. */
function ofSide(draft, told, set, side) {
  const given = draft.shown?.[side];
  const isWord = ["not-ready", "pig"].includes(given);
  const { checks, pigs } = told.offers;
  const show = (word) => set({ shown: { ...draft.shown, [side]: word } });
  const ready = checks ? set({ showing: side, picked: [], into: "hand", judged: false }) : show("ready");
  const ways = ["not-ready", ...(pigs ? ["pig"] : [])];
  return make("fieldset", { class: "row" },
    make("legend", {}, words.side(side)),
    button(words.say("shown.ready"), ready, { key: `ready ${side}`, pressed: Boolean(given) && !isWord }),
    ...ways.map((word) =>
      button(words.say(`shown.${word}`), show(word), { key: `${word} ${side}`, pressed: given === word })),
    Boolean(given) && !isWord && make("span", {}, given.replace(/^ready ?/, "")));
}

function worth(draft, told, set) {
  const side = draft.showing;
  const show = (text) => set({ shown: { ...draft.shown, [side]: text }, showing: undefined })();
  const title = make("h4", {}, words.side(side));
  if (draft.judged) {
    return [title, ...waitingHand(draft, side, told, set, show)];
  }
  return [
    title,
    numbers("page.worth-if", told.offers.values, 0, (value) => show(`ready ${value}`)),
    make("div", { class: "row" },
      button(words.say("page.by-tiles"), set({ judged: true }), { key: "by-tiles" }),
      button(words.say("page.worth-unknown"), () => show("ready"), { key: "worth unknown" })),
  ];
}
