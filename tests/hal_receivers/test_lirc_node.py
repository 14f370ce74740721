"""What a LIRC node is asked for when it is opened, by a fake driver; not run on hardware."""

import errno

import pytest

from hal.receivers.lirc_node import (
    GET_MAX_TIMEOUT,
    GET_MIN_TIMEOUT,
    MODE2,
    SET_REC_MODE,
    SET_REC_TIMEOUT,
    TIMEOUT_US,
    prepare,
)


class Driver:
    """Answers requests: numbers are values, errors are raised."""

    def __init__(self, answers: dict[int, int | OSError]) -> None:
        self._answers = answers
        self.was_set: dict[int, int] = {}

    def __call__(self, fd: int, number: int, value: bytearray, /) -> int:
        assert fd == 5
        answer = self._answers.get(number, 0)
        if isinstance(answer, OSError):
            raise answer
        if number in (GET_MIN_TIMEOUT, GET_MAX_TIMEOUT):
            value[:] = answer.to_bytes(4, "little")
        else:
            self.was_set[number] = int.from_bytes(value, "little")
        return 0


@pytest.mark.parametrize(
    ("shortest", "longest", "chosen"),
    [
        (1, 1_250_000, TIMEOUT_US),  # gpio-ir
        (50_000, 200_000, 50_000),
        (1, 9_000, 9_000),
    ],
)
def test_a_node_gives_mode2_and_a_timeout_that_its_driver_can(
    shortest: int, longest: int, chosen: int
) -> None:
    driver = Driver({GET_MIN_TIMEOUT: shortest, GET_MAX_TIMEOUT: longest})
    prepare(5, driver)
    assert driver.was_set == {SET_REC_MODE: MODE2, SET_REC_TIMEOUT: chosen}


def test_what_a_driver_cannot_do_is_left_as_it_is() -> None:
    cannot = OSError(errno.ENOTTY, "Inappropriate ioctl for device")
    driver = Driver({SET_REC_MODE: cannot, GET_MIN_TIMEOUT: cannot})
    prepare(5, driver)
    assert driver.was_set == {}


def test_a_node_that_vanishes_meanwhile_is_told() -> None:
    with pytest.raises(OSError, match="No such device"):
        prepare(5, Driver({SET_REC_MODE: OSError(errno.ENODEV, "No such device")}))
