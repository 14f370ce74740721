// Check a signed journal from its first line to its last; name the first thing that is wrong.

import { BadText, big, fromHex, hex, joined, same, text, utf8 } from "mjtable/bytes";
import { Claims } from "mjtable/claims";
import { sha256 } from "mjtable/sha256";

const FORMAT = 1;
const START = new Uint8Array(32);
const PURPOSE = utf8("mjtable: journal of a table, 1");
const RECORD = /^\{"hash":"([0-9a-f]{64})","record":(\{.*\})\}$/s;
const SIGNATURE = /^\{"(end|upto)":(0|[1-9][0-9]{0,17}),"signature":"([0-9a-f]{128})"\}$/;
const MOST_LINE_BYTES = 1 << 20;
const REST_EVERY_MS = 50;

/** JSON as the table writes it: sorted keys, no spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const parts = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${parts.join(",")}}`;
}

function parsed(line) {
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadText("no JSON");
  }
  if (value === null || typeof value !== "object" || canonical(value) !== line) throw new BadText("not canonical");
  return value;
}

/** Check a journal's bytes; `told` hears how far it is, from 0 to 1. */
export async function checkJournal(bytes, expectedKey, told = () => {}) {
  const check = new Check(expectedKey);
  let rested = performance.now();
  let flaw = null;
  for (let at = 0; at < bytes.length && !flaw; ) {
    const end = bytes.indexOf(10, at);
    flaw = await check.line(end < 0 ? null : bytes.subarray(at, end));
    at = end < 0 ? bytes.length : end + 1;
    if (performance.now() - rested > REST_EVERY_MS) {
      told(at / bytes.length);
      await new Promise((go) => setTimeout(go));
      rested = performance.now();
    }
  }
  flaw ??= check.end();
  const { header, records, last, gaps, claims, signed } = check;
  const { hands, unwritten } = claims;
  return { flaw, header, records, last, gaps, unwritten, hands, signed, head: hex(check.hash) };
}

/** Return a key's check of a signature, or null where the browser has no Ed25519. */
async function verifier(key) {
  try {
    const made = await crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
    return (signature, message) => crypto.subtle.verify("Ed25519", made, signature, message);
  } catch {
    return null;
  }
}

class Check {
  header = null;
  records = 0;
  last = 0;
  gaps = [];
  claims = new Claims();
  hash = START;
  /** Whether signatures could be checked here. */
  signed = true;
  #expected;
  #headerHash = START;
  #verify = null;
  #signedUpto = 0;
  #boot = 0;
  #number = 0;
  #ended = false;

  constructor(expectedKey) {
    this.#expected = expectedKey;
  }

  async line(bytes) {
    this.#number += 1;
    if (this.#ended) return this.#flaw("after-end");
    if (bytes === null || bytes.length >= MOST_LINE_BYTES) {
      return this.#flaw(this.header ? "truncated" : "no-journal", this.last);
    }
    try {
      if (!this.header) return await this.#begin(bytes, text(bytes));
      const line = text(bytes);
      const signature = SIGNATURE.exec(line);
      if (signature) return await this.#signature(signature);
      const record = RECORD.exec(line);
      if (!record) throw new BadText("no line of a journal");
      return this.#record(fromHex(record[1]), record[2], parsed(record[2]));
    } catch (error) {
      if (!(error instanceof BadText)) throw error;
      return this.header ? this.#flaw("line", this.last + 1) : this.#flaw("no-journal");
    }
  }

  end() {
    if (!this.header) return this.#flaw("no-journal");
    return this.#ended ? null : this.#flaw("truncated", this.last);
  }

  async #begin(bytes, line) {
    const told = parsed(line);
    const hashes = [told.key, told.after].every((one) => /^[0-9a-f]{64}$/.test(one));
    const first = Number.isSafeInteger(told.first) && told.first > 0;
    const exact = Object.keys(told).length === 5 && typeof told.table === "string";
    if (told["mjtable-journal"] !== FORMAT || !hashes || !first || !exact) throw new BadText("no header");
    this.header = told;
    this.#headerHash = sha256(bytes);
    this.hash = fromHex(told.after);
    this.last = this.#signedUpto = told.first - 1;
    this.#verify = await verifier(told.key);
    this.signed = this.#verify !== null;
    return this.#expected && told.key !== this.#expected ? this.#flaw("other-key") : null;
  }

  #record(hash, body, { seq, boot, kind, data }) {
    const numbers = Number.isSafeInteger(seq) && Number.isSafeInteger(boot);
    const plain = data !== null && typeof data === "object" && !Array.isArray(data);
    if (!numbers || typeof kind !== "string" || !plain) throw new BadText("no record");
    const [before, due] =
      kind === "file" && this.records ? this.#acrossFiles(seq, data) : [this.hash, this.last + 1];
    if (seq < due) return this.#flaw("again", due);
    if (seq > due) return this.#flaw("absent", due);
    const follows = same(sha256(joined(before, utf8(body))), hash);
    if (boot < this.#boot || !follows) return this.#flaw("changed", due);
    if (kind === "file" && this.records) {
      this.gaps.push({ first: this.last + 1, last: seq - 1 });
      this.claims.forget();
    }
    Object.assign(this, { hash, last: seq });
    this.#boot = boot;
    this.records += 1;
    const claimed = this.claims.take(seq, boot, kind, data);
    return claimed && this.#flaw(claimed, seq);
  }

  /** What the first record of a new file follows; it may tell of lost records. */
  #acrossFiles(seq, { continues }) {
    if (continues === hex(START) && seq > this.last) return [START, seq];
    if (continues === hex(this.hash) && seq > this.last) return [this.hash, seq];
    return [this.hash, this.last + 1];
  }

  async #signature([, name, upto, digits]) {
    const end = name === "end";
    const number = Number(upto);
    const parts = [PURPOSE, this.#headerHash, big(end ? 1 : 0, 1), big(number, 8), this.hash];
    const right =
      number === this.last &&
      (this.#verify === null || (await this.#verify(fromHex(digits), joined(...parts))));
    if (!right) return this.#flaw("signature", Math.min(this.#signedUpto + 1, this.last));
    this.#signedUpto = number;
    this.#ended = end;
    return null;
  }

  #flaw(wrong, record = 0) {
    return { wrong, line: this.#number, record };
  }
}
