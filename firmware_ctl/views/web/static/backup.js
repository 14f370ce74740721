// Backup and update: the file to keep elsewhere, and the commands that the page leaves to the owner.

import { button } from "./buttons.js";
import { make } from "./element.js";
import { tell } from "./told.js";
import * as words from "./words.js";

const COMMANDS = ["sudo mjtable backup table.zip", "sudo mjtable restore table.zip", "sudo mjtable update NEW.deb"];
const FILE = "mjtable-backup.zip";

/** Return what is shown of it. */
export function backup() {
  return [
    make("h3", {}, words.say("page.backup")),
    make("p", {}, words.say("page.backup-what")),
    make("div", { class: "row" }, button(words.say("page.backup-load"), load, { key: "backup" })),
    make("p", {}, words.say("page.backup-how")),
    make("ul", {}, ...COMMANDS.map((command) => make("li", {}, make("code", {}, command)))),
  ];
}

/** Take a backup and hand it to the browser; a refusal is told in words. */
async function load() {
  const answer = await fetch(`api/backup?lang=${encodeURIComponent(words.language())}`).catch(() => null);
  if (!answer) {
    tell({ ok: false, code: "lost" });
    return;
  }
  if (!answer.ok) {
    tell(await answer.json().catch(() => ({ ok: false, why: words.say("page.backup-failed") })));
    return;
  }
  const address = URL.createObjectURL(await answer.blob());
  make("a", { href: address, download: FILE }).click();
  URL.revokeObjectURL(address);
}
