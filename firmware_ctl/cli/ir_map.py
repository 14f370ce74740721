"""``mjtable ir map``: key maps of other programs, in and out."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.ir_input import CHUNK, opened, whole

if TYPE_CHECKING:
    from ir_codes.named_codes import Remote


def convert(arguments: argparse.Namespace) -> int:
    """Read remotes from rc_keymaps or lircd.conf and write them in the other form, or as a list."""
    from ir_codes.errors import BadKeyMap  # noqa: PLC0415
    from ir_codes.lircd_conf import write_lircd_conf  # noqa: PLC0415
    from ir_codes.named_codes import alike  # noqa: PLC0415
    from ir_codes.rc_keymaps import write_rc_keymaps  # noqa: PLC0415

    names = dict(_renaming(text) for text in arguments.rename)
    try:
        remotes = [remote.renamed(names) for remote in _read(arguments.file)]
        if arguments.to == "lircd":
            text = write_lircd_conf(remotes)
        elif arguments.to == "toml":
            text = write_rc_keymaps(remotes)
        else:
            text = _listed(remotes, as_json=arguments.json)
    except BadKeyMap as error:
        raise CliError(f"{arguments.file}: {error}", ExitCode.USAGE) from error
    print(text, end="")
    for remote in remotes:
        same = [f"{remote.name}: {b!r} sends the same as {a!r}" for a, b in alike(remote.keys)]
        for note in (*remote.notes, *same):
            print(f"mjtable: {note}", file=sys.stderr)
    return ExitCode.DONE


def _read(name: str) -> "list[Remote]":
    from firmware_ctl.inputs.remote_maps import SHIPPED_MAPS, shipped_map_text  # noqa: PLC0415
    from ir_codes.lircd_conf import parse_lircd_conf  # noqa: PLC0415
    from ir_codes.rc_keymaps import parse_rc_keymaps  # noqa: PLC0415

    if name in SHIPPED_MAPS:
        return parse_rc_keymaps(shipped_map_text(name))
    with opened(name) as stream:
        text = whole(stream.read1(CHUNK), stream, name)
    return parse_lircd_conf(text) if "begin remote" in text.lower() else parse_rc_keymaps(text)


def _listed(remotes: "list[Remote]", *, as_json: bool) -> str:
    """Return the keys, one a line."""
    lines = []
    for remote in remotes:
        for name, code in remote.keys:
            row = {
                "remote": remote.name,
                "key": name,
                "protocol": code.protocol,
                "address": code.address,
                "extended": code.extended,
                "command": code.command,
            }
            plain = f"{remote.name}\t{code}\t{name}"
            lines.append(json.dumps(row, ensure_ascii=False) if as_json else plain)
    return "".join(f"{line}\n" for line in lines)


def _renaming(text: str) -> tuple[str, str]:
    old, equals, new = text.partition("=")
    if not equals or not old or not new:
        raise CliError(f"{text[:40]!r}: write --rename KEY_POWER=stop", ExitCode.USAGE)
    return old, new
