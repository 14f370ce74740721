// The menu: the pages that whoever looks may use, the one that is shown, and how many faults stand.
//
// Where there is little room it is one button that names the page; the pages come when it is tapped.

import { Part, make, replace, setText } from "./element.js";
import * as me from "./me.js";
import * as route from "./route.js";
import * as words from "./words.js";

class Nav extends Part {
  #button = make("button", {
    type: "button", "data-key": "menu", "aria-controls": "menu", click: () => this.#show(!this.#isOpen),
  });
  #list = make("ul", { id: "menu" });
  #isOpen = false;

  connectedCallback() {
    this.append(make("nav", {}, this.#button, this.#list));
    this.addEventListener("keydown", (event) => event.key === "Escape" && this.#show(false));
    this.#show(false);
    super.connectedCallback();
    route.whenChanged(() => {
      this.#show(false);
      this.redraw();
    });
  }

  draw(table) {
    this.firstChild.setAttribute("aria-label", words.say("page.menu"));
    const faults = table?.faults.length ?? 0;
    const shown = words.say(`page.menu-${route.current()}`);
    setText(this.#button, faults ? `☰ ${shown} · ⚠ ${faults}` : `☰ ${shown}`);
    this.#button.setAttribute("aria-label", `${words.say("page.menu")}: ${shown}`);
    this.#button.classList.toggle("alarm", faults > 0);
    const links = Object.entries(route.PAGES)
      .filter(([name, role]) => name !== "first" && me.is(role))
      .map(([name]) => entry(name, name === "faults" ? faults : 0));
    replace(this.#list, ...links);
  }

  #show(isOpen) {
    this.#isOpen = isOpen;
    this.#button.setAttribute("aria-expanded", String(isOpen));
    this.#list.classList.toggle("closed", !isOpen);
  }
}

function entry(name, count) {
  const current = name === route.current();
  const text = words.say(`page.menu-${name}`);
  return make(
    "li",
    {},
    make(
      "a",
      { href: `#${name}`, "aria-current": current ? "page" : null, class: count ? "alarm" : null },
      count ? `${text} (${count})` : text,
    ),
  );
}

customElements.define("mj-nav", Nav);
