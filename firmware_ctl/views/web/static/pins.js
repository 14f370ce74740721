// Forms that take a PIN; what is typed is sent once and kept nowhere.

import { make } from "./element.js";
import * as me from "./me.js";
import { post } from "./post.js";
import { tell } from "./told.js";
import * as words from "./words.js";

/** Return the form by which staff and technicians come in. */
export function signIn() {
  return pinForm("sign-in", words.say("page.sign-in"), words.say("page.pin"), "current-password", (pin) =>
    post("api/sign-in", { pin }),
  );
}

/** Return the form that sets the PIN of a role. */
export function setPin(role) {
  const name = words.say(`role.${role}`);
  const digits = me.who().shortest[role];
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
