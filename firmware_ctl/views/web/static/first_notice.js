// On a new table: the way to the first steps, for who may take them.

import { Part, make, replace } from "./element.js";
import * as me from "./me.js";
import * as words from "./words.js";

class FirstNotice extends Part {
  draw() {
    const due = me.who().new && me.is("technician");
    const link = make("a", { href: "#first" }, words.say("page.first-begin"));
    replace(this, due ? make("p", { class: "notice" }, link) : "");
  }
}

customElements.define("mj-first-notice", FirstNotice);
