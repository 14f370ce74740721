"""A serial port on the network (RFC 2217), as a small box beside the table serves it."""

import socket
import threading
from contextlib import suppress

import serial
from serial.rfc2217 import PortManager


class _PortWithoutModemLines(serial.Serial):  # type: ignore[misc]
    """A pty has no modem lines; a protocol that speaks of them must not fail for it."""

    cts = dsr = ri = cd = True

    def _update_dtr_state(self) -> None: ...

    def _update_rts_state(self) -> None: ...


class NetworkPort:
    """Serve one port to one client, until it goes."""

    def __init__(self, device: str) -> None:
        self._port = _PortWithoutModemLines(device, 115_200, timeout=0.1)
        self._listening = socket.socket()
        self._client: socket.socket | None = None
        self._listening.bind(("127.0.0.1", 0))
        self._listening.listen()
        self.address = f"rfc2217://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        self._client, _ = self._listening.accept()
        client = self._client
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._manager = PortManager(self._port, self)
        threading.Thread(target=self._from_port, daemon=True).start()
        with suppress(OSError):
            while data := client.recv(1024):
                self._port.write(b"".join(self._manager.filter(data)))

    def write(self, data: bytes) -> None:
        """Send what the protocol itself answers."""
        if self._client is not None:
            self._client.sendall(data)

    def _from_port(self) -> None:
        with suppress(OSError, TypeError):
            while True:
                data = self._port.read(self._port.in_waiting or 1)
                if data:
                    self.write(b"".join(self._manager.escape(data)))

    def close(self) -> None:
        """End both directions."""
        self._listening.close()
        if self._client is not None:
            self._client.close()
        self._port.close()
