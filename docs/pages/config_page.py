"""Render the reference page of the configuration file from its model."""

from docs.pages.markdown import heading, table
from firmware_ctl.config.fields import SECTIONS
from firmware_ctl.config.model import CONFIG_VERSION
from firmware_ctl.config.render import toml_value

_INTRO = f"""
One TOML file describes one table. Looked for, the first found wins: the file after `--config`,
`$CONFIGURATION_DIRECTORY/table.toml` (systemd sets it), `/etc/mjtable/table.toml`,
`$XDG_CONFIG_HOME/mjtable/table.toml`. Without any file the defaults are used, and the program
says so.

`mjtable config init FILE` writes a file with every key explained, `mjtable config check FILE`
tells everything that is wrong with one, with line numbers, and `mjtable config show` what is in
force.

The first key is `config_version = {CONFIG_VERSION}`. An unknown key is an error. Units stand in
the names: `_s` are seconds.
"""

_CHANGES = """## Changes

| version | what changed |
| --- | --- |
| 1 | the first |
"""


def render() -> str:
    """Return the page as Markdown."""
    parts = [heading("Configuration", "`firmware_ctl/config/model.py`"), _INTRO]
    for section in SECTIONS.values():
        rows = [
            (f"`{field.name}`", f"`{toml_value(field.default)}`", field.allowed(), field.rule.help)
            for field in section.fields
        ]
        parts.append(f"## [{section.name}]\n\n{section.about}\n")
        parts.append(table(("key", "default", "takes", "meaning"), rows))
    parts.append(_CHANGES)
    return "\n".join(parts)
