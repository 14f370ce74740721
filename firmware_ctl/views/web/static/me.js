// Who looks at the page, and what he may do; the table says it, and checks it again at every tap.

const RANK = ["anyone", "token", "staff", "technician"];
const NOBODY = {
  role: "anyone", signed_in: false, may: ["stop"], new: false, pins: {}, may_set: [], shortest: {},
};

let known = NOBODY;
const listeners = new Set();

/** Return what the table says of whoever looks. */
export const who = () => known;

/** Tell whether whoever looks may say a command. */
export const may = (word) => known.may.includes(word);

/** Tell whether whoever looks is at least of a role. */
export const is = (role) => RANK.indexOf(known.role) >= RANK.indexOf(role);

/** Call back, now and whenever somebody comes or leaves. */
export function whenChanged(listener) {
  listeners.add(listener);
  listener(known);
}

/** Ask the table who looks. */
export async function refresh() {
  try {
    const answer = await fetch("api/me", { cache: "no-store" });
    known = answer.ok ? await answer.json() : NOBODY;
  } catch {
    known = NOBODY; // the stop stays; the rest comes back with the table
  }
  for (const listener of listeners) {
    listener(known);
  }
}
