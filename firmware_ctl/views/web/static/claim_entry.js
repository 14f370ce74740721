// A win: who, with whose tile, then a number, which enters it, or the tiles, which are judged.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { ask, numbers, sides, stillIn } from "./entry_parts.js";
import { byTiles } from "./tile_entry.js";
import { facts } from "./win_facts.js";
import * as words from "./words.js";

const HOWS = ["", "kong", "rob", "kong-discard", "heaven", "earth"];
const OWN = new Set(["kong", "heaven"]);
const TAKEN = new Set(["rob", "kong-discard"]);

/** Return what is asked next of a win. */
export function claim(draft, told, set, enter) {
  if (draft.from === undefined) {
    const others = stillIn(told).filter((side) => side !== draft.by);
    const own = button(words.say("page.own-draw"), set({ from: null }), { key: "own" });
    return [ask("page.from-whom", own, ...sides(set, "from", others))];
  }
  const own = draft.from === null;
  const hows = HOWS.filter((how) => !(own ? TAKEN : OWN).has(how)).map((how) =>
    button(words.say(`how.${how || "plain"}`), set({ how }), {
      key: `how ${how || "plain"}`,
      pressed: (draft.how ?? "") === how,
    }),
  );
  const known = {
    by: draft.by,
    ...(own ? {} : { from: draft.from }),
    ...(draft.how ? { how: draft.how } : {}),
  };
  const asked = facts(draft, told, set);
  if (draft.judged) {
    return [
      ask("page.how", ...hows),
      ...asked.questions,
      ...byTiles(draft, told, set, (tiles) => enter({ ...known, ...asked.args, ...tiles })),
    ];
  }
  return [
    ask("page.how", ...hows),
    ...asked.questions,
    numbers("page.worth", told.offers.values, 0, (value) => enter({ ...known, ...asked.args, value })),
    make("div", { class: "row" },
      button(words.say("page.by-tiles"), set({ judged: true }), { key: "by-tiles" })),
  ];
}
