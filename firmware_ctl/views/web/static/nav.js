// The menu: the pages that whoever looks may use, the one that is shown, and how many faults stand.

import { Part, make, replace } from "./element.js";
import * as me from "./me.js";
import * as route from "./route.js";
import * as words from "./words.js";

class Nav extends Part {
  #list = make("ul");

  connectedCallback() {
    this.append(make("nav", {}, this.#list));
    super.connectedCallback();
    route.whenChanged(() => this.redraw());
  }

  draw(table) {
    this.firstChild.setAttribute("aria-label", words.say("page.menu"));
    const faults = table?.faults.length ?? 0;
    const links = Object.entries(route.PAGES)
      .filter(([name, role]) => name !== "first" && me.is(role))
      .map(([name]) => entry(name, name === "faults" ? faults : 0));
    replace(this.#list, ...links);
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
