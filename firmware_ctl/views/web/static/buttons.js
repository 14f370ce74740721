// Buttons: one that is tapped, and one that is held, for what sets a resting table in motion.

import { make } from "./element.js";
import { say } from "./post.js";
import { tell } from "./told.js";
import * as words from "./words.js";

const HOLD_MS = 1200;

/** Return a button with a text; a key names it for tests and styles, a name tells what a sign means. */
export function button(text, act, { key = null, pressed = null, off = false, name = null } = {}) {
  return make(
    "button",
    {
      type: "button",
      "data-key": key,
      "aria-label": name,
      "aria-pressed": pressed === null ? null : String(pressed),
      disabled: off,
      click: act,
    },
    text,
  );
}

/** Return a button that says a command with its arguments. */
export function commandButton(word, args = {}, text = words.say(`command.${word}`)) {
  return button(text, () => command(word, args), { key: keyOf(word, args) });
}

/** Return a button that says a command when it has been held. */
export function holdButton(word, text = words.say(`command.${word}`)) {
  const made = make(
    "button",
    { type: "button", class: "hold", "data-key": word, "aria-describedby": "hold-help" },
    text,
  );
  let timer = 0;
  let filling = null;
  const press = () => {
    if (!timer) {
      filling = made.animate([{ backgroundSize: "0% 100%" }, { backgroundSize: "100% 100%" }], HOLD_MS);
      timer = setTimeout(done, HOLD_MS);
    }
  };
  const release = () => {
    clearTimeout(timer);
    timer = 0;
    filling?.cancel();
  };
  const done = () => {
    release();
    command(word, {}, true);
  };
  const isKey = (event) => event.key === "Enter" || event.key === " ";
  made.addEventListener("pointerdown", press);
  for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
    made.addEventListener(end, release);
  }
  made.addEventListener("keydown", (event) => isKey(event) && press());
  made.addEventListener("keyup", (event) => isKey(event) && release());
  made.addEventListener("contextmenu", (event) => event.preventDefault());
  return made;
}

/** Say a command and show what the table answers; return the answer. */
export async function command(word, args = {}, held = false) {
  const told = await say(word, args, held);
  tell(told);
  return told;
}

function keyOf(word, args) {
  return [word, ...Object.values(args)].join(" ");
}
