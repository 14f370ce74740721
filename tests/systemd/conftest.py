"""The packages of this tree and a clean system, made once for all tests of this folder."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from systemd.packaging.build_deb import TREE
from tests.systemd.clean_system import Root, build, copy_tree
from tests.systemd.try_install import ROOTS, TrialError


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the packages of two copies of this tree."""
    places = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("another")
    source = TREE
    for place in places:
        copy_tree(source, place)
        source = place
    assert [begun.wait(600) for begun in [build(place) for place in places]] == [0, 0]
    (one,), (another,) = (list((place / "out").glob("*.deb")) for place in places)
    return one, another


@pytest.fixture(scope="session")
def package(packages: tuple[Path, Path]) -> Path:
    return packages[0]


@pytest.fixture(scope="session")
def root(package: Path) -> Iterator[Root]:
    """Return a system of its own, with packages and without the program.

    Whoever installs the program there takes it away again. Where no mirror or no container can be
    had, the tests that need one are left out, and say why.
    """
    ROOTS.mkdir(parents=True, exist_ok=True)
    place = ROOTS / f"test-{os.getpid()}"
    try:
        try:
            system = Root(place)
        except TrialError as error:
            pytest.skip(f"no clean system can be made here: {error}")
        system.lay(package)
        begun = system.run("true")  # what a container's start itself leaves behind
        if begun.returncode:
            pytest.skip(f"no container starts here: {begun.stderr.strip()}")
        yield system
    finally:
        shutil.rmtree(place, ignore_errors=True)
