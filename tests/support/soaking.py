"""Ordinary runs take some of the values that a test is tried with, soak runs all of them."""

from typing import Any

import pytest


def every(step: int, *values: object) -> list[Any]:
    """Return values for ``parametrize``: all but the first of every so many are for soak runs."""
    return [
        pytest.param(value, marks=pytest.mark.soak) if place % step else value
        for place, value in enumerate(values)
    ]
