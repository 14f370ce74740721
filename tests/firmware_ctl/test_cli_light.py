"""Commands of the day weigh little: what each of them must never import, even when it runs."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "asyncio", "transitions", "rules", "serial", "aiohttp", "aiomqtt", "apprise", "cryptography",
    "numpy", "pyarrow", "prometheus_client", "logging", "unittest",
)  # fmt: skip

PROGRAM = """
import sys
from firmware_ctl.__main__ import main
main({argv!r})
print("loaded:", *sys.modules)
"""


@pytest.mark.parametrize(
    "argv",
    [
        ["log", "--state-dir", "{place}"],
        ["record", "files", "--state-dir", "{place}"],
        ["backup", "{place}/b.zip", "--state-dir", "{place}", "--config-dir", "{place}"],
        ["restore", "--finish", "--state-dir", "{place}", "--config-dir", "{place}"],
        ["update", "--list", "--root", "{place}"],
        ["doctor", "--socket", "{place}/none"],
        ["notify", "--about", "failed"],
        ["url"],
    ],
)
def test_a_command_imports_only_what_it_needs(argv: list[str], tmp_path: Path) -> None:
    (tmp_path / "record").mkdir()
    said = [word.format(place=tmp_path) for word in argv]
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(argv=said)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": str(tmp_path)},
        cwd=Path(__file__).parents[2],
    )
    loaded = ended.stdout.rpartition("loaded:")[2].split()
    assert "firmware_ctl.cli.app" in loaded, ended.stderr
    assert [name for name in HEAVY if name in loaded] == []
