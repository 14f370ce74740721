"""The one error that ends a command with a sentence for a person."""

from firmware_ctl.cli.exits import ExitCode


class CliError(Exception):
    """What went wrong, in one sentence that says what to do; ends with the given exit code."""

    def __init__(self, text: str, code: ExitCode = ExitCode.FAILED) -> None:
        super().__init__(text)
        self.code = code
