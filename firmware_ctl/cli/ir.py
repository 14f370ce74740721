"""``mjtable ir``: all about the infrared remote. Here are its words; each verb has a file."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001

MAP_HELP = "key map: a file, or 17-key, 21-key, 24-key or 44-key"

PROTOCOLS_HELP = "protocols beside NEC, with commas, or all; default rc5,rc6,sirc"

SOURCE_HELP = "receiver node, FIFO or recording; - is standard input"

DECODE_HELP = """formats:
  mode2     words of a LIRC node, or text such as 'pulse 560'
  ir-ctl    +9000 -4500 ..., or lines of pulse, space, carrier, scancode
  raw       numbers in turn, a mark first
  pronto    hex words, 0000 006D ...
  flipper   a Flipper's .ir file
  csv       a logic analyser's file, also of undemodulated light
  lines     ID<TAB>9000 4500 560 ..., always answered with one JSON object a line

example:
  mjtable ir encode dice | mjtable ir decode - --pair 21-key"""

ENCODE_HELP = """An address of three or more hex digits is a 16-bit one, its low byte sent first.

example:
  mjtable ir encode dealer 2 --map 44-key
  mjtable ir encode --nec 0x00 0x45 --repeats 2 --format pronto"""

MAP_VERB_HELP = """example:
  mjtable ir map 21-key --to lircd > lircd.conf
  mjtable ir map lircd.conf --to toml --rename KEY_POWER=stop --rename KEY_PLAY=lift"""

LEARN_HELP = """Every function is asked for by its word: press its key, or Enter on the keyboard to
leave it out.

example:
  mjtable ir learn /dev/lirc-rx --yes --output remote.toml"""

MONITOR_HELP = """example:
  mjtable ir monitor /dev/lirc-rx --pair remote.toml"""

DOCTOR_HELP = """example:
  mjtable ir doctor /dev/lirc-rx --pair remote.toml --seconds 20"""


def add_parser(subparsers: "Subparsers") -> None:
    """Add the subcommand and its verbs."""
    parser = subparsers.add_parser(
        "ir",
        help="infrared remote: decode, encode, pair, watch, diagnose",
        description="Decode, encode, pair, watch and diagnose an infrared remote.",
        epilog="example:\n  mjtable ir encode dice | mjtable ir decode -",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    _add_decode(verbs)
    _add_encode(verbs)
    _add_map(verbs)
    _add_monitor(verbs)
    _add_learn(verbs)
    _add_doctor(verbs)


def _add_decode(verbs: "Subparsers") -> None:
    decode = verbs.add_parser("decode", help="read recorded pulses", epilog=DECODE_HELP)
    decode.add_argument("file", nargs="?", default="-", help="recording; - is standard input")
    forms = ("auto", "mode2", "ir-ctl", "raw", "pronto", "flipper", "csv", "lines")
    decode.add_argument("--format", choices=forms, default="auto")
    decode.add_argument("--pair", metavar="KEYMAP", help=MAP_HELP)
    decode.add_argument("--protocols", metavar="NAMES", help=PROTOCOLS_HELP)
    decode.add_argument("--json", action="store_true", help="one JSON object a signal")
    decode.set_defaults(func=_decode)


def _add_encode(verbs: "Subparsers") -> None:
    encode = verbs.add_parser("encode", help="write the pulses of a key", epilog=ENCODE_HELP)
    encode.add_argument("key", nargs="*", help="a command of the key map: dealer 2")
    encode.add_argument("--nec", nargs=2, metavar=("ADDR", "CMD"), help="a NEC code itself")
    encode.add_argument("--repeats", type=int, default=0, metavar="N", help="repeat frames after")
    forms = ("mode2", "mode2-binary", "ir-ctl", "raw", "pronto", "flipper", "lines")
    encode.add_argument("--format", choices=forms, default="mode2")
    encode.add_argument("--map", default="21-key", metavar="FILE", help=f"{MAP_HELP}; 21-key")
    encode.set_defaults(func=_encode)


def _add_map(verbs: "Subparsers") -> None:
    convert = verbs.add_parser("map", help="convert key maps", epilog=MAP_VERB_HELP)
    convert.add_argument("file", help="rc_keymaps TOML, lircd.conf, or a shipped map; - is stdin")
    convert.add_argument("--to", choices=("list", "toml", "lircd"), default="list")
    convert.add_argument("--rename", action="append", default=[], metavar="OLD=NEW")
    convert.add_argument("--json", action="store_true", help="the list as JSON, a key a line")
    convert.set_defaults(func=_map)


def _add_monitor(verbs: "Subparsers") -> None:
    monitor = verbs.add_parser("monitor", help="show light as it comes", epilog=MONITOR_HELP)
    monitor.add_argument("source", nargs="?", default="-", help=SOURCE_HELP)
    monitor.add_argument("--pair", metavar="KEYMAP", help=MAP_HELP)
    monitor.add_argument("--protocols", metavar="NAMES", help=PROTOCOLS_HELP)
    monitor.add_argument("--width", type=int, default=100, metavar="N", help="columns; default 100")
    monitor.add_argument("--json", action="store_true", help="one JSON object a signal")
    monitor.set_defaults(func=_monitor)


def _add_learn(verbs: "Subparsers") -> None:
    learn = verbs.add_parser("learn", help="pair a remote", epilog=LEARN_HELP)
    learn.add_argument("source", nargs="?", default="-", help=SOURCE_HELP)
    learn.add_argument(
        "--yes", action="store_true", help="I stand there: in place of a key pressed at the table"
    )
    learn.add_argument("--socket", metavar="PATH", help="the daemon whose panel is meant")
    learn.add_argument("--name", default="remote", help="the remote's name")
    learn.add_argument("--output", metavar="FILE", help="write the key map here; else print it")
    learn.add_argument("--only", metavar="WORDS", help="ask for these commands alone, with commas")
    learn.set_defaults(func=_learn)


def _add_doctor(verbs: "Subparsers") -> None:
    doctor = verbs.add_parser("doctor", help="listen and tell what is wrong", epilog=DOCTOR_HELP)
    doctor.add_argument("source", nargs="?", default="-", help=SOURCE_HELP)
    doctor.add_argument("--pair", metavar="KEYMAP", help=f"{MAP_HELP}; asks for all its keys")
    doctor.add_argument("--seconds", type=float, default=20.0, metavar="S", help="how long; 20")
    doctor.add_argument("--json", action="store_true", help="answer as one JSON object")
    doctor.set_defaults(func=_doctor)


def _decode(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.ir_decode import decode  # noqa: PLC0415

    return decode(arguments)


def _encode(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.ir_encode import encode  # noqa: PLC0415

    return encode(arguments)


def _map(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.ir_map import convert  # noqa: PLC0415

    return convert(arguments)


def _monitor(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.ir_monitor import monitor  # noqa: PLC0415

    return monitor(arguments)


def _learn(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.ir_learn import learn  # noqa: PLC0415

    return learn(arguments)


def _doctor(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.ir_doctor import doctor  # noqa: PLC0415

    return doctor(arguments)
