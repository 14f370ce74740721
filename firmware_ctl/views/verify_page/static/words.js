// The words of the page in the language that the browser asks for, or that somebody chose.

const texts = JSON.parse(document.getElementById("words").textContent);

export const LANGUAGES = [["en", "English"], ["zh-CN", "简体中文"], ["ja", "日本語"]];

let chosen =
  navigator.languages
    .map((wanted) => LANGUAGES.find(([tag]) => tag.split("-")[0] === wanted.split("-")[0])?.[0])
    .find(Boolean) ?? "en";

export const language = () => chosen;

export function choose(tag) {
  chosen = tag;
  fill();
}

const filled = (key, values) =>
  texts[key][chosen].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

export const say = (key, values = {}) => filled(`verify-${key}`, values);

export const flaw = ({ wrong, line, record }) => filled(`journal.${wrong}`, { line, record });

export const side = (number) => filled(`side.${number}`, {});

/** Put the words into every element that names one. */
export function fill() {
  document.documentElement.lang = chosen;
  document.title = say("title");
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
}
