"""Keep memory to ourselves, since closed walls lie open in it, and keep its upkeep short.

No core is written when the program crashes, and no other program of the same user may read its
memory (prctl(2), ``PR_SET_DUMPABLE``). Swapping is the system's: the unit forbids it where the
kernel counts memory by service; who is root can read everything, whatever a program does.
"""

import ctypes
import gc
import os
import resource

_PR_GET_DUMPABLE = 3
_PR_SET_DUMPABLE = 4


def keep_to_ourselves() -> None:
    """Let nobody but root read this process's memory, living or dead.

    Raises:
        OSError: the kernel refuses.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _prctl(_PR_SET_DUMPABLE, 0)


def is_readable() -> bool:
    """Tell whether this process may be dumped or read by its user's other programs."""
    return _prctl(_PR_GET_DUMPABLE, 0) != 0


def settle() -> None:
    """Take what starting has made out of the garbage collector's sight: it lives to the end.

    A collection of everything would else hold up a stop by the time that it takes to look at every
    module, class and table of the program.
    """
    gc.collect()
    gc.freeze()


def _prctl(option: int, value: int) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    answer: int = library.prctl(option, value, 0, 0, 0)
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
