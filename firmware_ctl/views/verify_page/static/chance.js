// Dice and cut: what a secret and people's presses make.

import { big, hex, joined, utf8 } from "mjtable/bytes";
import { hmac, sha256 } from "mjtable/sha256";

const DICE = utf8("mjtable: faces of two dice, 1");
const CUT = utf8("mjtable: cut of a wall, 1");

export const keeps = (commitment, secret) => hex(sha256(secret)) === commitment;

function* stream(secret, purpose, presses) {
  const shape = joined(...presses.map(([side, at]) => joined(big(side, 1), big(at, 8))));
  for (let number = 0; ; number += 1) {
    yield* hmac(secret, joined(purpose, shape, big(number, 4)));
  }
}

export function fairThrow(seed, side, pressUs) {
  const faces = [];
  for (const byte of stream(seed, DICE, [[side, pressUs]])) {
    if (byte < 252) faces.push((byte % 6) + 1);
    if (faces.length === 2) return faces;
  }
}

/** The stack [side, stack] that nonce, root and presses name; walls go round clockwise. */
export function cutStack(nonce, root, presses, stacks) {
  const ring = [0, 3, 2, 1].flatMap((side) =>
    Array.from({ length: stacks[side] }, (_, stack) => [side, stack]),
  );
  const fair = 2 ** 32 - (2 ** 32 % ring.length);
  const source = stream(nonce, joined(CUT, root), presses);
  for (;;) {
    let number = 0;
    for (let count = 0; count < 4; count += 1) number = number * 256 + source.next().value;
    if (number < fair) return ring[number % ring.length];
  }
}
