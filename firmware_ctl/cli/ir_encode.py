"""``mjtable ir encode``: the pulses of a key, in any format."""

import argparse
import sys
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.ir_input import key_map_of

if TYPE_CHECKING:
    from ir_codes.scancodes import Code


def encode(arguments: argparse.Namespace) -> int:
    """Write the pulses of a key of the key map, or of a NEC code."""
    from ir_codes.encoder_family import encode as durations_of  # noqa: PLC0415
    from ir_codes.formats import Format, with_silence, write  # noqa: PLC0415
    from ir_codes.pulses import as_words  # noqa: PLC0415

    try:
        durations = durations_of(_code(arguments), repeats=arguments.repeats)
    except ValueError as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    form = Format(arguments.format)
    if form is Format.MODE2_BINARY:
        sys.stdout.buffer.write(as_words(with_silence(durations)))
    else:
        print(write(form, " ".join(arguments.nec or arguments.key), durations), end="")
    return ExitCode.DONE


def _code(arguments: argparse.Namespace) -> "Code":
    from ir_codes.scancodes import Code  # noqa: PLC0415

    if arguments.nec is not None:
        if arguments.key:
            raise CliError("give a command of the key map or --nec, not both", ExitCode.USAGE)
        given, command = arguments.nec
        address = _number(given)
        wide = given.lower().startswith("0x") and len(given) > len("0xff")
        return Code(address, wide or address > 0xFF, _number(command))
    said = " ".join(arguments.key)
    if not said:
        raise CliError("no key: give a command of the key map, or --nec ADDR CMD", ExitCode.USAGE)
    key_map = key_map_of(arguments.map)
    code = key_map.code_of(said)
    if code is None:
        known = ", ".join(key.text for key in key_map.keys.values())
        raise CliError(f"no key of {key_map.name} says {said!r}; they say {known}", ExitCode.USAGE)
    return code


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        why = f"{text[:20]!r} is no number; write it as 0x45 or 69"
        raise CliError(why, ExitCode.USAGE) from None
