"""How a broker is reached, by the configuration."""

from pathlib import Path
from ssl import create_default_context

import aiomqtt

from firmware_ctl.config.model import Mqtt

KEEPALIVE_S = 15
"""A broker takes a client for gone after one and a half times this."""

ANSWER_S = 10.0


def client_of(
    settings: Mqtt,
    *,
    identifier: str | None = None,
    will: aiomqtt.Will | None = None,
    speed: float = 1.0,
) -> aiomqtt.Client:
    """Return a client of the configured broker, not connected; ``speed`` is the event loop's.

    Raises:
        OSError: the file of the password cannot be read.
    """
    password = None
    if settings.password_file:
        password = Path(settings.password_file).read_text("utf-8").strip()
    return aiomqtt.Client(
        settings.host,
        settings.port,
        username=settings.user or None,
        password=password,
        identifier=identifier,
        keepalive=KEEPALIVE_S,
        will=will,
        tls_context=create_default_context() if settings.tls else None,
        timeout=ANSWER_S * speed,
    )
