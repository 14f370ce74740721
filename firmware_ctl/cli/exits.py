"""The exit codes: a promise to scripts."""

from enum import IntEnum


class ExitCode(IntEnum):
    """How a run of ``mjtable`` ended."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    NO_DAEMON = 3
    CONFIG = 4
    FAULT = 5
    REFUSED = 6
    VERIFICATION = 7
    TIMEOUT = 8
    INTERRUPTED = 130
    PIPE = 141


MEANINGS: dict[ExitCode, str] = {
    ExitCode.DONE: "done, or the answer is yes",
    ExitCode.FAILED: "failed, or the answer is no",
    ExitCode.USAGE: "wrong use, or input that cannot be read",
    ExitCode.NO_DAEMON: "no daemon is running",
    ExitCode.CONFIG: "the configuration is wrong",
    ExitCode.FAULT: "the table has a fault",
    ExitCode.REFUSED: "the table refused: not now, or not from here",
    ExitCode.VERIFICATION: "a verification failed",
    ExitCode.TIMEOUT: "no answer in time",
    ExitCode.INTERRUPTED: "interrupted by Ctrl-C",
    ExitCode.PIPE: "whatever read the output closed it",
}
