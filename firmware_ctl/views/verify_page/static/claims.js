// What the records of a journal claim: walls, dice and cuts against what was committed to before.

import { BadText, fromBase64, fromHex, hex } from "mjtable/bytes";
import { cutStack, fairThrow, keeps } from "mjtable/chance";
import { NO_UID, kindOf, rootOf } from "mjtable/walls";

const secret = (digits) => {
  const bytes = fromHex(digits ?? "");
  if (bytes.length !== 0 && bytes.length !== 32) throw new BadText("a secret has 32 bytes");
  return bytes;
};

function whole(number) {
  if (!Number.isSafeInteger(number)) throw new BadText("no whole number");
  return number;
}

export class Claims {
  hands = [];
  unwritten = 0;
  #sealed = new Map();
  #roots = new Set();
  #lastRoot = null;
  #lastSeal = 0;
  #firstSeal = 0;
  #inside = null;
  #onTable = null;
  #dice = null;
  #cut = null;
  #toldCut = null;
  #boot = 0;
  #running = null;
  #lastHand = 0;

  /** Hear that records were lost: numbers and commitments may begin anew. */
  forget() {
    this.#sealed.clear();
    this.#lastRoot = this.#inside = this.#onTable = this.#running = null;
    this.#lastSeal = this.#firstSeal = this.#lastHand = 0;
    this.#dice = this.#cut = this.#toldCut = null;
  }

  /** Take one record; return the name of what is wrong with what it claims, or null. */
  take(record, boot, kind, data) {
    if (boot !== this.#boot) {
      this.#boot = boot;
      this.#lastHand = 0;
      this.#dice = this.#cut = this.#toldCut = null;
    }
    const claim = KINDS.get(kind);
    if (!claim) return null;
    try {
      return claim.call(this, record, data) ?? null;
    } catch {
      return "claim";
    }
  }

  /** Move the walls on; those of a hand that has ended were opened with its end. */
  cycle() {
    const left = this.#sealed.get(this.#onTable);
    const hand = this.hands.at(-1);
    this.#onTable = this.#inside;
    this.#inside = null;
    return left && hand?.ended && hand.sealed === left.record ? "wall-shut" : null;
  }

