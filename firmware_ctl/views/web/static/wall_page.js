// The honest wall: what is promised before the hand, what is opened after it, and the verdict.

import { Page, make, replace } from "./element.js";
import { showMixing } from "./mixing.js";
import * as words from "./words.js";

const SIGNS = { ok: "✓", inform: "!", amber: "!", red: "✕", block: "✕" };

class WallPage extends Page {
  #inside = make("div");
  #opened = make("div");
  #past = make("div");
  #mixing = make("div");
  #shown = null;
  #heard = null;

  connectedCallback() {
    this.append(this.#inside, this.#opened, this.#past, this.#mixing);
    super.connectedCallback();
  }

  open() {
    this.#shown = this.#heard = null;
  }

  draw(table) {
    replace(this.#inside, ...(table ? parts(table) : []));
    const hand = table?.hand.opened ?? null;
    // A verdict comes into the record a while after its hand, and a new link is told live.
    const heard = `${hand} ${table?.record?.sequence} ${table?.verdict.text} ${words.language()}`;
    if (heard !== this.#heard) {
      this.#heard = heard;
      this.#fetchVerdicts();
    }
    const shown = `${hand} ${table?.hand.state === "running"} ${words.language()}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      replace(this.#opened, ...(hand === null ? [] : opened(hand)));
      showMixing(this.#mixing, hand);
    }
  }

  async #fetchVerdicts() {
    const answer = await fetch(`api/verdicts?lang=${encodeURIComponent(words.language())}`).catch(() => null);
    if (answer?.ok) {
      replace(this.#past, ...history((await answer.json()).verdicts));
    }
  }
}

/** The wall of a hand that has ended, as a QR code; a tap on it checks it at once. */
function opened(hand) {
  const check = make("a", { href: "verify" }, words.say("page.check-this"));
  fetch("api/wall")
    .then((answer) => answer.json())
    .then(({ text }) => {
      if (text) check.href = `verify#${text}`;
    })
    .catch(() => {}); // without the text the link still leads to the page
  return [
    make("h3", {}, `${words.say("page.opened")} ${hand}`),
    make("img", { class: "code dense", src: `api/wall.svg?hand=${hand}`, alt: words.say("page.check-this") }),
    make("p", {}, check),
  ];
}

/** The wall check's verdicts on the last hands. */
function history(verdicts) {
  if (!verdicts.length) return [];
  const rows = verdicts.map(({ hand, level, null: breached, text }) =>
    make("li", { class: level }, `${hand} · ${SIGNS[level] ?? ""} ${text}${breached ? ` (${breached})` : ""}`),
  );
  return [make("h3", {}, words.say("page.verdicts")), make("ul", { class: "verdicts" }, ...rows)];
}

function promises({ dice, hand }) {
  const { cut } = hand;
  return [
    dice.commitment && make("p", { class: "help" }, `${words.say("page.promised")} ${words.groups(dice.commitment.slice(0, 16))}`),
    cut && make("p", {}, words.say("page.cut-due")),
    cut && make("p", {}, `${words.say("page.cut-pressed")} ${cut.pressed.map(words.side).join(", ") || "–"}`),
    cut && make("p", { class: "help" }, `${words.say("page.promised-cut")} ${words.groups(cut.commitment.slice(0, 16))}`),
  ];
}

function parts(table) {
  const { level, text } = table.verdict;
  const root = table.hand.root ?? null;
  return [
    make("h2", {}, words.say("page.menu-wall")),
    make("p", { class: `verdict ${level}` }, make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[level]), text),
    make("p", {}, words.say(table.order_checked ? "page.order-checked" : "page.counts-only")),
    root && make("h3", {}, words.say("page.root")),
    root && make("p", { class: "root" }, words.groups(root)),
    root && make("img", { class: "code", src: `api/root.svg?root=${root.slice(0, 16)}`, alt: words.say("page.note-root") }),
    root && make("p", { class: "help" }, words.say("page.note-root")),
    make("p", {}, words.say("page.root-means")),
    ...promises(table),
    make("p", {}, make("a", { href: "verify" }, words.say("page.verify"))),
  ].filter(Boolean);
}

customElements.define("mj-wall-page", WallPage);
