// The few taps of an entry: each step shows what is to be chosen next; the last one sends it.

import { button } from "./buttons.js";
import { chicken } from "./chicken_entry.js";
import { claim } from "./claim_entry.js";
import { draw } from "./draw_entry.js";
import { make } from "./element.js";
import { SIDES, ask, enterRow, numbers, sides, stillIn, tiles } from "./entry_parts.js";
import * as words from "./words.js";

const AMOUNTS = [1, 2, 5, 8, 10, 20];

/** Return what is shown of a draft; `again` draws it anew, `enter` sends arguments or gives up. */
export function steps(draft, told, again, enter) {
  const set = (changes) => () => {
    Object.assign(draft, changes);
    again();
  };
  const shown = ENTRIES[draft.kind](draft, told, set, enter);
  const title = [words.say(`command.${draft.kind}`), ...chosen(draft)].join(" · ");
  return [
    make("h3", { tabindex: "-1" }, title),
    ...shown,
    make("div", { class: "row" }, button(words.say("page.cancel"), () => enter(null), { key: "cancel" })),
  ];
}

const ENTRIES = { claim, kong, draw, chicken, declare, penalty };

function chosen({ by, from }) {
  return [
    by !== undefined && words.side(by),
    from === null && words.say("page.own-draw"),
    typeof from === "number" && `← ${words.side(from)}`,
  ].filter(Boolean);
}

function kong(draft, told, set, enter) {
  if (draft.way === undefined) {
    const feeders = stillIn(told).filter((side) => side !== draft.by);
    return [
      ask(
        "page.which-kong",
        button(words.say("kong.concealed"), set({ way: "concealed" }), { key: "concealed" }),
        button(words.say("kong.added"), set({ way: "added" }), { key: "added" }),
        ...feeders.map((side) =>
          button(words.say("kong.direct", { side: words.side(side) }),
            set({ way: "direct", from: side }), { key: `direct ${side}` }),
        ),
      ),
    ];
  }
  const send = (tile) => () => {
    const from = draft.way === "direct" ? { from: draft.from } : {};
    enter({ by: draft.by, kind: draft.way, tile, ...from });
  };
  return [ask("page.which-tile", tiles(told.offers.kong_tiles, told, send))];
}

function declare(draft, told, set, enter) {
  if (draft.by === undefined) {
    return [ask("page.who-declares", ...sides(set, "by", SIDES))];
  }
  const ready = button(words.say("declare.ready"), () => enter({ by: draft.by, kind: "ready" }), { key: "ready" });
  const lack = ["m", "p", "s"].map((suit) =>
    button(words.say(`declare.lack-${suit}`), () => enter({ by: draft.by, kind: "lack", suit }), { key: `lack ${suit}` }),
  );
  return [ask("page.declares", ready, ...lack)];
}

function penalty(draft, told, set, enter) {
  if (draft.by === undefined) {
    return [ask("page.who-pays", ...sides(set, "by", SIDES))];
  }
  if (draft.wrong === undefined) {
    const kinds = ["false-win", "wrong-count"].map((wrong) =>
      button(words.say(`penalty.${wrong}`), set({ wrong }), { key: wrong }),
    );
    return [ask("page.which-penalty", ...kinds)];
  }
  const pay = (amount) => enter({ by: draft.by, kind: draft.wrong, ...(amount ? { amount } : {}) });
  return [
    make("p", { class: "warning" }, words.say(`penalty.${draft.wrong}-sure`, { side: words.side(draft.by) })),
    numbers("page.amount-each", AMOUNTS, 1, pay),
    make("div", { class: "row" }, button(words.say("page.no-amount"), () => pay(0), { key: "value 0" })),
  ];
}
