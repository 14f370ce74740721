"""What the tests of this package share."""

import pytest

from tests.firmware_ctl.fake_table import FakeTable


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()
