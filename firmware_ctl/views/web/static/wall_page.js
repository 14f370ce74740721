// The honest wall: what is promised before the hand, what is opened after it, and the verdict.

import { Page, make, replace } from "./element.js";
import * as words from "./words.js";

const SIGNS = { ok: "✓", inform: "!", amber: "!", red: "✕", block: "✕" };

class WallPage extends Page {
  #inside = make("div");

  connectedCallback() {
    this.append(this.#inside);
    super.connectedCallback();
  }

  draw(table) {
    replace(this.#inside, ...(table ? parts(table) : []));
  }
}

function parts(table) {
  const { level, text } = table.verdict;
  const root = table.hand.root ?? null;
  return [
    make("h2", {}, words.say("page.menu-wall")),
    make("p", { class: `verdict ${level}` }, make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[level]), text),
    make("p", {}, words.say(table.order_checked ? "page.order-checked" : "page.counts-only")),
    root && make("h3", {}, words.say("page.root")),
    root && make("p", { class: "root" }, groups(root)),
    make("p", {}, words.say("page.root-means")),
    make("p", {}, make("a", { href: "verify" }, words.say("page.verify"))),
    table.record &&
      make("p", { class: "help" }, `${words.say("page.record")} ${table.record.sequence} · ${groups(table.record.head.slice(0, 16))}`),
  ].filter(Boolean);
}

/** Return a long number in groups of four, so that two people can compare it aloud. */
function groups(text) {
  return text.match(/.{1,4}/g).join(" ");
}

customElements.define("mj-wall-page", WallPage);
