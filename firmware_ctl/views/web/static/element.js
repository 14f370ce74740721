// What every part of the page has in common: it draws itself anew when the table or the words change.

import * as live from "./live.js";
import * as me from "./me.js";
import * as route from "./route.js";
import * as words from "./words.js";

/** A part of the page; a subclass says in draw(table, lost) what it shows. */
export class Part extends HTMLElement {
  #table = null;
  #lost = false;

  connectedCallback() {
    words.whenChanged(() => this.redraw());
    me.whenChanged(() => this.redraw());
    live.whenChanged((table, lost) => {
      this.#table = table;
      this.#lost = lost;
      this.redraw();
    });
  }

  /** Return the table as it was told last, or null. */
  get table() {
    return this.#table;
  }

  /** Draw again what is known. */
  redraw() {
    this.draw(this.#table, this.#lost);
  }
}

/** A whole page: it draws only while it is shown, and may fetch something when it comes up. */
export class Page extends Part {
  connectedCallback() {
    super.connectedCallback();
    route.whenChanged((name) => {
      if (name === this.id) {
        this.open();
        this.redraw();
      }
    });
  }

  /** Do what is to be done when the page comes up. */
  open() {}

  redraw() {
    if (!this.hidden) {
      super.redraw();
    }
  }
}

/** Make an element: its attributes, then what it holds; what is not there is left out. */
export function make(name, attributes = {}, ...inside) {
  return fill(document.createElement(name), attributes, inside);
}

/** Make an element of a drawing. */
export function draw(name, attributes = {}, ...inside) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, inside);
}

function fill(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (isThere(value)) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...inside.filter((each) => isThere(each) && each !== ""));
  return element;
}

function isThere(value) {
  return value !== undefined && value !== null && value !== false;
}

/** Set an element's text if it is another one, so that a screen reader repeats nothing. */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Replace what an element holds if it would look otherwise; the focus stays on what is the same. */
export function replace(element, ...inside) {
  const wanted = make("template-of", {}, ...inside);
  if (element.innerHTML !== wanted.innerHTML) {
    const held = element.contains(document.activeElement) ? document.activeElement : null;
    const path = held ? pathTo(element, held) : [];
    element.replaceChildren(...wanted.childNodes);
    const now = path.reduce((at, index) => at?.children[index], element);
    if (held && now && nameOf(now) === nameOf(held)) {
      now.focus?.({ preventScroll: true });
    }
  }
}

/** Return where something lies within an element, as the places of children. */
function pathTo(element, held) {
  const path = [];
  for (let at = held; at !== element; at = at.parentElement) {
    path.unshift([...at.parentElement.children].indexOf(at));
  }
  return path;
}

/** Return what an element is to a person: another one in its place shall not be pressed for it. */
function nameOf(element) {
  return [element.localName, element.id, element.dataset.key, element.getAttribute("href")].join();
}
