// Settings: every key of the configuration, and the way back to the first steps.

import { Page, make, replace } from "./element.js";
import * as me from "./me.js";
import { SettingsForm } from "./settings_form.js";
import * as words from "./words.js";

class SettingsPage extends Page {
  #inside = make("div");
  #form = new SettingsForm(() => this.redraw());

  connectedCallback() {
    this.append(this.#inside);
    super.connectedCallback();
  }

  open() {
    this.#form.fetch();
  }

  draw() {
    const head = make("h2", {}, words.say("page.menu-settings"));
    const { told } = this.#form;
    if (!told || !me.is("technician")) {
      replace(this.#inside, head);
      return;
    }
    replace(
      this.#inside,
      head,
      make("p", {}, make("a", { href: "#first" }, words.say("page.first-again"))),
      make("p", {}, told.why || words.say("page.settings-where", { file: told.file })),
      this.#form.differences(),
      ...this.#form.sections(),
    );
  }
}

customElements.define("mj-settings-page", SettingsPage);
