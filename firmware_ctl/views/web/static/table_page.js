// The table: its parts stand in the page itself and draw themselves.

import { Page } from "./element.js";

class TablePage extends Page {
  draw() {}
}

customElements.define("mj-table-page", TablePage);
