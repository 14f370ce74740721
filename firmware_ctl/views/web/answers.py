"""Make the page's answers: JSON, and bytes that a browser may keep."""

import json
from collections.abc import Mapping

from aiohttp import web

from firmware_ctl.core.commands import Reply
from firmware_ctl.views.web.asked import Answer
from firmware_ctl.views.web.assets import Asset
from firmware_ctl.views.web.headers import KEEP_NOTHING, POLICY
from firmware_ctl.views.web.weights import weighted


def json_answer(data: Mapping[str, object], status: int = 200) -> web.Response:
    """Return data that is true only now."""
    return web.Response(
        body=json_bytes(data),
        status=status,
        headers={"Cache-Control": KEEP_NOTHING},
        content_type="application/json",
    )


def refusal(status: int, code: str, why: str) -> web.Response:
    """Return a no, with its reason."""
    return json_answer(Reply(ok=False, code=code, why=why).as_json(), status)


def answered(answer: Answer) -> web.Response:
    """Return a desk's answer; whatever it is, it is true only now."""
    data = answer.data
    response = web.Response(
        body=data if isinstance(data, bytes) else json_bytes(data),
        status=answer.status,
        headers={"Cache-Control": KEEP_NOTHING},
        content_type=answer.media_type,
    )
    if answer.media_type.startswith("text/"):
        response.charset = "utf-8"
    if answer.policy:
        response.headers[POLICY] = answer.policy
    if answer.file_name:
        response.headers["Content-Disposition"] = f'attachment; filename="{answer.file_name}"'
    return response


def kept(request: web.Request, asset: Asset, cache: str) -> web.Response:
    """Return an asset, packed where the browser takes it so, or word that it has it already."""
    headers = {"Cache-Control": cache, "ETag": asset.tag, "Vary": "Accept-Encoding"}
    if asset.tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    body = asset.body
    if "gzip" in weighted(request.headers.get("Accept-Encoding", "")):
        headers["Content-Encoding"] = "gzip"
        body = asset.packed
    return web.Response(body=body, headers=headers, content_type=asset.media_type, charset="utf-8")


def json_bytes(data: Mapping[str, object]) -> bytes:
    """Return data as JSON in ASCII, so that any text at all can be sent."""
    return json.dumps(data, separators=(",", ":")).encode("ascii")
