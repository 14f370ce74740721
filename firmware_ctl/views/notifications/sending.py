"""Send the notices that wait, by Apprise: chats, push services and mail behind one address each.

This runs in a short process of its own. Apprise weighs as much as the whole controller, and talks
to the internet, which the controller never does.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_ctl.views.notifications.notices import Notice
from firmware_ctl.views.notifications.spool import Spool

Send = Callable[[Notice], bool]


class CannotSend(Exception):
    """Notices cannot be sent; the text says why and what to do."""


def read_addresses(file: Path) -> list[str]:
    """Return the addresses in a file, one a line; ``#`` begins a remark.

    Raises:
        CannotSend: it cannot be read, others may read it, or it holds none.
    """
    try:
        lines = file.read_text("utf-8").splitlines()
        mode = file.stat().st_mode
    except (OSError, UnicodeDecodeError) as error:
        raise CannotSend(f"notify.addresses: {file} cannot be read: {error}") from error
    if mode & 0o007:
        raise CannotSend(f"everybody may read {file}, and it holds secrets; chmod o= {file}")
    addresses = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not addresses:
        raise CannotSend(f"{file} holds no address; one is ntfy://ntfy.sh/YOUR-TOPIC")
    return addresses


def apprise_sender(addresses: Sequence[str]) -> Send:
    """Return what sends a notice to all addresses.

    Raises:
        CannotSend: Apprise is absent, or does not know an address.
    """
    try:
        import apprise  # noqa: PLC0415 -- heavy, and an extra
    except ImportError as error:
        text = "Apprise is absent, which sends notices: `pip install mjtable[notify]`"
        raise CannotSend(text) from error
    people = apprise.Apprise()
    for number, address in enumerate(addresses, start=1):
        if not people.add(address):
            raise CannotSend(f"address {number} of notify.addresses is of no kind that is known")

    def send(notice: Notice) -> bool:
        return bool(people.notify(title=notice.title, body=notice.body))

    return send


def send_waiting(spool: Spool, send: Send) -> tuple[int, int]:
    """Send what waits; return how many were sent and how many still wait.

    Raises:
        OSError: the folder cannot be read.
    """
    sent = left = 0
    for path, notice in spool.waiting():
        if left == 0 and send(notice):
            path.unlink(missing_ok=True)
            sent += 1
        else:
            left += 1
    return sent, left
