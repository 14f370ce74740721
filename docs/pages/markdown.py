"""Small pieces of Markdown that several pages are made of."""

from collections.abc import Iterable, Sequence


def heading(title: str, source: str) -> str:
    """Return a page's title with the note that says where its content comes from."""
    return f"# {title}\n\nThis page is written by `make docs` from {source}; change it there.\n"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; bars within cells are escaped."""
    lines = [_row(headings), _row(["---"] * len(headings))]
    lines += [_row(row) for row in rows]
    return "\n".join(lines) + "\n"


def codes(words: Iterable[str]) -> str:
    """Return words set as code, parted by commas."""
    return ", ".join(f"`{word}`" for word in words)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
