// How evenly the machine mixes: pictures that the table draws after a hand, each with its words.

import { make, replace } from "./element.js";
import * as words from "./words.js";

/** Fetch what there is, and show it in an element. */
export async function showMixing(place, hand) {
  const lang = encodeURIComponent(words.language());
  const answer = await fetch(`api/mixing?lang=${lang}`).catch(() => null);
  if (!answer?.ok) {
    return; // what was drawn before stays
  }
  const { why, words: said, pictures } = await answer.json();
  replace(
    place,
    make("h3", {}, words.say("page.mixing")),
    why ? make("p", { class: "help" }, why) : "",
    ...said.map((line) => make("p", {}, line)),
    ...pictures.map((name) => figure(name, `api/mixing/${name}.svg?lang=${lang}&hand=${hand}`)),
  );
}

function figure(name, address) {
  const title = words.say(`page.mixing-${name}`);
  const picture = make("img", { src: address, alt: title, loading: "lazy" });
  return make("figure", {}, make("figcaption", {}, title), make("a", { href: address }, picture));
}
