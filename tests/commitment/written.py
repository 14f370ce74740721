"""Journals written as a table writes them, from records given as plain data."""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from firmware_ctl.audit.journal_export import journal_lines
from firmware_ctl.audit.signing import JournalKey, is_signed
from firmware_ctl.store.chain import START, Link
from firmware_ctl.store.seals import MachineKey
from rules.dice import Throw
from rules.integrity.commitment.cut import cut_stack
from rules.integrity.commitment.journal import Checked, check_journal
from rules.integrity.commitment.leaves import Leaf, wall_root
from rules.integrity.commitment.lines import canonical
from rules.integrity.commitment.tags import uid_text
from rules.integrity.commitment.throws import Press, commitment_to, fair_throw
from rules.tiles import TILES, code_of

KEY = JournalKey(MachineKey(bytes(range(32))))
OTHER_KEY = JournalKey(MachineKey(bytes(32)))
STACKS = (2, 2, 2, 2)

Data = Mapping[str, object]
Told = tuple[str, Data]


def linked(records: Iterable[Told], after: bytes = START, first: int = 1) -> list[Link]:
    """Chain records up, all of one start."""
    links = []
    for number, (kind, data) in enumerate(records, start=first):
        body = canonical(
            {
                "at": number * 10,
                "boot": 1,
                "clock": 1_700_000_000_000 + number,
                "data": data,
                "kind": kind,
                "seq": number,
                "trusted": True,
            }
        )
        after = sha256(after + body).digest()
        links.append(Link(number, 1, body, after))
    return links


def written(links: Iterable[Link], key: JournalKey = KEY) -> list[bytes]:
    """Return a journal's lines."""
    return list(journal_lines(links, key.sign, table="Table 7", key=key.public))


def checked(lines: Iterable[bytes], key: str | None = None) -> Checked:
    return check_journal(lines, is_signed, key)


@dataclass
class Table:
    """Tells of walls and hands as an honest table does; what it should lie about can be set."""

    records: list[Told] = field(default_factory=list)
    walls: int = 0
    hands: int = 0
    root: str = ""
    key: bytes = b""
    lanes: Sequence[Sequence[Leaf]] = ()

    def tell(self, kind: str, **data: object) -> None:
        self.records.append((kind, data))

    def close_wall(self) -> None:
        self.walls += 1
        self.key = sha256(b"key %d" % self.walls).digest()
        self.lanes = [
            [Leaf(int(TILES[(side * 4 + at + self.walls) % 34]), side * 16 + at) for at in range(4)]
            for side in range(4)
        ]
        before, self.root = self.root, wall_root(self.key, self.lanes).hex()
        seal = {
            "before": before,
            "box": "",
            "commitment": commitment_to(self.key),
            "key": "",
            "number": self.walls,
            "root": self.root,
        }
        self.tell("wall-sealed", seal=seal)
        self.tell("cycle")

    def throw(self, side: int = 0) -> Throw:
        seed = sha256(b"seed %d" % len(self.records)).digest()
        press = Press(side, 1000 * len(self.records))
        faces = fair_throw(seed, press)
        self.tell("dice-committed", commitment=commitment_to(seed))
        self.tell(
            "dice",
            faces=list(faces),
            press_us=press.at_us,
            seed=seed.hex(),
            side=side,
            source="electronic",
        )
        return faces

    def cut(self) -> None:
        nonce = sha256(b"nonce %d" % len(self.records)).digest()
        presses = [Press(side, 77 * side + len(self.records)) for side in range(4)]
        place = cut_stack(nonce, bytes.fromhex(self.root), presses, STACKS)
        self.tell("cut-committed", commitment=commitment_to(nonce))
        self.tell(
            "cut",
            nonce=nonce.hex(),
            presses=[[press.side, press.at_us] for press in presses],
            root=self.root,
            side=place.side,
            stack=place.stack,
            stacks=list(STACKS),
        )

    def begin(self) -> None:
        self.hands += 1
        self.tell("hand-begun", dealer=0, number=self.hands, stacks=list(STACKS), variant="GD")

    def end(self) -> None:
        self.tell("hand-ended", number=self.hands, result=None)

    def open_wall(self, lanes: Sequence[Sequence[Leaf]] | None = None) -> None:
        shown = self.lanes if lanes is None else lanes
        self.tell(
            "wall-opened",
            key=b64encode(self.key).decode(),
            number=self.walls,
            tiles=[" ".join(code_of(TILES[leaf.kind]) for leaf in lane) for lane in shown],
            uids=[" ".join(uid_text(leaf.uid) for leaf in lane) for lane in shown],
        )

    def hand(self) -> None:
        """Play one hand from wall to wall."""
        self.close_wall()
        self.begin()
        self.throw()
        self.end()
        self.open_wall()


def evening(hands: int = 2) -> Table:
    """Tell of an evening with dice, and a last hand that is cut by keys and has typed dice."""
    table = Table()
    table.tell("boot", simulated=True, version="1")
    for _ in range(hands):
        table.hand()
    table.close_wall()
    table.cut()
    table.begin()
    table.tell("dice", faces=[3, 4], press_us=0, seed="", side=0, source="typed")
    table.tell("dice", faces=None, press_us=0, seed="", side=0, source="unread")
    table.end()
    table.open_wall()
    return table
