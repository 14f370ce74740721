"""Where the configuration file and the local socket are looked for."""

import os
from collections.abc import Mapping
from pathlib import Path

CONFIG_NAME = "table.toml"
SOCKET_NAME = "mjtable.sock"
SYSTEM_CONFIG = Path("/etc/mjtable")
SYSTEM_RUNTIME = Path("/run/mjtable")


def config_places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the files looked for when none is named, the first that exists wins."""
    places = [Path(place) / CONFIG_NAME for place in _listed(environ, "CONFIGURATION_DIRECTORY")]
    places.append(SYSTEM_CONFIG / CONFIG_NAME)
    home = environ.get("XDG_CONFIG_HOME") or str(Path("~/.config").expanduser())
    places.append(Path(home) / "mjtable" / CONFIG_NAME)
    return tuple(places)


def find_config(environ: Mapping[str, str]) -> Path | None:
    """Return the configuration file that is used when none is named, or ``None``."""
    return next((place for place in config_places(environ) if place.exists()), None)


def socket_path(configured: str, environ: Mapping[str, str]) -> Path:
    """Return where a daemon puts its local socket."""
    if configured:
        return Path(configured)
    return socket_places(environ)[0]


def socket_places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where a daemon's socket may be, nearest first.

    The first is where a daemon with this environment puts it; the system's service, which has an
    environment of its own, comes last.
    """
    places = [Path(place) for place in _listed(environ, "RUNTIME_DIRECTORY")[:1]]
    if runtime := environ.get("XDG_RUNTIME_DIR"):
        places.append(Path(runtime))
    places.append(Path(environ.get("TMPDIR") or "/tmp") / f"mjtable-{os.getuid()}")  # noqa: S108 -- checked
    places.append(SYSTEM_RUNTIME)
    return tuple(place / SOCKET_NAME for place in places)


def _listed(environ: Mapping[str, str], name: str) -> list[str]:
    """Return a variable that systemd may fill with several directories, parted by colons."""
    return [place for place in environ.get(name, "").split(":") if place]
