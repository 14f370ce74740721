"""Guessing a PIN: slow for one who guesses and for many together, no hindrance for a slip."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.access.guesses import (
    ALL_EVERY_S,
    FIRST_WAIT_S,
    FREE_OF_ALL,
    FREE_TRIES,
    LONGEST_WAIT_S,
    MOST_CLIENTS,
    Guesses,
)

DAY_S = 24 * 3600.0


def test_a_slip_of_the_finger_costs_nothing_and_the_right_pin_forgives_all() -> None:
    guesses = Guesses()
    for _ in range(FREE_TRIES - 1):
        guesses.take("phone", 0.0)
    assert guesses.wait_s("phone", 0.0) == 0
    guesses.take("phone", 1.0)
    guesses.right("phone")
    assert guesses.wait_s("phone", 1.0) == 0


def test_each_wrong_guess_makes_the_next_wait_twice_as_long() -> None:
    guesses = Guesses()
    now, waits = 0.0, []
    for _ in range(FREE_TRIES + 12):
        guesses.take("phone", now)
        waits.append(guesses.wait_s("phone", now))
        now += waits[-1] + ALL_EVERY_S
    own = waits[FREE_TRIES - 1 :]
    assert own[:4] == [FIRST_WAIT_S * 2**n for n in range(4)]
    assert own[-1] == LONGEST_WAIT_S


def test_many_clients_together_are_no_faster() -> None:
    guesses = Guesses()
    now, taken = 0.0, 0
    while now < DAY_S:
        if guesses.wait_s(f"client {taken}", now) > 0:
            now += ALL_EVERY_S
        else:
            guesses.take(f"client {taken}", now)
            taken += 1
    assert taken <= FREE_OF_ALL + DAY_S / ALL_EVERY_S + 1
    assert taken < 10_000 / 3, "a PIN of four digits holds for days"


def test_strangers_cannot_keep_out_who_was_right_before() -> None:
    guesses = Guesses()
    guesses.take("staff", 0.0)
    guesses.right("staff")
    for number in range(FREE_OF_ALL + 5):
        guesses.take(f"stranger {number}", 1.0)
    assert guesses.wait_s("another stranger", 1.0) > 0
    assert guesses.wait_s("staff", 1.0) == 0


@given(st.lists(st.tuples(st.integers(0, 2000), st.floats(0, 100)), max_size=60))
def test_whoever_guesses_only_so_many_clients_are_remembered(
    tried: list[tuple[int, float]],
) -> None:
    guesses = Guesses()
    now = 0.0
    for client, pause in tried:
        now += pause
        guesses.take(str(client), now)
        assert guesses.wait_s(str(client), now) >= 0
    assert len(guesses._clients) <= MOST_CLIENTS
