// The page's words in the chosen language, fetched from the table; the choice is kept by the browser.

const KEPT_AS = "mjtable.language";
const TRY_AGAIN_MS = 2000;

let held = { language: "en", languages: {}, table: "", texts: {}, parts: {} };
const listeners = new Set();
let asked = 0;

/** Return the language that was chosen on this device, or "" to let the browser's wishes decide. */
export function chosen() {
  try {
    return localStorage.getItem(KEPT_AS) ?? "";
  } catch {
    return ""; // a browser that keeps nothing still shows everything
  }
}

/** Choose a language, for now and for the next visit. */
export function choose(language) {
  try {
    localStorage.setItem(KEPT_AS, language);
  } catch {
    // it holds until the page is closed
  }
  return load(language);
}

/** Fetch the words of a language and tell whoever shows them; tries until the table answers. */
export async function load(language) {
  const mine = ++asked;
  const query = language ? `?lang=${encodeURIComponent(language)}` : "";
  while (mine === asked) {
    try {
      const answer = await fetch(`api/words${query}`);
      if (answer.ok) {
        const fetched = await answer.json();
        if (mine === asked) {
          take(fetched);
        }
        return;
      }
    } catch {
      // the table is not there: tried again below
    }
    await new Promise((done) => setTimeout(done, TRY_AGAIN_MS));
  }
}

function take(fetched) {
  held = fetched;
  document.documentElement.lang = held.language;
  document.title = `mjtable · ${held.table}`;
  for (const listener of listeners) {
    listener(held.language);
  }
}

/** Call back with the language whenever the words have changed. */
export function whenChanged(listener) {
  listeners.add(listener);
}

/** Return a text with values put in; a key that is not known shows its last part. */
export function say(key, values = {}) {
  const text = held.texts[key] ?? key.slice(key.lastIndexOf(".") + 1);
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Tell whether there is a text of this key. */
export function has(key) {
  return key in held.texts;
}

/** Return the name of a side. */
export function side(number) {
  return say(`side.${number ?? "none"}`);
}

/** Return the name of a part of the machine, for its label in the program. */
export function part(label) {
  return held.parts[label] ?? label;
}

/** Return a number of points with its sign. */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** Return a long number in groups of four, so that two people can compare it aloud. */
export function groups(text) {
  return text.match(/.{1,4}/g).join(" ");
}

/** Return the variants as pairs of id and name. */
export function variants() {
  return Object.entries(held.texts)
    .filter(([key]) => key.startsWith("variant."))
    .map(([key, name]) => [key.slice("variant.".length), name]);
}

/** Return the language of the words now shown. */
export const language = () => held.language;

/** Return the languages that there are: by tag, their own names. */
export const languages = () => held.languages;
