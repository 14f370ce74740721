"""``mjtable audit``: what recorded deals, journals and walls say about a table's honesty."""

import argparse
from importlib import import_module

Subparsers = argparse._SubParsersAction  # noqa: SLF001

VERBS: tuple[str, ...] = (
    "check",
    "simulate",
    "calibrate",
    "fleet",
    "verify",
    "export",
    "qr",
    "page",
    "key",
)
"""Each is a module ``audit_VERB`` of this package with ``add_verb(verbs)``, which sets ``func``."""


def add_parser(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the subcommand and its verbs."""
    parser = subparsers.add_parser(
        "audit",
        help="is the wall honest: recorded deals and journals",
        description="Judge recorded deals and check journals, on any computer: no table, daemon or "
        "configuration is needed. The check weighs evidence; it cannot tell who or what caused it.",
        epilog="example:\n  mjtable audit check deals.jsonl",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    for name in VERBS:
        import_module(f"firmware_ctl.cli.audit_{name}").add_verb(verbs)
