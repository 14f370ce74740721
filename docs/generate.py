"""Write the reference pages from the program's own data, or check that they are current.

``python -m docs.generate`` writes, ``python -m docs.generate --check`` only looks, and ends with 1
when a page is not what the data says.
"""

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from docs.pages import (
    commands_page,
    config_page,
    exit_codes_page,
    faults_page,
    panel_page,
    record_page,
    remote_page,
    rules_page,
    simulated_faults_page,
    socket_page,
    status_page,
    web_page,
)
from docs.pages.deal_picture import raised, taken
from docs.pages.picture import picture
from rules.languages import Language

ROOT = Path(__file__).parents[1]

PAGES: Mapping[str, Callable[[], str]] = {
    "docs/reference/commands.md": commands_page.render,
    "docs/reference/faults.md": faults_page.render,
    "docs/reference/panel.md": panel_page.render,
    "docs/reference/config.md": config_page.render,
    "docs/reference/status.md": status_page.render,
    "docs/reference/record.md": record_page.render,
    "docs/reference/rules.md": rules_page.render,
    "docs/reference/simulated-faults.md": simulated_faults_page.render,
    "docs/reference/remote.md": remote_page.render,
    "docs/reference/exit-codes.md": exit_codes_page.render,
    "docs/reference/socket.md": socket_page.render,
    "docs/reference/web.md": web_page.render,
}
"""Pages that are written whole."""

DRAWINGS: Mapping[str, Callable[[], str]] = {
    "docs/pictures/deal-from-walls.svg": taken,
    "docs/pictures/deal-by-machine.svg": raised,
}
"""Pictures that are drawn whole."""

PICTURES: Mapping[str, Language] = {"README.md": Language.EN, "README.zh-CN.md": Language.ZH}
"""Pages in which only the picture is written, between its two marks."""

_BEGIN, _END = "<!-- picture -->\n", "\n<!-- end of picture -->"
_MARKED = re.compile(f"{_BEGIN}(.*?){_END}", re.DOTALL)


def content() -> dict[str, str]:
    """Return every page's path, from the repository's root, and what it should hold."""
    pages = {path: render().rstrip("\n") + "\n" for path, render in {**PAGES, **DRAWINGS}.items()}
    for path, language in PICTURES.items():
        before, _, after = _MARKED.split((ROOT / path).read_text("utf-8"))
        pages[path] = f"{before}{_BEGIN}{picture(language)}{_END}{after}"
    return pages


def stale() -> list[str]:
    """Return the pages that are absent or not what the data says."""
    return [path for path, text in content().items() if _held(path) != text]


def main(argv: Sequence[str]) -> int:
    """Write or check the pages; return 0, or 1 when ``--check`` found stale ones."""
    parser = argparse.ArgumentParser(prog="python -m docs.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args(argv)
    found = stale()
    if arguments.check:
        for path in found:
            print(f"{path} is not current; run `make docs`", file=sys.stderr)
        return 1 if found else 0
    pages = content()
    for path in found:
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(pages[path], "utf-8")
        print(f"wrote {path}")
    return 0


def _held(path: str) -> str | None:
    page = ROOT / path
    return page.read_text("utf-8") if page.exists() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
