// The page: takes a wall's text or a journal, checks it here, and says what it found.

import { BadText } from "mjtable/bytes";
import { checkJournal } from "mjtable/journal";
import * as roots from "mjtable/roots";
import { PREFIX, codeOf, readWall, wallOrder } from "mjtable/walls";
import * as words from "mjtable/words";

const find = (id) => document.getElementById(id);
let shown = () => {};

function make(tag, attributes, ...content) {
  const element = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...content);
  return element;
}

const squeezed = (value) => value.replace(/\s+/g, "").toLowerCase();
const grouped = (digits) => digits.match(/.{1,4}/g)?.join(" ") ?? "–";

/** Show a verdict, and lines under it; drawn again when the language changes. */
function show(level, draw) {
  shown = () => {
    const [first, ...rest] = draw();
    const sign = make("span", { "aria-hidden": "true" }, { good: "✓", bad: "✕", wait: "…" }[level] ?? "!");
    const verdict = make("p", { class: "verdict" }, sign, " ", first);
    find("result").replaceChildren(verdict, ...rest.filter(Boolean));
    find("result").className = level;
  };
  shown();
}

const line = (name, value) =>
  make("p", {}, make("b", {}, words.say(name)), " ", make("span", { class: "digits" }, value));

function tiles(lanes) {
  const rows = lanes.map((lane, side) =>
    lane.length
      ? make(
          "tr",
          {},
          make("th", { scope: "row" }, words.side(side)),
          make("td", {}, wallOrder(lane).map((tile) => codeOf(tile.kind)).join(" ")),
        )
      : "",
  );
  return make("table", {}, make("caption", {}, words.say("tiles")), make("tbody", {}, ...rows));
}

function checkWall(text) {
  let wall;
  try {
    wall = readWall(text);
  } catch (error) {
    if (!(error instanceof BadText)) throw error;
    show("bad", () => [words.say("no-wall")]);
    return;
  }
  const typed = squeezed(find("root").value);
  const seen = typed || (roots.noted().includes(wall.root) ? wall.root : "");
  const other = seen && (seen.length < 8 || !wall.root.startsWith(seen));
  if (!wall.honest || other) {
    show("bad", () => [words.say(wall.honest ? "other-root" : "wrong-tiles"), line("root", grouped(wall.root))]);
    return;
  }
  show("good", () => [
    words.say(seen ? "wall-good-seen" : "wall-good"),
    line("root", grouped(wall.root)),
    tiles(wall.lanes),
  ]);
}

async function checkFile(file) {
  show("wait", () => [words.say("checking", { percent: 0 })]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (new TextDecoder().decode(bytes.subarray(0, PREFIX.length)) === PREFIX) {
    checkWall(new TextDecoder().decode(bytes));
    return;
  }
  const found = await checkJournal(bytes, squeezed(find("key").value), (part) =>
    show("wait", () => [words.say("checking", { percent: Math.floor(part * 100) })]),
  );
  if (found.flaw) show("bad", () => [words.flaw(found.flaw)]);
  else show(found.signed ? "good" : "unsigned", () => journalLines(found));
}

function journalLines(found) {
  const opened = found.hands.filter((hand) => hand.lanes);
  const proved = found.hands.flatMap((hand) => hand.dice).filter((dice) => dice.proved).length;
  return [
    words.say(found.signed ? "journal-good" : "journal-unsigned"),
    line("table", found.header.table),
    line("key", grouped(found.header.key)),
    line("head", grouped(found.head)),
    line("counts", words.say("counted", { records: found.records, walls: opened.length, throws: proved })),
    ...found.gaps.map((gap) => line("gap", gap.first > gap.last ? `${gap.first}…` : `${gap.first}–${gap.last}`)),
    found.unwritten ? line("gap", String(found.unwritten)) : "",
    ...found.hands.map(handLines),
  ];
}

function handLines(hand) {
  const dice = hand.dice.map(
    ({ faces, side, proved }) =>
      `${words.side(side)} ${faces ? faces.join("+") : "?"}${proved ? ` ✓ ${words.say("proved")}` : ""}`,
  );
  const { cut } = hand;
  return make(
    "details",
    {},
    make("summary", {}, words.say("hand", { number: hand.number })),
    line("root", grouped(hand.root)),
    dice.length ? line("dice", dice.join("; ")) : "",
    cut ? line("cut", words.say("cut-at", { side: words.side(cut.side), stack: cut.stack + 1 })) : "",
    hand.lanes ? tiles(hand.lanes) : make("p", {}, words.say("not-opened")),
  );
}

function check() {
  const [file] = find("file").files;
  const text = find("wall").value;
  if (text.trim()) checkWall(text);
  else if (file) checkFile(file);
  else show("bad", () => [words.say("nothing")]);
}

function start() {
  words.fill();
  find("language").append(
    ...words.LANGUAGES.map(([tag, name]) => make("option", { value: tag, lang: tag }, name)),
  );
  find("language").value = words.language();
  find("language").addEventListener("change", (event) => {
    words.choose(event.target.value);
    shown();
  });
  find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  find("file").addEventListener("change", () => {
    find("wall").value = "";
    check();
  });
  fromAddress();
  addEventListener("hashchange", fromAddress);
}

function fromAddress() {
  const text = decodeURIComponent(location.hash.slice(1));
  const root = roots.rootIn(text);
  if (root) {
    roots.note(root);
    show("good", () => [words.say("root-noted"), line("root", grouped(root))]);
    return;
  }
  if (!text.startsWith(PREFIX)) return;
  find("wall").value = text;
  check();
}

start();
