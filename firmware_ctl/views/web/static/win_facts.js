// What a variant counts of a win and no tile shows: asked where it can be so, sent where it was said.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { ask } from "./entry_parts.js";
import * as words from "./words.js";

const FROM_OTHERS = (draft) => draft.from !== null;
const AFTER_A_KONG = (draft) => ["kong", "kong-discard"].includes(draft.how);
const BY_TILES = (draft) => Boolean(draft.judged);

const FLAGS = {
  last_tile: BY_TILES,
  last_of_kind: BY_TILES,
  floated: FROM_OTHERS,
  from_declared: FROM_OTHERS,
};
const NUMBERS = {
  piao: { when: BY_TILES, offered: [1, 2, 3, 4] },
  kong_chain: { when: AFTER_A_KONG, offered: [2, 3, 4] },
};

/** Return the questions for a draft, and the arguments that its answers are. */
export function facts(draft, told, set) {
  const { asks, passes } = told.offers;
  const flags = asks.filter((name) => FLAGS[name]?.(draft));
  const counts = asks.filter((name) => NUMBERS[name]?.when(draft));
  const said = flags.filter((name) => draft[name]);
  return {
    questions: [
      flags.length > 0 && ask("page.besides", ...flags.map((name) => choice(draft, set, name, !draft[name]))),
      ...counts.map((name) => ask(`fact.${name}`, ...NUMBERS[name].offered.map((count) =>
        button(String(count), set({ [name]: draft[name] === count ? undefined : count }), {
          key: `fact ${name} ${count}`, pressed: draft[name] === count,
        })))),
      passes && FROM_OTHERS(draft) && make("p", { class: "help" }, words.say("page.passes-not-asked")),
    ].filter(Boolean),
    args: {
      ...(said.length ? { flags: said.join(",") } : {}),
      ...Object.fromEntries(counts.filter((name) => draft[name]).map((name) => [name, draft[name]])),
    },
  };
}

function choice(draft, set, name, next) {
  return button(words.say(`fact.${name}`), set({ [name]: next }), {
    key: `fact ${name}`, pressed: Boolean(draft[name]),
  });
}
