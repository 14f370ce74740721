// Which page is shown: the one that the address names after its #, else the table.

import * as me from "./me.js";
import { post } from "./post.js";

/** The pages in the order of the menu, and the role that each is for; the last one is in no menu. */
export const PAGES = {
  table: "anyone",
  hand: "anyone",
  wall: "anyone",
  faults: "anyone",
  statistics: "staff",
  service: "technician",
  settings: "technician",
  people: "anyone",
  first: "technician",
};

const listeners = new Set();
let shown = "table";

/** Return the name of the page that is shown. */
export const current = () => shown;

/** Call back with the page's name, now and whenever another one is shown. */
export function whenChanged(listener) {
  listeners.add(listener);
  listener(shown);
}

/** Follow the address from now on. */
export function start() {
  window.addEventListener("hashchange", follow);
  follow();
}

async function follow() {
  const named = location.hash.slice(1);
  if (named.startsWith("join=")) {
    history.replaceState(null, "", "#table"); // the token stays in no history
    await post("api/join", { token: named.slice("join=".length) });
    await me.refresh();
  }
  const wanted = location.hash.slice(1);
  shown = wanted in PAGES ? wanted : "table";
  for (const name of Object.keys(PAGES)) {
    document.getElementById(name).hidden = name !== shown;
  }
  for (const listener of listeners) {
    listener(shown);
  }
}
