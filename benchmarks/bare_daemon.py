"""The least that a daemon with a table's duties can be: the peer of the real one.

``python -m benchmarks.bare_daemon LINE SOCKET PORT`` polls a line twice a second, answers whatever
is said on a local socket, keeps live streams open, and writes a stop to its line when one is
posted. There is no table behind it, so what it takes is taken by Python, aiohttp, the kernel and
the computer.
"""

import asyncio
import os
import socket
import sys
import tty

from aiohttp import web

POLL = bytes(25)
ANSWER = bytes(57)
"""As long as the real board's poll and its answer."""

STOP = b"stop"
POLL_S = 0.5


async def serve(line: str, path: str, port: int) -> None:
    """Serve until cancelled."""
    loop = asyncio.get_running_loop()
    board = os.open(line, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(board)
    loop.add_reader(board, os.read, board, 4096)

    async def stop(request: web.Request) -> web.Response:
        await request.json()
        os.write(board, STOP)
        return web.json_response({"ok": True})

    async def stream(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        await loop.create_future()
        return answer

    app = web.Application()
    app.router.add_post("/api/stop", stop)
    app.router.add_get("/api/events", stream)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.start_unix_server(_answer, path)
    _tell_ready()
    while True:
        os.write(board, POLL)
        await asyncio.sleep(POLL_S)


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.readline():
        writer.write(b'{"ok": false}\n')
    writer.close()


def _tell_ready() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], sys.argv[2], int(sys.argv[3])))
