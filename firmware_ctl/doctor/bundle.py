"""One file for whoever helps: findings, configuration, state and messages, without secrets."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from firmware_ctl.doctor.findings import Finding
from firmware_ctl.doctor.redact import redacted

README = """\
What mjtable's doctor saw on this machine. Passwords, tokens, addresses that carry them, home
folders, MAC addresses and keys have been replaced by ***. No tile and no sealed wall is in here.
"""
_MOMENT = (2026, 1, 1, 0, 0, 0)
"""A fixed time, so that equal contents make equal files."""


def bundle(
    findings: Sequence[Finding],
    *,
    config: str,
    snapshot: Mapping[str, Any] | None,
    messages: str,
    version: str,
) -> bytes:
    """Return the zip file; every text in it has been redacted."""
    told = [finding.as_json("en") for finding in findings]
    parts = {
        "README.txt": README,
        "version.txt": version + "\n",
        "doctor.json": json.dumps(told, ensure_ascii=False, indent=1),
        "table.toml": config,
        "status.json": json.dumps(snapshot, ensure_ascii=False, indent=1),
        "messages.txt": messages,
    }
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _MOMENT), redacted(text))
    return whole.getvalue()
