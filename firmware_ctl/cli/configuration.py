"""Load the configuration for a subcommand, or end with everything that is wrong with it."""

import os
import sys
from pathlib import Path

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.config.load import ConfigError, read_config
from firmware_ctl.config.model import Config
from firmware_ctl.config.search import config_places, find_config


def find_named(named: str | None) -> Path | None:
    """Return the file that was named, else the one that is used by default, else ``None``."""
    return Path(named) if named is not None else find_config(os.environ)


def load(named: str | None) -> tuple[Config, Path | None]:
    """Return the configuration in force and its file, or the defaults and ``None``.

    Raises:
        CliError: the file is wrong; with its problems, one a line.
    """
    path = find_named(named)
    if path is None:
        return Config(), None
    try:
        return read_config(path), path
    except ConfigError as error:
        raise CliError(str(error), ExitCode.CONFIG) from error


def tell_defaults() -> None:
    """Say on standard error that no file was found, and where one was looked for."""
    places = ", ".join(str(place) for place in config_places(os.environ))
    print(f"mjtable: no configuration file ({places}); using the defaults", file=sys.stderr)
