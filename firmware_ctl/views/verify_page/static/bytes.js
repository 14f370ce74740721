// Bytes and the texts that stand for them.

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export class BadText extends Error {}

export const utf8 = (text) => new TextEncoder().encode(text);

export function text(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadText("no UTF-8");
  }
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(digits) {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new BadText("no hexadecimal digits");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Read Base32 without padding (RFC 4648); bits left over must be zero. */
export function fromBase32(digits) {
  const bytes = [];
  let bits = 0;
  let value = 0;
  for (const digit of digits) {
    const number = BASE32.indexOf(digit);
    if (number < 0) throw new BadText("no Base32 digit");
    value = (value << 5) | number;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(value >> bits);
      value &= (1 << bits) - 1;
    }
  }
  if (value || bits >= 5) throw new BadText("Base32 digits left over");
  return Uint8Array.from(bytes);
}

export function fromBase64(digits) {
  if (!/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(digits)) {
    throw new BadText("no Base64");
  }
  return Uint8Array.from(atob(digits), (letter) => letter.charCodeAt(0));
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number as so many bytes, the highest first; `BigInt` where it may exceed 53 bits. */
export function big(number, size) {
  const bytes = new Uint8Array(size);
  let rest = BigInt(number);
  for (let at = size - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  if (rest !== 0n) throw new BadText("a number does not fit its bytes");
  return bytes;
}

export const same = (one, two) => one.length === two.length && one.every((byte, at) => byte === two[at]);
