"""Render the reference page of the exit codes."""

from docs.pages.markdown import heading, table
from firmware_ctl.cli.exits import MEANINGS

_INTRO = """
The exit codes are a promise to scripts. Errors go to standard error in one sentence that says
what to do; with `MJTABLE_DEBUG=1` a mistake of the program itself shows where it happened.
"""


def render() -> str:
    """Return the page as Markdown."""
    rows = [(str(int(code)), f"`{code.name}`", meaning) for code, meaning in MEANINGS.items()]
    title = heading("Exit codes", "`firmware_ctl/cli/exits.py`")
    return f"{title}{_INTRO}\n{table(('code', 'name', 'meaning'), rows)}"
