"""The pages are what the data says, and their links lead somewhere."""

import re
from pathlib import Path

import pytest

from docs import generate
from docs.pages import faults_page, status_page
from firmware_ctl.cli.app import SUBCOMMANDS
from firmware_ctl.config.fields import SECTIONS
from firmware_ctl.core.commands import COMMANDS
from firmware_ctl.core.faults import KINDS

ROOT = generate.ROOT
WRITTEN_ELSEWHERE = {"docs/reference/register-map.md"}
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
_FENCED = re.compile(r"```.*?```", flags=re.DOTALL)


def links(page: Path) -> list[str]:
    """Return where a page leads within the repository, without what it quotes."""
    found: list[str] = _LINK.findall(_FENCED.sub("", page.read_text("utf-8")))
    return found


def anchors(page: Path) -> set[str]:
    """Return the names of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_current() -> None:
    assert generate.stale() == [], "run `make docs`"


def test_the_check_finds_a_page_that_is_not_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "PICTURES", {})
    assert generate.main(["--check"]) == 1
    assert "docs/reference/commands.md is not current" in capsys.readouterr().err
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


def test_every_reference_page_is_written_from_data() -> None:
    found = {str(path.relative_to(ROOT)) for path in ROOT.glob("docs/reference/*.md")}
    assert found == set(generate.PAGES) | WRITTEN_ELSEWHERE


def test_every_command_fault_and_key_has_its_place() -> None:
    pages = generate.content()
    commands = pages["docs/reference/commands.md"]
    assert [word for word in COMMANDS if f"| `{word}` |" not in commands] == []
    faults = pages["docs/reference/faults.md"]
    assert [code for code in KINDS if f"### {code}: " not in faults] == []
    config = pages["docs/reference/config.md"]
    keys = [field.name for section in SECTIONS.values() for field in section.fields]
    assert [key for key in keys if f"| `{key}` |" not in config] == []


def test_every_field_of_the_snapshot_is_explained_and_no_other() -> None:
    fields = re.findall(r"^\| `(\w+)` \| ", status_page.render(), flags=re.MULTILINE)
    assert [field for field in fields if field in status_page.MEANINGS] == fields
    assert set(status_page.MEANINGS) == set(fields)


def test_no_fault_page_shows_an_unfilled_brace() -> None:
    assert "{" not in faults_page.render()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_a_heading_lead_to_one(page: Path) -> None:
    found = _ANCHOR.findall(_FENCED.sub("", page.read_text("utf-8")))
    lost = [
        f"{link}#{name}"
        for link, name in found
        if name not in anchors(page.parent / link if link else page)
    ]
    assert lost == []


def test_every_page_is_reached_from_the_list_of_all_pages() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "docs/README.md"]
    while waiting:
        page = waiting.pop().resolve()
        if page not in reached:
            reached.add(page)
            waiting += [page.parent / link for link in links(page) if link.endswith(".md")]
    alone = [str(page.relative_to(ROOT)) for page in PAGES if page.resolve() not in reached]
    assert [page for page in alone if page not in ("README.md", "README.zh-CN.md")] == []


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md"])
def test_the_readme_uses_only_subcommands_that_there_are(page: str) -> None:
    named = re.findall(r"(?:`|^)mjtable ([a-z]+)", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    assert named
    assert set(named) - set(SUBCOMMANDS) == set()
