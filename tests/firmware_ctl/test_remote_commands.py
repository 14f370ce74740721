"""Words of the remote's keys become commands; a hold becomes one."""

import pytest

from firmware_ctl.core.commands import Command, Origin, Reply
from firmware_ctl.inputs.remote_commands import HOLD_S, RemoteCommands


class Heard:
    """What reached the table, and what was complained of."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.complaints: list[str] = []
        self.remote = RemoteCommands(self._submit, self.complaints.append)

    def _submit(self, command: Command) -> Reply:
        self.commands.append(command)
        return Reply(ok=True)

    def holds(self, word: str, seconds: float) -> None:
        """Press a key and let it repeat every 0.108 s."""
        self.remote.say(word, (), 0.0)
        for repeat in range(1, round(seconds / 0.108) + 1):
            self.remote.say(word, (), repeat * 0.108)


@pytest.fixture
def heard() -> Heard:
    return Heard()


def test_a_press_is_a_command_of_the_remote(heard: Heard) -> None:
    heard.remote.say("dealer", ("2",), 0.0)
    (command,) = heard.commands
    assert (command.word, dict(command.args)) == ("dealer", {"side": 2})
    assert (command.origin, command.held) == (Origin.REMOTE, False)


def test_a_short_hold_says_nothing_more(heard: Heard) -> None:
    heard.holds("open-loading", HOLD_S - 0.2)
    assert [command.held for command in heard.commands] == [False]


def test_a_long_hold_is_one_held_command(heard: Heard) -> None:
    heard.holds("open-loading", 3 * HOLD_S)
    assert [command.held for command in heard.commands] == [False, True]


def test_a_second_hold_counts_again(heard: Heard) -> None:
    heard.holds("open-loading", 1.5 * HOLD_S)
    heard.holds("open-loading", 1.5 * HOLD_S)
    assert [command.held for command in heard.commands] == [False, True, False, True]


def test_a_word_that_is_no_command_is_told_and_harms_nothing(heard: Heard) -> None:
    heard.remote.say("dealer", ("north",), 0.0)
    assert heard.commands == []
    (complaint,) = heard.complaints
    assert complaint.startswith("remote: dealer: side is")
