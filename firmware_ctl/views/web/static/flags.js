// What holds for everything else on the page: simulated, locked, muted, no link, the emergency stop.

import { Part, make, replace } from "./element.js";
import * as words from "./words.js";

class Flags extends Part {
  draw(table) {
    replace(this, ...(table ? flagsOf(table) : []));
  }
}

function flagsOf(table) {
  const flags = [];
  if (table.simulated) {
    flags.push(flag("simulated", "notice"));
  }
  if (table.estop !== "disengaged") {
    flags.push(flag(`estop-${table.estop}`, "alarm"));
  }
  if (table.link.state !== "up") {
    flags.push(flag("link-down", "alarm"));
  }
  for (const name of ["locked", "muted"]) {
    if (table[name]) {
      flags.push(flag(name, "notice"));
    }
  }
  if (!table.lamps) {
    flags.push(flag("lamps-off", "notice"));
  }
  return flags;
}

function flag(key, kind) {
  return make("strong", { class: kind }, words.say(`view.${key}`));
}

customElements.define("mj-flags", Flags);
