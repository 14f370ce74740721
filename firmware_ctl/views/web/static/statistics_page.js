// Statistics: pictures that the table has drawn from its record, each with its numbers in words.

import { Page, make, replace } from "./element.js";
import * as words from "./words.js";

class StatisticsPage extends Page {
  #head = make("h2");
  #inside = make("div");
  #told = null;

  connectedCallback() {
    this.append(this.#head, this.#inside);
    super.connectedCallback();
  }

  open() {
    this.#fetch();
  }

  async #fetch() {
    const answer = await fetch(`api/statistics?lang=${encodeURIComponent(words.language())}`);
    this.#told = answer.ok ? await answer.json() : null;
    this.redraw();
  }

  draw() {
    this.#head.textContent = words.say("page.menu-statistics");
    const charts = this.#told?.charts ?? [];
    const none = make("p", {}, words.say("page.no-statistics"));
    replace(this.#inside, ...(charts.length ? charts.map(figure) : [none]));
  }
}

function figure(chart) {
  const address = `api/statistics/${chart.id}.svg?lang=${encodeURIComponent(words.language())}`;
  return make(
    "figure",
    {},
    make("figcaption", {}, chart.title),
    make("img", { src: address, alt: chart.text }),
    make("p", { class: "help" }, chart.text),
  );
}

customElements.define("mj-statistics-page", StatisticsPage);
