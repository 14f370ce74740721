"""The master: fresh nonces, one deadline, wrong nonces dropped, what is urgent first."""

from dataclasses import dataclass, field

from hal.line.commands import WORD, Write
from hal.line.exchanges import Exchange, Say
from hal.line.master import LOST_AFTER_S, RESEND_S, Master
from hal.modbus import (
    ExceptionReply,
    Function,
    ReadWriteRegisters,
    Reply,
    Words,
    decode_request,
    encode_reply,
)

UNIT = 1


@dataclass(frozen=True, slots=True)
class Note:
    """A command with a name, to be told apart."""

    name: int

    def write(self, nonce: int) -> Write:
        return 0x0200, (nonce, self.name)


@dataclass
class Desk:
    """A host that wants to say some things, and what it sent and heard."""

    todo: list[int] = field(default_factory=list)
    urgent: list[int] = field(default_factory=list)
    sent: list[tuple[int, int]] = field(default_factory=list)  # name, nonce
    heard: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.master = Master(UNIT, self.choose, self.send)
        self.master.start(0)

    def choose(self, _: float) -> Exchange | None:
        queue = self.urgent or self.todo
        if not queue:
            return None

        def answered(words: tuple[int, ...], _sent: float, _heard: float) -> None:
            queue.pop(0)
            self.heard.append(words)

        return Say(Note(queue[0]), 0x0010, 2, answered)

    def send(self, frame: bytes) -> None:
        request = decode_request(frame)
        assert isinstance(request, ReadWriteRegisters)
        nonce, name = request.words
        self.sent.append((name, nonce))

    def reply(self, nonce: int, value: int, now: float) -> None:
        self.answer(Words(Function.READ_WRITE, (nonce & WORD, value)), now)

    def answer(self, reply: Reply, now: float) -> None:
        self.master.received(encode_reply(UNIT, reply), now)

    @property
    def nonce(self) -> int:
        return self.sent[-1][1]


def test_it_says_one_thing_after_the_other_with_a_new_nonce_each() -> None:
    desk = Desk([1, 2])
    desk.master.kick(0.0)
    desk.master.kick(0.0)
    assert len(desk.sent) == 1
    desk.reply(desk.nonce, 11, 0.01)
    desk.reply(desk.nonce, 22, 0.02)
    assert [name for name, _ in desk.sent] == [1, 2]
    assert [words[1] for words in desk.heard] == [11, 22]
    assert not desk.master.busy


def test_a_reply_with_another_nonce_is_dropped_and_the_wait_goes_on() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    desk.reply(desk.nonce - 1, 99, 0.01)
    assert desk.heard == []
    assert len(desk.sent) == 1
    desk.reply(desk.nonce, 11, 0.02)
    assert [words[1] for words in desk.heard] == [11]
    assert desk.master.counters.dropped == 1


def test_without_a_reply_it_says_the_same_again_with_a_new_nonce() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    assert desk.master.due(RESEND_S - 0.001)
    assert len(desk.sent) == 1
    assert desk.master.due(RESEND_S)
    (first, second) = desk.sent
    assert first[0] == second[0]
    assert second[1] == first[1] + 1
    desk.reply(first[1], 99, 0.06)  # late: given up
    assert desk.heard == []
    desk.reply(second[1], 11, 0.07)
    assert [words[1] for words in desk.heard] == [11]


def test_half_a_second_without_a_valid_reply_is_a_lost_link() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    now = 0.0
    while desk.master.due(now):
        desk.reply(0x7777, 0, now)  # answers, but to nothing of ours
        deadline = desk.master.deadline
        assert deadline is not None
        now = deadline
    assert now == LOST_AFTER_S
    assert len(desk.sent) in (10, 11)  # every 50 ms


def test_time_that_this_host_slept_is_no_silence_of_the_board() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    assert desk.master.due(2.0)  # asked for at 0.05
    desk.reply(desk.nonce, 11, 2.01)
    assert [words[1] for words in desk.heard] == [11]


def test_what_is_urgent_goes_first_and_the_rest_is_said_again() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    given_up = desk.nonce
    desk.urgent.append(100)
    desk.master.preempt(0.001)
    assert [name for name, _ in desk.sent] == [1, 100]
    desk.reply(given_up, 99, 0.002)
    assert desk.heard == []
    desk.reply(desk.nonce, 11, 0.003)
    assert [name for name, _ in desk.sent] == [1, 100, 1]


def test_what_became_urgent_goes_before_what_is_said_again() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    desk.urgent.append(100)
    desk.master.due(RESEND_S)
    assert [name for name, _ in desk.sent] == [1, 100]


def test_an_exception_answers_nothing_since_it_has_no_nonce() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    desk.answer(ExceptionReply(Function.READ_WRITE, 3), 0.01)
    assert desk.master.busy
    assert desk.master.counters.exceptions == 1


def test_a_line_that_is_always_slow_still_gets_through() -> None:
    desk = Desk(list(range(50)))
    way_s = 0.08
    now, on_the_way = 0.0, []
    desk.master.kick(now)
    on_the_way.append((now + way_s, desk.nonce))
    while desk.todo:
        deadline = desk.master.deadline
        assert deadline is not None
        arrival, nonce = on_the_way[0] if on_the_way else (float("inf"), 0)
        sent_before = len(desk.sent)
        if arrival <= deadline:
            on_the_way.pop(0)
            now = arrival
            desk.reply(nonce, 0, now)
        else:
            now = deadline
            assert desk.master.due(now)
        if len(desk.sent) > sent_before:
            on_the_way.append((now + way_s, desk.nonce))
    assert len(desk.heard) == 50


def test_a_new_connection_does_not_fit_replies_of_the_old_one() -> None:
    desk = Desk([1])
    desk.master.kick(0.0)
    old = desk.nonce
    desk.master.start(old)
    desk.master.kick(1.0)
    assert desk.nonce - old > 0x100 - 1
    desk.reply(old + 1, 99, 1.01)
    assert desk.heard == []
