// The live table: one stream of server-sent events, while the page is looked at.
//
// The first message is the whole snapshot, each further one the fields that changed. The line counts
// as lost when it breaks, or when nothing at all comes for longer than the table ever keeps silent.

const SILENCE_MS = 40_000;
const TRY_AGAIN_MS = 2000;

let table = null;
let lost = false;
let language = "";
let source = null;
let alarm = 0;
let again = 0;
const listeners = new Set();

/** Listen to the table in words of a language, from now on. */
export function listen(wanted) {
  language = wanted;
  open();
}

/** Call back with the table, or null before it is known, and whether it is old, at every change. */
export function whenChanged(listener) {
  listeners.add(listener);
  listener(table, lost);
}

/** Return the name of the state that is shown, or null. */
export function state() {
  return table?.state ?? null;
}

function open() {
  hangUp();
  if (document.hidden || !language) {
    return;
  }
  source = new EventSource(`api/events?lang=${encodeURIComponent(language)}`);
  source.addEventListener("snapshot", (event) => take(JSON.parse(event.data)));
  source.addEventListener("delta", (event) => take({ ...table, ...JSON.parse(event.data) }));
  source.addEventListener("alive", watch);
  source.addEventListener("error", fail);
  watch();
}

function hangUp() {
  source?.close();
  source = null;
  clearTimeout(alarm);
  clearTimeout(again);
}

function take(picture) {
  watch();
  table = picture;
  lost = false;
  tell();
}

function watch() {
  clearTimeout(alarm);
  alarm = setTimeout(fail, SILENCE_MS);
}

function fail() {
  hangUp();
  lost = true;
  tell();
  again = setTimeout(open, TRY_AGAIN_MS);
}

function tell() {
  for (const listener of listeners) {
    listener(table, lost);
  }
}

document.addEventListener("visibilitychange", open);
