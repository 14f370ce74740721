// Who looks at the page: sign in and out, set a PIN, show tonight's code to the players.

import { button } from "./buttons.js";
import { Page, make, replace } from "./element.js";
import * as me from "./me.js";
import { post } from "./post.js";
import { tell } from "./told.js";
import * as words from "./words.js";

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
      ...(known.new ? firstSteps() : []),
      !me.is("technician") && Object.values(known.pins).some(Boolean) ? signIn() : "",
      ...known.may_set.map((each) => setPin(each, known)),
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

/** Return what to do with a new table, in order. */
function firstSteps() {
  const step = (key, page) => {
    const text = words.say(key);
    return make("li", {}, page ? make("a", { href: `#${page}` }, text) : text);
  };
  return [
    make("p", {}, words.say("page.new-table")),
    make(
      "ol",
      {},
      step("page.first-language"),
      step("page.first-pins"),
      step("page.first-settings", "settings"),
      step("page.first-sensors", "service"),
      step("page.first-home", "table"),
    ),
  ];
}

function signIn() {
  return pinForm("sign-in", words.say("page.sign-in"), words.say("page.pin"), "current-password", (pin) =>
    post("api/sign-in", { pin }),
  );
}

function setPin(role, known) {
  const name = words.say(`role.${role}`);
  const digits = known.shortest[role];
  const label = words.say("page.new-pin", { role: name, digits });
  return pinForm(`set-${role}`, words.say("page.set-pin"), label, "new-password", (pin) =>
    post("api/pin", { role, pin }),
  );
}

function pinForm(id, action, label, kind, send) {
  const input = make("input", {
    id, type: "password", inputmode: "numeric", autocomplete: kind, maxlength: 12, required: true,
  });
  const submit = async (event) => {
    event.preventDefault();
    const told = await send(input.value);
    input.value = "";
    tell(told);
    if (told.ok) {
      await me.refresh();
    }
  };
  return make(
    "form",
    { submit, class: "row" },
    make("label", { for: id }, label),
    input,
    make("button", { type: "submit", "data-key": id }, action),
  );
}

customElements.define("mj-people-page", PeoplePage);
