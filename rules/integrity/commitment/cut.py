"""Cut the wall by the players' keys instead of by dice: every stack alike, whoever presses when.

The machine commits to a nonce before anybody presses; each player's press adds its microsecond;
then nonce, root and presses together name one stack. A player who wants a certain stack would have
to know the nonce, the machine all presses to come.
"""

from collections.abc import Sequence
from itertools import islice

from rules.dice import Break
from rules.integrity.commitment.throws import Press, stream
from rules.programs import Stacks
from rules.wall import StackPlace, stack_ring

_PURPOSE = b"mjtable: cut of a wall, 1"
_BYTES = 4


def cut_stack(nonce: bytes, root: bytes, presses: Sequence[Press], stacks: Stacks) -> StackPlace:
    """Return the stack where drawing starts; ``root`` is empty where no reader looks.

    Raises:
        ValueError: the walls have no stack, or a press does not fit its bytes.
    """
    ring = stack_ring(stacks, 0)
    if not ring:
        raise ValueError("walls without a stack cannot be cut")
    whole = 256**_BYTES
    fair = whole - whole % len(ring)
    source = stream(nonce, _PURPOSE + root, *presses)
    while True:
        number = int.from_bytes(bytes(islice(source, _BYTES)), "big")
        if number < fair:
            return ring[number % len(ring)]


def break_at(dealer: int, place: StackPlace) -> Break:
    """Return the cut as a break: that wall, after the stacks to the right of the one named."""
    return Break(dealer, place.side, place.stack, place)
