// A form from the configuration's own schema; each change is shown before it is kept.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { newKey, post } from "./post.js";
import { tell } from "./told.js";
import * as words from "./words.js";

/** Some keys of the configuration, as they are and as somebody would have them. */
export class SettingsForm {
  #told = null;
  #changes = {};
  #again;

  /** `again` draws anew whatever shows the form. */
  constructor(again) {
    this.#again = again;
  }

  /** Return what the table told, or null before that. */
  get told() {
    return this.#told;
  }

  /** Ask the table anew and forget what was not kept. */
  async fetch() {
    this.#changes = {};
    const answer = await fetch(`api/settings?lang=${encodeURIComponent(words.language())}`).catch(() => null);
    this.#told = answer?.ok ? await answer.json() : null;
    this.#again();
  }

  /** Return the fields of some keys. */
  fields(keys) {
    return this.#all()
      .filter((field) => keys.includes(field.key))
      .map((field) => this.#field(field));
  }

  /** Return each section with its fields, open where something was changed. */
  sections() {
    return this.#told.sections.map((section) => {
      const changed = section.fields.some((field) => field.key in this.#changes || field.panel !== null);
      return make(
        "details",
        { class: "more", open: changed },
        make("summary", {}, section.about),
        ...section.fields.map((field) => this.#field(field)),
      );
    });
  }

  /** Keep changes by key and show what the table says of it. */
  async save(changes) {
    const told = await post("api/settings", { key: newKey(), changes });
    tell(told);
    if (told.ok) {
      await this.fetch();
    }
  }

  #all() {
    return this.#told?.sections.flatMap((section) => section.fields) ?? [];
  }

  #field(field) {
    const value = this.#changes[field.key] ?? field.value;
    const id = `field-${field.key}`;
    const change = (event) => {
      const given = field.kind === "bool" ? event.target.checked : event.target.value;
      this.#change(field, given);
    };
    return make(
      "div",
      { class: "field" },
      make("label", { for: id }, field.label),
      input(field, id, value, change, !this.#told.writable),
      make("small", {}, field.low === null ? field.key : `${field.key} · ${field.low} – ${field.high}`),
      field.panel === null ? "" : this.#back(field),
    );
  }

  #back(field) {
    const text = words.say("page.take-back", { value: named(field, field.file) });
    return button(text, () => this.save({ [field.key]: null }), { key: `back ${field.key}` });
  }

  #change(field, given) {
    const value = field.kind === "int" || field.kind === "float" ? Number(given) : given;
    if (value === field.value) {
      delete this.#changes[field.key];
    } else {
      this.#changes[field.key] = value;
    }
    this.#again();
  }

  /** Return what would change, with what keeps or forgets it; nothing where nothing would. */
  differences() {
    const keys = Object.keys(this.#changes);
    if (!keys.length) {
      return "";
    }
    const rows = keys.map((key) => {
      const field = this.#all().find((each) => each.key === key);
      return make(
        "li",
        {},
        make("code", {}, key),
        " ",
        make("del", {}, named(field, field.value)),
        " → ",
        make("ins", {}, named(field, this.#changes[key])),
      );
    });
    const forget = () => {
      this.#changes = {};
      this.#again();
    };
    return make(
      "section",
      { class: "differences" },
      make("h3", {}, words.say("page.changes")),
      make("ul", {}, ...rows),
      make(
        "div",
        { class: "row" },
        button(words.say("page.keep"), () => this.save(this.#changes), { key: "keep" }),
        button(words.say("page.forget"), forget, { key: "forget" }),
      ),
    );
  }
}

/** Return a value as people read it. */
function named(field, value) {
  return field.choices.find((choice) => choice.value === value)?.text ?? String(value);
}

function input(field, id, value, change, off) {
  if (field.choices.length) {
    const options = field.choices.map((choice) =>
      make("option", { value: choice.value, selected: choice.value === value }, choice.text),
    );
    return make("select", { id, change, disabled: off }, ...options);
  }
  if (field.kind === "bool") {
    return make("input", { id, type: "checkbox", checked: value, change, disabled: off });
  }
  const number = field.kind !== "str";
  return make("input", {
    id, change, disabled: off, value: String(value),
    type: number ? "number" : "text", min: field.low, max: field.high,
    step: field.kind === "float" ? "any" : null,
  });
}
