// All tables at a glance: asks for what has changed every two seconds.

const EVERY_MS = 2000;
const MARKS = { fault: "!", offline: "○", ending: "◐", playing: "▶", locked: "▣", ready: "·" };

let texts = {};
let tag = "";

function say(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

function cell(table) {
  const state = say(`fleet.${table.how}`);
  const told = table.fault
    ? `${table.fault} ${table.fault_text}`
    : table.safe_to_cut ? say("fleet.safe")
    : table.how === "offline" || !table.phase ? state : say(`phase.${table.phase}`);
  const what = table.simulated ? `${say("fleet.simulated")} · ${told}` : told;
  const inner = make(table.url ? "a" : "div", "");
  if (table.url) inner.href = table.url;
  inner.append(make("span", "name", `${MARKS[table.how]} ${table.name}`), make("span", "what", what));
  inner.setAttribute("aria-label", `${table.name}: ${state}. ${what}`);
  inner.title = what;
  return make("li", table.how, inner);
}

function draw(fleet) {
  document.getElementById("tables").replaceChildren(...fleet.tables.map(cell));
  const counts = Object.entries(fleet.counts).map(([how, count]) =>
    make("li", count ? "has" : "", `${MARKS[how]} ${say(`fleet.${how}`)} ${count}`));
  document.getElementById("counts").replaceChildren(...counts);
  tell(fleet.broker ? "" : say("fleet.no-broker"));
}

function tell(trouble) {
  const place = document.getElementById("trouble");
  place.hidden = !trouble;
  if (place.textContent !== trouble) place.textContent = trouble;
}

async function look() {
  try {
    const answer = await fetch("api/fleet", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") ?? "";
      draw(await answer.json());
    }
  } catch {
    tag = "";
    tell(say("fleet.no-server"));
  }
  setTimeout(look, EVERY_MS);
}

const words = await (await fetch(`api/words${location.search}`)).json();
texts = words.texts;
document.documentElement.lang = words.language;
document.title = say("fleet.title");
document.getElementById("title").textContent = say("fleet.title");
await look();
