// The few taps of an entry: each step shows what is to be chosen next; the last one sends it.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { face } from "./tile.js";
import * as words from "./words.js";

const SIDES = [0, 1, 2, 3];
const VALUES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16];
const SHOWS = ["ready", "not-ready", "pig"];
const HOWS = ["", "kong", "rob", "kong-discard", "heaven", "earth"];
const OWN = new Set(["kong", "heaven"]);
const TAKEN = new Set(["rob", "kong-discard"]);

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

function ask(key, ...inside) {
  return make("fieldset", { class: "row" }, make("legend", {}, words.say(key)), ...inside);
}

function sides(set, name, sides_, key = name) {
  return sides_.map((side) =>
    button(words.side(side), set({ [name]: side }), { key: `${key} ${side}` }),
  );
}

function claim(draft, told, set, enter) {
  const inside = SIDES.filter((side) => !(told.out ?? []).includes(side));
  if (draft.by === undefined) {
    return [ask("page.who-wins", ...sides(set, "by", inside))];
  }
  if (draft.from === undefined) {
    const others = inside.filter((side) => side !== draft.by);
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
  const values = VALUES.map((value) =>
    button(String(value), set({ value, tiles: [] }), { key: `value ${value}`, pressed: draft.value === value }),
  );
  const tiles = draft.tiles ?? [];
  const args = claimArgs(draft, tiles);
  return [
    ask("page.worth", ...values),
    make("div", { class: "row first" },
      button(words.say("page.enter"), () => enter(args), { key: "enter", off: args === null })),
    ask("page.how", ...hows),
    make(
      "details",
      { class: "more", open: tiles.length > 0 },
      make("summary", { "data-key": "by-tiles" }, words.say("page.by-tiles")),
      keypad(tiles, told, (next) => set({ tiles: next, value: undefined })),
    ),
  ];
}

/** Return a win's arguments, by value or by tiles, the last of which won; null while incomplete. */
function claimArgs(draft, tiles) {
  const args = { by: draft.by };
  if (draft.from !== null) {
    args.from = draft.from;
  }
  if (draft.how) {
    args.how = draft.how;
  }
  if (tiles.length > 1) {
    return { ...args, hand: tiles.slice(0, -1).join(" "), tile: tiles.at(-1) };
  }
  return draft.value === undefined ? null : { ...args, value: draft.value };
}

function keypad(tiles, told, set) {
  const back = tiles.slice(0, -1);
  return make(
    "div",
    { class: "keypad" },
    make("p", { class: "picked", "aria-live": "polite" }, ...tiles.map((code) => face(code, told.offers.names[code]))),
    make("p", { class: "help" }, words.say("page.last-tile-wins")),
    make(
      "div",
      { class: "tiles" },
      ...told.offers.tiles.map((code) =>
        make(
          "button",
          { type: "button", "data-key": `tile ${code}`, click: set([...tiles, code]) },
          face(code, told.offers.names[code]),
        ),
      ),
    ),
    button("⌫", set(back), { key: "back", off: tiles.length === 0 }),
  );
}

function kong(draft, told, set, enter) {
  if (draft.by === undefined) {
    return [ask("page.who-kongs", ...sides(set, "by", SIDES.filter((s) => !(told.out ?? []).includes(s))))];
  }
  if (draft.way === undefined) {
    const feeders = SIDES.filter((side) => side !== draft.by && !(told.out ?? []).includes(side));
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
  const tiles = told.offers.kong_tiles.map((code) =>
    make("button", { type: "button", "data-key": `tile ${code}`, click: send(code) }, face(code, told.offers.names[code])),
  );
  return [ask("page.which-tile", make("div", { class: "tiles" }, ...tiles))];
}

function draw(draft, told, set, enter) {
  const shown = draft.shown ?? {};
  const open = SIDES.filter((side) => !(told.out ?? []).includes(side));
  const rows = open.map((side) =>
    make(
      "fieldset",
      { class: "row" },
      make("legend", {}, words.side(side)),
      ...SHOWS.map((word) =>
        button(words.say(`shown.${word}`), set({ shown: { ...shown, [side]: word } }), {
          key: `${word} ${side}`,
          pressed: shown[side] === word,
        }),
      ),
    ),
  );
  const last = open.map((side) =>
    button(words.side(side), set({ last: side }), { key: `last ${side}`, pressed: draft.last === side }),
  );
  const args = { hands: SIDES.map((side) => shown[side] ?? "").join("/") };
  if (draft.last !== undefined) {
    args.last = draft.last;
  }
  return [
    ...rows,
    ask("page.last-drawer", ...last),
    make("div", { class: "row first" }, button(words.say("page.enter"), () => enter(args), { key: "enter" })),
  ];
}

function chicken(draft, told, set, enter) {
  const counts = draft.counts ?? [0, 0, 0, 0];
  if (draft.turned === undefined) {
    const tiles = told.offers.tiles.map((code) =>
      make("button", { type: "button", "data-key": `tile ${code}`, click: set({ turned: code }) }, face(code, told.offers.names[code])),
    );
    const none = button(words.say("page.nothing-turned"), set({ turned: null }), { key: "none" });
    return [ask("page.turned", none, make("div", { class: "tiles" }, ...tiles))];
  }
  const rows = SIDES.map((side) => {
    const more = (by) => {
      const next = counts.map((count, at) => (at === side ? Math.min(8, Math.max(0, count + by)) : count));
      return set({ counts: next });
    };
    return make(
      "fieldset",
      { class: "row" },
      make("legend", {}, words.side(side)),
      button("−", more(-1), { key: `less ${side}` }),
      make("output", {}, String(counts[side])),
      button("+", more(1), { key: `more ${side}` }),
    );
  });
  const turned = draft.turned === null ? {} : { turned: draft.turned };
  const args = { in_hand: counts.join("/"), discarded: "///", ...turned };
  return [
    make("p", {}, words.say("page.chickens-each")),
    ...rows,
    make("div", { class: "row first" }, button(words.say("page.enter"), () => enter(args), { key: "enter" })),
  ];
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
  const amounts = [0, 1, 2, 5, 8, 10, 20].map((amount) =>
    button(amount ? String(amount) : words.say("page.no-amount"),
      () => enter({ by: draft.by, kind: draft.wrong, ...(amount ? { amount } : {}) }),
      { key: `amount ${amount}` }),
  );
  return [
    make("p", { class: "warning" }, words.say(`penalty.${draft.wrong}-sure`, { side: words.side(draft.by) })),
    ask("page.amount-each", ...amounts),
  ];
}
