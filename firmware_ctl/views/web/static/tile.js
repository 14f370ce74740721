// Our own drawings of the 42 tile faces, jokers, animals and backs; every face carries its name.
//
// A face is drawn on a grid of 60 by 80. Characters are the system's letters; dots, sticks, flowers
// and the rest are shapes.

import { draw, make } from "./element.js";
import * as words from "./words.js";

const INK = "#1d2a44";
const RED = "#b3261e";
const GREEN = "#1f6b3f";
const NUMERALS = "一二三四五六七八九";
const WINDS = { E: "東", S: "南", W: "西", N: "北" };
const FLOWERS = { a: "春", b: "夏", c: "秋", d: "冬", e: "梅", f: "蘭", g: "竹", h: "菊" };
const PETALS = { a: 5, b: 6, c: 4, d: 6, e: 5, f: 3, g: 4, h: 8 };

const ROWS = {
  1: [[30, 34]],
  2: [[30, 20], [30, 50]],
  3: [[17, 18], [30, 35], [43, 52]],
  4: [[19, 20], [41, 20], [19, 50], [41, 50]],
  5: [[18, 18], [42, 18], [30, 35], [18, 52], [42, 52]],
  6: [[20, 15], [40, 15], [20, 35], [40, 35], [20, 55], [40, 55]],
  7: [[15, 13], [30, 18], [45, 23], [20, 40], [40, 40], [20, 57], [40, 57]],
  8: [[20, 11], [40, 11], [20, 27], [40, 27], [20, 43], [40, 43], [20, 59], [40, 59]],
  9: [[15, 15], [30, 15], [45, 15], [15, 35], [30, 35], [45, 35], [15, 55], [30, 55], [45, 55]],
};

/** Return a tile's face with its code or short name below; screen readers say the name. */
export function face(code, name) {
  const drawing = draw("svg", { viewBox: "0 0 60 80", "aria-hidden": "true", class: "tile" });
  drawing.append(
    draw("rect", { x: 1, y: 1, width: 58, height: 78, rx: 7, fill: "#fffdf4", stroke: "#7a6b4a" }),
    ...strokes(code),
  );
  const short = words.language() === "en" ? code : name;
  return make(
    "span",
    { class: "face" },
    drawing,
    make("span", { class: "name", "aria-hidden": "true" }, short),
    make("span", { class: "unseen" }, name),
  );
}

/** Return a tile's back, of set A or B; the sets differ by pattern too. */
export function back(set) {
  const drawing = draw("svg", { viewBox: "0 0 60 80", "aria-hidden": "true", class: "tile" });
  const fill = set === "B" ? "#3f86bd" : "#c48a1e";
  drawing.append(draw("rect", { x: 1, y: 1, width: 58, height: 78, rx: 7, fill, stroke: "#3b2a0c" }));
  for (let at = 14; at < 80; at += 13) {
    const path = set === "B" ? `M8 ${at} h44` : `M8 ${at} l44 -8`;
    drawing.append(draw("path", { d: path, stroke: "#ffffffa0", "stroke-width": 2.5 }));
  }
  return make("span", { class: "face" }, drawing, make("span", { class: "name" }, set));
}

function strokes(code) {
  if (code in WINDS) {
    return [letter(WINDS[code], 44, 40, INK)];
  }
  if (code in FLOWERS) {
    return [...flower(PETALS[code], code < "e" ? RED : GREEN), letter(FLOWERS[code], 20, 66, INK)];
  }
  const special = SPECIAL[code];
  if (special) {
    return special();
  }
  const number = Number(code[0]);
  return SUITS[code[1]](number);
}

const SPECIAL = {
  C: () => [letter("中", 46, 40, RED)],
  F: () => [letter("發", 44, 40, GREEN)],
  P: () => [
    draw("rect", { x: 12, y: 12, width: 36, height: 56, rx: 4, fill: "none", stroke: INK, "stroke-width": 4 }),
    draw("rect", { x: 18, y: 18, width: 24, height: 44, fill: "none", stroke: INK, "stroke-width": 1.5 }),
  ],
  J: () => [letter("★", 34, 32, RED), letter("百搭", 16, 62, INK)],
  "?": () => [letter("?", 44, 40, INK)],
};

const SUITS = {
  m: (number) => [letter(NUMERALS[number - 1], 30, 24, INK), letter("萬", 32, 57, RED)],
  p: (number) => ROWS[number].flatMap(([x, y], at) => dot(x, y, number === 1 ? 20 : 7.4, at)),
  s: (number) => (number === 1 ? bird() : ROWS[number].map(([x, y], at) => stick(x, y, at))),
  x: (number) => [letter(["猫", "鼠", "鸡", "虫"][number - 1], 36, 40, GREEN)],
};

function letter(text, size, y, fill) {
  const place = { x: 30, y, "font-size": size, fill, class: "glyph" };
  return draw("text", place, text);
}

function dot(x, y, r, at) {
  const fill = [INK, GREEN, RED][at % 3];
  return [
    draw("circle", { cx: x, cy: y + 4, r, fill }),
    draw("circle", { cx: x, cy: y + 4, r: r * 0.6, fill: "none", stroke: "#fffdf4", "stroke-width": 1.4 }),
    draw("circle", { cx: x, cy: y + 4, r: r * 0.22, fill: "#fffdf4" }),
  ];
}

function stick(x, y, at) {
  const fill = at % 4 === 2 ? RED : GREEN;
  const d = `M${x - 3} ${y - 4} q3 -3 6 0 v6 h-6 z M${x - 3} ${y + 4} h6 v6 q-3 3 -6 0 z`;
  return draw("path", { d, fill });
}

function bird() {
  return [
    draw("ellipse", { cx: 30, cy: 42, rx: 13, ry: 18, fill: GREEN }),
    draw("circle", { cx: 34, cy: 19, r: 8, fill: RED }),
    draw("path", { d: "M41 18 l9 3 -9 3 z", fill: INK }),
    draw("circle", { cx: 36, cy: 17, r: 1.8, fill: "#fffdf4" }),
    draw("path", { d: "M20 50 q-12 14 -8 22 q8 -4 14 -14 z M30 60 v14 M24 74 h12", fill: RED, stroke: INK, "stroke-width": 2 }),
  ];
}

function flower(petals, fill) {
  const drawn = [...Array(petals).keys()].map((at) =>
    draw("ellipse", {
      cx: 30, cy: 17, rx: 6, ry: 11, fill, opacity: 0.85,
      transform: `rotate(${(360 * at) / petals} 30 30)`,
    }),
  );
  return [...drawn, draw("circle", { cx: 30, cy: 30, r: 5, fill: "#e9b44c" })];
}
