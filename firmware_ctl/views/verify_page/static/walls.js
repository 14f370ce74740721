// An opened wall: its text, its salted leaves, the root over them (RFC 6962).

import { BadText, big, fromBase32, hex, joined, utf8 } from "mjtable/bytes";
import { hmac, sha256 } from "mjtable/sha256";

export const PREFIX = "MJWALL1:";
export const NO_UID = 2n ** 64n - 1n;

const SALT = utf8("mjtable: salt of a tile, 1");
const HEAD = 68;
const TILE = 9;
const MOST_TILES = 200;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const SUITS = ["m", "p", "s"];
const LETTERS = "ESWNCFPabcdefghJ";

/** The root over a wall's lanes; a tile is {kind, uid}, uid a BigInt. */
export function rootOf(key, lanes) {
  const hashes = lanes.flatMap((lane, side) =>
    lane.map((tile, place) => {
      const at = joined(big(side, 1), big(place, 2));
      const salt = hmac(key, joined(SALT, at));
      return sha256(joined(LEAF, salt, at, big(tile.kind, 1), big(tile.uid, 8)));
    }),
  );
  if (!hashes.length) throw new BadText("a wall without tiles");
  return hex(tree(hashes));
}

function tree(hashes) {
  if (hashes.length === 1) return hashes[0];
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return sha256(joined(NODE, tree(hashes.slice(0, split)), tree(hashes.slice(split))));
}

/** Read the text of an opened wall: {key, root, lanes, honest}. */
export function readWall(given) {
  const words = given.trim();
  if (!words.startsWith(PREFIX)) throw new BadText("another prefix");
  const content = fromBase32(words.slice(PREFIX.length));
  const counts = Array.from(content.slice(HEAD - 4, HEAD));
  const tiles = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length < 4 || !tiles || tiles > MOST_TILES || content.length !== HEAD + tiles * TILE) {
    throw new BadText("another length");
  }
  const view = new DataView(content.buffer);
  let at = HEAD;
  const lanes = counts.map((count) =>
    Array.from({ length: count }, () => {
      const tile = { kind: content[at], uid: view.getBigUint64(at + 1) };
      at += TILE;
      return tile;
    }),
  );
  const key = content.slice(0, 32);
  const root = hex(content.slice(32, 64));
  return { key, root, lanes, honest: rootOf(key, lanes) === root };
}

/** A tile's code by the number of its kind, and the reverse. */
export function codeOf(kind) {
  if (kind < 27) return `${(kind % 9) + 1}${SUITS[Math.floor(kind / 9)]}`;
  if (kind < 43) return LETTERS[kind - 27];
  if (kind < 47) return `${kind - 42}x`;
  return kind === 255 ? "?" : `#${kind}`;
}

const KINDS = new Map([...Array(47).keys(), 255].map((kind) => [codeOf(kind), kind]));

export function kindOf(code) {
  if (!KINDS.has(code)) throw new BadText(`no tile ${code}`);
  return KINDS.get(code);
}

/** A side's tiles from its owner's right, upper before lower, from lane order. */
export function wallOrder(lane) {
  const paired = lane.length - (lane.length % 2);
  return lane.map((tile, index) => (index < paired ? lane[index ^ 1] : tile));
}
