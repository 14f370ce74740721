// Who looks at the page: sign in and out, set a PIN, show tonight's code to the players.

import { button } from "./buttons.js";
import { Page, make, replace } from "./element.js";
import * as me from "./me.js";
import { setPin, signIn } from "./pins.js";
import { post } from "./post.js";
import { tell } from "./told.js";
import * as words from "./words.js";

/** Return how the first PIN is set from here, and what looks again whether it may be now. */
function atTheDoor() {
  return [
    make("p", {}, words.say("page.first-pins-far")),
    make("div", { class: "row" }, button(words.say("page.look-again"), () => me.refresh(), { key: "look-again" })),
  ];
}

class PeoplePage extends Page {
  #inside = make("div");
  #code = null;

  connectedCallback() {
    this.append(this.#inside);
    super.connectedCallback();
  }

  draw() {
    const known = me.who();
    const role = words.say(`role.${known.role}`);
    replace(
      this.#inside,
      make("h2", {}, words.say("page.menu-people")),
      make("p", {}, words.say("page.you-are", { role })),
      known.broken ? make("p", { class: "warning" }, known.broken) : "",
      !me.is("technician") && Object.values(known.pins).some(Boolean) ? signIn() : "",
      ...known.may_set.map((each) => setPin(each)),
      ...(known.new && known.may_set.length === 0 ? atTheDoor() : []),
      me.is("staff") ? this.#players() : "",
      known.signed_in && known.role !== "anyone" ? this.#signOut() : "",
    );
  }

  #players() {
    const show = button(words.say("page.show-code"), () => this.#show(), { key: "show-code" });
    return make(
      "section",
      {},
      make("h3", {}, words.say("page.players")),
      make("p", {}, words.say("page.players-scan")),
      this.#code
        ? make("img", { class: "code", src: this.#code.picture, alt: this.#code.address })
        : make("div", { class: "row" }, show),
    );
  }

  async #show() {
    const answer = await fetch("api/token", { cache: "no-store" });
    if (answer.ok) {
      const { address, evening } = await answer.json();
      this.#code = { address, picture: `api/token.svg?${evening}` };
      this.redraw();
    }
  }

  #signOut() {
    const leave = async () => {
      this.#code = null;
      tell(await post("api/sign-out", {}));
      await me.refresh();
    };
    return make("div", { class: "row" }, button(words.say("page.sign-out"), leave, { key: "sign-out" }));
  }
}

customElements.define("mj-people-page", PeoplePage);
