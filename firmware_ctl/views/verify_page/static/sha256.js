// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). The browser's own hash is not there on a page that came
// over plain HTTP, which is how a table in a living room serves it.

import { joined, utf8 } from "mjtable/bytes";

const primes = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime)) primes.push(number);
}
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const K = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64;

const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(message) {
  const bytes = typeof message === "string" ? utf8(message) : message;
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < length; at += BLOCK) block(state, words, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, number) => digest.setInt32(4 * number, word));
  return new Uint8Array(digest.buffer);
}

function block(state, words, view, at) {
  for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const early = words[t - 15];
    const late = words[t - 2];
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16] + s0 + words[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + words[t]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, number) => {
    state[number] += word;
  });
}

export function hmac(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}
