"""A newcomer's evening: from the packages beside the installer to the verified wall.

The program of the package runs on a simulated table in a clean system, with the libraries that the
package brings; a browser outside plays the whole evening on its page.
"""

import asyncio
import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.systemd.clean_system import AS_THE_SERVICE, Root
from tests.web.browser import chromium, visit
from tests.web.evening_walk import SPEED, evening

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(900)]

CONFIG = 'config_version = 1\n[table]\nname = "Table 7"\n[web]\nport = 0\n'
"""The port is a free one: other tests serve pages on this computer too."""

LANGUAGE = "en"


@pytest.fixture
def installed(root: Root) -> Iterator[Root]:
    done = root.installer()
    try:
        assert done.returncode == 0, done.stdout + done.stderr
        yield root
    finally:
        root.installer("--uninstall", "--purge")


@pytest.fixture
def address(installed: Root) -> Iterator[str]:
    """Start a table in the system, seen from outside, and return where its page is."""
    config = installed.place / "etc/mjtable/evening.toml"
    config.write_text(CONFIG)
    config.chmod(0o644)
    start = f"{AS_THE_SERVICE} --config /etc/mjtable/evening.toml --seed 7 --speed {SPEED}"
    with subprocess.Popen(
        installed.command("sh", "-c", start, also=()),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as daemon:  # fmt: skip
        try:
            assert daemon.stderr is not None
            told = daemon.stderr.readline()
            found = re.match(r"mjtable: (http://127\.0\.0\.1:\d+/) shows the simulated", told)
            assert found is not None, told
            yield found[1]
        finally:
            daemon.terminate()


def test_an_evening_begins_at_the_installation(address: str) -> None:
    async def main() -> None:
        async with chromium() as browser, visit(browser, address, language=LANGUAGE) as visitor:
            await evening(visitor, LANGUAGE)

    asyncio.run(main())
