"""The reference page of the remote shows every word, every shipped key and every reason."""

from docs.pages.remote_page import render
from firmware_ctl.inputs.remote import SHIPPED_MAPS, load_key_map
from ir_codes.frames import Reason
from ir_codes.words import REMOTE_WORDS


def test_the_page_is_complete() -> None:
    page = render()
    for word in REMOTE_WORDS:
        assert f"| `{word}` |" in page
    for reason in Reason:
        assert f"| `{reason}` |" in page
    for name in SHIPPED_MAPS:
        for code, key in load_key_map(name).keys.items():
            assert f"| `0x{code.address:02x}` | `0x{code.command:02x}` | `{key.text}` |" in page


def test_the_page_is_the_same_each_time() -> None:
    assert render() == render()
