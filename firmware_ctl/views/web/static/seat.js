// At which side whoever looks sits; the browser keeps it, and the picture is turned by it.

const KEPT_AS = "mjtable.seat";
const listeners = new Set();
let seat = kept();

function kept() {
  try {
    const side = Number(localStorage.getItem(KEPT_AS));
    return [0, 1, 2, 3].includes(side) ? side : 0;
  } catch {
    return 0; // a browser that keeps nothing shows the table from side 0
  }
}

/** Return the side. */
export const own = () => seat;

/** Sit down at a side. */
export function choose(side) {
  seat = side;
  try {
    localStorage.setItem(KEPT_AS, String(side));
  } catch {
    // it holds until the page is closed
  }
  for (const listener of listeners) {
    listener(seat);
  }
}

/** Call back with the side, now and whenever another one is chosen. */
export function whenChanged(listener) {
  listeners.add(listener);
  listener(seat);
}
