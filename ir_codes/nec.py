"""Cut NEC signals out of a stream of pulses: a leader is looked for at every mark.

Streaming and in constant memory: what is kept is the signal under way, and of that no more than
``MOST_MARKS`` marks. Reading a cut-out signal is :mod:`ir_codes.nec_reading`; a finer reader takes
the same marks and edges.
"""

from collections.abc import Sequence

from ir_codes.frames import Reader, Reason, Rejected, Result
from ir_codes.joiner import Joiner, Mark
from ir_codes.nec_reading import LEADER_MARK_US, is_whole, read_signal
from ir_codes.pulses import Kind

SILENCE_US = 2_900
"""So long a space ends a signal that has all its marks (a one's space is 1.69 ms)."""

LONG_SILENCE_US = 6_500
"""So long without any light, not even a sliver, ends any signal (the leader's space is 4.5 ms, and
a first mark worn short joins it with the next)."""

MOST_MARKS = 100
"""No signal that could be read, glitches included, has more; it is judged by these."""

BIT_MARK_US = (330, 900)
BITS_OF_A_SIGNAL = 12
"""A burst with so many bit-like marks was somebody's data with its leader lost, not noise."""

FOREIGN_LEADER_US = 2_000
"""So long a mark that is not ours is another protocol's leader."""


class NecDecoder:
    """Pulses in, NEC frames, repeat frames and refusals out.

    With ``codes``, all 32-bit frames of the paired remotes, damaged frames are read as one of these
    or not at all; clean frames of any remote are still told. ``readers`` are asked, in turn, about
    signals without a NEC leader.
    """

    __slots__ = (
        "_burst",
        "_codes",
        "_edges",
        "_fell",
        "_joiner",
        "_last",
        "_leader",
        "_marks",
        "_out",
        "_overlapped",
    )

    def __init__(self, codes: Sequence[int] = (), readers: Sequence[Reader] = ()) -> None:
        self._codes = tuple(codes)
        self._joiner = Joiner()
        self._last = Kind.SPACE
        self._fell = 0  # the last light's end, sliver or not
        self._leader: Mark | None = None
        self._marks: list[Mark] = []  # after the leader, slivers joined
        self._edges: list[Mark] = []  # after the leader, as they came
        self._overlapped = False  # this signal's leader cut another one off
        self._burst = _Burst(readers)  # marks outside any signal of ours
        self._out: list[Result] = []

    @property
    def now_us(self) -> int:
        """Return the stream's time: the sum of all pulses, spaces and timeouts."""
        return self._joiner.now

    @property
    def known_until_us(self) -> int:
        """Return the time up to which all is told; what is under way began after it."""
        if self._leader is not None:
            return self._leader.rise
        lit_since = self._joiner.lit_since
        return self._joiner.now if lit_since is None else lit_since

    def feed(self, kind: Kind, us: int) -> Sequence[Result]:
        """Take one pulse; return what it settles. Words lost on the way end a signal."""
        if kind is Kind.FREQUENCY:
            return ()
        if kind is Kind.OVERFLOW or (kind is self._last and kind is not Kind.TIMEOUT):
            self._lose()
        if kind is Kind.PULSE:
            self._light(us)
        elif kind is not Kind.OVERFLOW:
            self._dark(us)
        self._last = kind
        return self._taken()

    def idle(self, us: int) -> Sequence[Result]:
        """Judge as if ``us`` of silence followed now; the stream's time does not move."""
        if us <= SILENCE_US:
            return ()
        ended = self._joiner.settle()
        if ended is not None:
            self._mark(ended)
            self._last = Kind.TIMEOUT  # the space that follows is no second one
        self._silence(self._joiner.silence_us + us, self._joiner.now - self._fell + us)
        return self._taken()

    def _light(self, us: int) -> None:
        now = self._joiner.now
        self._joiner.push(us, lit=True)
        self._fell = now + us
        if self._leader is not None:
            self._edges.append(Mark(now, now + us))

    def _dark(self, us: int) -> None:
        ended = self._joiner.push(us, lit=False)
        if ended is not None:
            self._mark(ended)
        if len(self._edges) >= MOST_MARKS:  # a flood of noise has no silence to wait for
            self._end()
        if self._joiner.silence_us > SILENCE_US:
            self._silence(self._joiner.silence_us, self._joiner.now - self._fell)

    def _mark(self, mark: Mark) -> None:
        if LEADER_MARK_US[0] <= mark.fall - mark.rise <= LEADER_MARK_US[1]:
            self._begin(mark)
        elif self._leader is None:
            self._burst.add(mark)
        else:
            self._marks.append(mark)

    def _silence(self, us: int, dark_us: int) -> None:
        """Take a space so far, and how long no light at all has been seen."""
        if dark_us > LONG_SILENCE_US or (
            us > SILENCE_US and self._leader is not None and is_whole(self._leader, self._marks)
        ):
            self._end()

    def _begin(self, leader: Mark) -> None:
        """Take a leader; one that comes inside a signal is a second remote's: both are lost."""
        cuts = (
            self._leader is not None
            and len(self._marks) > 0
            and not is_whole(self._leader, self._marks)
        )
        self._overlapped = self._overlapped or cuts
        self._end()
        self._overlapped = cuts
        self._leader = leader

    def _end(self) -> None:
        """Tell what the marks so far were."""
        other = self._burst.judged()
        if other is not None:
            self._out.append(other)
        if self._leader is not None:
            self._out.append(self._judged(self._leader))
            self._clear()

    def _judged(self, leader: Mark) -> Result:
        if self._overlapped:
            return Rejected(Reason.OVERLAP, leader.rise)
        return read_signal(leader, self._marks, self._edges, self._codes)

    def _clear(self) -> None:
        self._leader = None
        self._overlapped = False
        self._marks.clear()
        self._edges.clear()

    def _lose(self) -> None:
        """Give up the signal under way: an unknown part of it is missing."""
        self._joiner.settle()
        self._burst.forget()
        if self._leader is not None:
            self._out.append(Rejected(Reason.TRUNCATED, self._leader.rise))
            self._clear()

    def _taken(self) -> Sequence[Result]:
        if not self._out:
            return ()
        out, self._out = self._out, []
        return out


class _Burst:
    """Marks that follow no leader of ours, up to the next long silence."""

    __slots__ = ("_marks", "_readers")

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = readers
        self._marks: list[Mark] = []

    def add(self, mark: Mark) -> None:
        """Take one more mark; of those after the hundredth only their number would matter."""
        if len(self._marks) < MOST_MARKS:
            self._marks.append(mark)

    def judged(self) -> Result | None:
        """Return another protocol's frame, another's data or noise; begin anew."""
        marks, self._marks = self._marks, []
        if not marks:
            return None
        for read in self._readers:
            result = read(marks)
            if result is not None:
                return result
        lengths = [mark.fall - mark.rise for mark in marks]
        foreign = (
            max(lengths) >= FOREIGN_LEADER_US
            or sum(BIT_MARK_US[0] <= us <= BIT_MARK_US[1] for us in lengths) >= BITS_OF_A_SIGNAL
        )
        return Rejected(Reason.LEADER if foreign else Reason.NOISE, marks[0].rise)

    def forget(self) -> None:
        """Drop what is there: a part of it is missing."""
        self._marks.clear()