  wallSealed(record, { seal }) {
    const number = whole(seal.number);
    const root = seal.root ?? "";
    if (number <= this.#lastSeal || this.#roots.has(root)) return "wall-again";
    this.#firstSeal ||= number;
    if (root) {
      if (this.#lastRoot !== null && (seal.before ?? "") !== this.#lastRoot) return "root-chain";
      this.#roots.add(root);
      this.#lastRoot = root;
    }
    this.#lastSeal = number;
    this.#sealed.set(number, { record, commitment: String(seal.commitment), root });
    this.#inside = number;
    return null;
  }

  wallOpened(record, data) {
    const number = whole(data.number);
    const sealed = this.#sealed.get(number);
    this.#sealed.delete(number);
    if (!sealed) return this.#firstSeal && this.#firstSeal <= number ? "wall-unknown" : null;
    if (this.#running || this.#onTable !== number) return "wall-early";
    const key = fromBase64(data.key);
    if (!keeps(sealed.commitment, key)) return "wall-key";
    if (!sealed.root) return null;
    const lanes = lanesOf(data.tiles, data.uids);
    if (rootOf(key, lanes) !== sealed.root) return "wall-root";
    const hand = this.hands.at(-1);
    if (hand && hand.root === sealed.root) Object.assign(hand, { opened: record, lanes });
    return null;
  }

  wallStuck(_, data) {
    this.#sealed.delete(whole(data.number));
  }

  gap(_, { records }) {
    this.unwritten += whole(records);
    this.forget();
  }

  summed(record, { state }) {
    this.#lastSeal = Math.max(this.#lastSeal, whole(state.seals));
    this.#inside = this.#kept(record, state.sealed_inside);
    this.#onTable = this.#kept(record, state.sealed_on_table);
    this.#dice ??= state.table.promises?.dice || null;
    this.#cut ??= state.table.promises?.cut || null;
  }

  #kept(record, seal) {
    if (!seal) return null;
    const { number, commitment, root = "" } = seal;
    const known = this.#sealed.get(whole(number));
    this.#sealed.set(number, known ?? { record, commitment: String(commitment), root });
    return number;
  }

  handBegun(record, data) {
    const number = whole(data.number);
    if (number <= this.#lastHand) return "hand-again";
    this.#lastHand = number;
    const sealed = this.#sealed.get(this.#onTable);
    this.#running = {
      number,
      begun: record,
      root: sealed?.root ?? "",
      sealed: sealed?.record,
      dice: [],
      cut: this.#toldCut,
      lanes: null,
    };
    this.#toldCut = null;
    this.hands.push(this.#running);
    return null;
  }

  handEnded(record, data) {
    const hand = this.#running;
    this.#running = null;
    if (!hand) return null;
    if (hand.number !== whole(data.number)) return "hand-again";
    hand.ended = record;
    return null;
  }

  /** A promise that nothing came of may not be replaced by another. */
  diceCommitted(_, { commitment }) {
    const replaced = this.#dice;
    this.#dice = String(commitment);
    return replaced === null ? null : "promise";
  }

  thrown(_, data) {
    const side = whole(data.side);
    const faces = data.faces && data.faces.map(whole);
    const seed = secret(data.seed);
    let proved = null;
    if (seed.length) {
      const committed = this.#dice;
      this.#dice = null;
      if (committed === null || !keeps(committed, seed)) return "dice-seed";
      const fair = fairThrow(seed, side, whole(data.press_us));
      if (!faces || faces.length !== 2 || fair.some((face, die) => face !== faces[die])) {
        return "dice-faces";
      }
      proved = true;
    } else if (data.source === "electronic") return "dice-seed";
    this.#running?.dice.push({ side, faces, source: data.source ?? "", proved });
    return null;
  }

  cutCommitted(_, { commitment }) {
    const replaced = this.#cut;
    this.#cut = String(commitment);
    return replaced === null ? null : "promise";
  }

  cutFell(_, data) {
    const committed = this.#cut;
    this.#cut = null;
    const nonce = secret(data.nonce);
    if (committed === null || !keeps(committed, nonce)) return "cut-nonce";
    const presses = data.presses.map(([side, at]) => [whole(side), whole(at)]);
    const [side, stack] = cutStack(nonce, fromHex(data.root), presses, data.stacks.map(whole));
    const sealed = this.#sealed.get(this.#onTable);
    if (side !== data.side || stack !== data.stack || (sealed && sealed.root !== data.root)) {
      return "cut-place";
    }
    this.#toldCut = { side, stack };
    return null;
  }
}

const KINDS = new Map(
  Object.entries({
    cycle: "cycle",
    "wall-sealed": "wallSealed",
    "wall-opened": "wallOpened",
    "wall-stuck": "wallStuck",
    "hand-begun": "handBegun",
    "hand-ended": "handEnded",
    "dice-committed": "diceCommitted",
    dice: "thrown",
    "cut-committed": "cutCommitted",
    cut: "cutFell",
    gap: "gap",
    state: "summed",
  }).map(([kind, method]) => [kind, Claims.prototype[method]]),
);

function lanesOf(tiles, uids) {
  if (tiles.length !== uids.length) throw new BadText("not as many sides");
  return tiles.map((lane, side) => {
    const codes = lane.split(" ").filter(Boolean);
    const tags = uids[side].split(" ").filter(Boolean);
    if (codes.length !== tags.length) throw new BadText("not as many tags as tiles");
    return codes.map((code, at) => ({
      kind: kindOf(code),
      uid: tags[at] === "-" ? NO_UID : BigInt(`0x${hex(fromHex(tags[at]))}`),
    }));
  });
}
