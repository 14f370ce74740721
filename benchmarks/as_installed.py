"""Start programs as the installed service starts them: its environment, and compiled bytecode."""

import os
from pathlib import Path

UNIT = Path(__file__).parents[1] / "systemd" / "mjtable.service"
_KEY = "Environment="


def environment(bytecode: Path) -> dict[str, str]:
    """Return the environment of the service's unit.

    Bytecode is kept in a folder: where programs are installed it is compiled beforehand, so the
    first start of each is not to be counted.
    """
    environ = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    for line in UNIT.read_text("utf-8").splitlines():
        if line.startswith(_KEY):
            name, _, value = line.removeprefix(_KEY).partition("=")
            environ[name] = value
    return environ | {"PYTHONPYCACHEPREFIX": str(bytecode)}
