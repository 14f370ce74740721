// Roots that this browser was shown before the dice, kept for when their walls are opened.

const PREFIX = "MJROOT:";
const PLACE = "mjtable-roots";
const MOST = 100;

/** The root in an address, or null. */
export function rootIn(text) {
  return new RegExp(`^${PREFIX}([0-9a-f]{64})$`).exec(text)?.[1] ?? null;
}

export function noted() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((root) => typeof root === "string") : [];
  } catch {
    return []; // a browser that keeps nothing, or something that is not ours
  }
}

export function note(root) {
  const kept = [root, ...noted().filter((one) => one !== root)].slice(0, MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing: the root can still be typed
  }
}
