"""Check what the records of a journal claim: walls, dice and cuts against what was committed to.

Records are plain data as their JSON has them; kinds and fields are those of the table's record. A
journal may begin anywhere, so what was committed to before its first record is not held against it.
"""

from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import RulesError
from rules.integrity.commitment.cut import cut_stack
from rules.integrity.commitment.flaws import Wrong
from rules.integrity.commitment.opening import OpenedWall
from rules.integrity.commitment.tags import leaves_of
from rules.integrity.commitment.throws import SEED_BYTES, Press, fair_throw, keeps
from rules.integrity.commitment.told import CutTold, DiceTold, HandTold
from rules.programs import Stacks

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Sealed:
    record: int
    commitment: str
    root: str


class Claims:
    """What has been committed to so far, and the hands that were told.

    ``unwritten`` counts the records that the table says it could not write.
    """

    def __init__(self) -> None:
        self.hands: list[HandTold] = []
        self.unwritten = 0
        self._sealed: dict[int, _Sealed] = {}
        self._roots: set[str] = set()
        self._last_root: str | None = None
        self._last_seal = 0
        self._first_seal = 0
        self._inside: int | None = None
        self._on_table: int | None = None
        self._dice: str | None = None
        self._cut: str | None = None
        self._told_cut: CutTold | None = None
        self._boot = 0
        self._running: HandTold | None = None
        self._last_hand = 0
        self._kinds: Mapping[str, Callable[[int, Data], Wrong | None]] = {
            "cycle": self._cycle,
            "wall-sealed": self._wall_sealed,
            "wall-opened": self._wall_opened,
            "wall-stuck": self._wall_stuck,
            "hand-begun": self._hand_begun,
            "hand-ended": self._hand_ended,
            "dice-committed": self._dice_committed,
            "dice": self._thrown,
            "cut-committed": self._cut_committed,
            "cut": self._cut_fell,
            "gap": self._gap,
            "state": self._summed,
        }

    def forget(self) -> None:
        """Hear that records were lost: numbers and commitments may begin anew."""
        self._sealed.clear()
        self._last_root = None
        self._last_seal = self._first_seal = self._last_hand = 0
        self._inside = self._on_table = self._running = None
        self._dice = self._cut = self._told_cut = None

    def take(self, record: int, boot: int, kind: str, data: Data) -> Wrong | None:
        """Take one record, and return what is wrong with what it claims, if anything."""
        if boot != self._boot:
            self._boot = boot
            self._last_hand = 0
            self._dice = self._cut = self._told_cut = None
        claim = self._kinds.get(kind)
        if claim is None:
            return None
        try:
            return claim(record, data)
        except (KeyError, TypeError, ValueError, IndexError, RulesError):
            return Wrong.CLAIM

    # Walls ----------------------------------------------------------------------------------------

    def _cycle(self, record: int, data: Data) -> Wrong | None:
        """Move the walls on; those of a hand that has ended were opened with its end."""
        del record, data
        left = None if self._on_table is None else self._sealed.get(self._on_table)
        hand = self.hands[-1] if self.hands else None
        self._on_table, self._inside = self._inside, None
        if left is not None and hand is not None and hand.ended and hand.sealed == left.record:
            return Wrong.WALL_SHUT
        return None

    def _wall_sealed(self, record: int, data: Data) -> Wrong | None:
        seal = data["seal"]
        number, root = int(seal["number"]), str(seal.get("root", ""))
        if number <= self._last_seal or root in self._roots:
            return Wrong.WALL_AGAIN
        self._first_seal = self._first_seal or number
        if root:
            before = str(seal.get("before", ""))
            if self._last_root is not None and before != self._last_root:
                return Wrong.ROOT_CHAIN
            self._roots.add(root)
            self._last_root = root
        self._last_seal = number
        self._sealed[number] = _Sealed(record, str(seal["commitment"]), root)
        self._inside = number
        return None

    def _wall_opened(self, record: int, data: Data) -> Wrong | None:
        number = int(data["number"])
        sealed = self._sealed.pop(number, None)
        if sealed is None:
            return Wrong.WALL_UNKNOWN if 0 < self._first_seal <= number else None
        hand = self.hands[-1] if self.hands else None
        if self._running is not None or self._on_table != number:
            return Wrong.WALL_EARLY
        key = b64decode(str(data["key"]), validate=True)
        if not keeps(sealed.commitment, key):
            return Wrong.WALL_KEY
        if not sealed.root:
            return None
        wall = OpenedWall(key, bytes.fromhex(sealed.root), leaves_of(data["tiles"], data["uids"]))
        if not wall.honest:
            return Wrong.WALL_ROOT
        if hand is not None and hand.root == sealed.root:
            hand.opened, hand.wall = record, wall
        return None

    def _wall_stuck(self, record: int, data: Data) -> None:
        del record
        self._sealed.pop(int(data["number"]), None)

    def _gap(self, record: int, data: Data) -> None:
        """Hear of records that the table could not write; a sum of everything follows."""
        del record
        self.unwritten += int(data["records"])
        self.forget()

    def _summed(self, record: int, data: Data) -> None:
        """Take what stands when a sum is made: walls, and promises that are not known."""
        state = data["state"]
        self._last_seal = max(self._last_seal, int(state["seals"]))
        self._inside = self._kept(record, state.get("sealed_inside"))
        self._on_table = self._kept(record, state.get("sealed_on_table"))
        promises = state["table"].get("promises", {})
        self._dice = self._dice or promises.get("dice") or None
        self._cut = self._cut or promises.get("cut") or None

    def _kept(self, record: int, seal: Data | None) -> int | None:
        if seal is None:
            return None
        number, root = int(seal["number"]), str(seal.get("root", ""))
        self._sealed.setdefault(number, _Sealed(record, str(seal["commitment"]), root))
        return number

    # Hands ----------------------------------------------------------------------------------------

    def _hand_begun(self, record: int, data: Data) -> Wrong | None:
        number = int(data["number"])
        if number <= self._last_hand:
            return Wrong.HAND_AGAIN
        self._last_hand = number
        hand = HandTold(
            number,
            record,
            int(data["dealer"]),
            str(data["variant"]),
            _stacks(data["stacks"]),
            cut=self._told_cut,
        )
        self._told_cut = None
        sealed = None if self._on_table is None else self._sealed.get(self._on_table)
        if sealed is not None:
            hand.root, hand.sealed = sealed.root, sealed.record
        self._running = hand
        self.hands.append(hand)
        return None

    def _hand_ended(self, record: int, data: Data) -> Wrong | None:
        hand, self._running = self._running, None
        if hand is None:
            return None
        if hand.number != int(data["number"]):
            return Wrong.HAND_AGAIN
        hand.ended = record
        return None

    # Dice and cut ---------------------------------------------------------------------------------

    def _dice_committed(self, record: int, data: Data) -> Wrong | None:
        """Take a promise; one that nothing came of may not be replaced by another."""
        del record
        replaced, self._dice = self._dice, str(data["commitment"])
        return None if replaced is None else Wrong.PROMISE

    def _thrown(self, record: int, data: Data) -> Wrong | None:
        side, source = int(data["side"]), str(data.get("source", ""))
        faces = None if data["faces"] is None else (int(data["faces"][0]), int(data["faces"][1]))
        seed = _secret(data.get("seed", ""))
        proved = None
        if seed:
            committed, self._dice = self._dice, None
            if committed is None or not keeps(committed, seed):
                return Wrong.DICE_SEED
            if fair_throw(seed, Press(side, int(data["press_us"]))) != faces:
                return Wrong.DICE_FACES
            proved = True
        elif source == "electronic":
            return Wrong.DICE_SEED
        if self._running is not None:
            told = DiceTold(record, side, faces, source, proved)
            self._running.dice = (*self._running.dice, told)
        return None

    def _cut_committed(self, record: int, data: Data) -> Wrong | None:
        del record
        replaced, self._cut = self._cut, str(data["commitment"])
        return None if replaced is None else Wrong.PROMISE

    def _cut_fell(self, record: int, data: Data) -> Wrong | None:
        committed, self._cut = self._cut, None
        nonce = _secret(data["nonce"])
        if committed is None or not keeps(committed, nonce):
            return Wrong.CUT_NONCE
        presses = tuple(Press(int(side), int(at_us)) for side, at_us in data["presses"])
        root = bytes.fromhex(str(data["root"]))
        place = cut_stack(nonce, root, presses, _stacks(data["stacks"]))
        if place != (int(data["side"]), int(data["stack"])) or not self._is_root(root.hex()):
            return Wrong.CUT_PLACE
        self._told_cut = CutTold(record, place.side, place.stack, presses)
        return None

    def _is_root(self, root: str) -> bool:
        """Tell whether this is the root of the wall on the table, as far as the journal knows."""
        sealed = None if self._on_table is None else self._sealed.get(self._on_table)
        return sealed is None or sealed.root == root


def _secret(text: object) -> bytes:
    """Return a secret of 32 bytes, or nothing for an empty text.

    Raises:
        ValueError: neither.
    """
    secret = bytes.fromhex(str(text))
    if len(secret) not in (0, SEED_BYTES):
        raise ValueError(f"a secret has {SEED_BYTES} bytes, not {len(secret)}")
    return secret


def _stacks(numbers: Sequence[int]) -> Stacks:
    east, south, west, north = (int(number) for number in numbers)
    return east, south, west, north
