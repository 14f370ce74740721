// What the page says to the table: one tap is one key, and every answer is an object with "ok",
// its words in the language of the page.

import * as live from "./live.js";
import * as words from "./words.js";

const WAIT_MS = 8000;

/** Return a key that is new for this tap. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Post an object; return the answer, or { ok: false, code: "lost" } where none came. */
export async function post(path, said, waitMs = WAIT_MS) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), waitMs);
  try {
    const answer = await fetch(`${path}?lang=${encodeURIComponent(words.language())}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Mjtable": "page" },
      body: JSON.stringify(said),
      keepalive: true,
      signal: giveUp.signal,
    });
    return await answer.json();
  } catch {
    return { ok: false, code: "lost" };
  } finally {
    clearTimeout(timer);
  }
}

/** Say a command in the state that is shown; an answer that got lost is asked for once more. */
export async function say(command, args = {}, held = false) {
  const said = { key: newKey(), seen: live.state(), command, args, held };
  const told = await post("api/command", said);
  return told.code === "lost" ? post("api/command", said) : told;
}
