"""An evening of somebody new to it, on the page alone: two hands, a jam, a sheet, an honest wall.

Nothing is told to the table but by the mouse on the page; what hands do in a real machine is done
by what the page of a simulated one offers for it.
"""

import asyncio
from typing import Any

from firmware_ctl.texts import say
from tests.core.test_secrecy import kinds_told
from tests.web.browser import Visitor

SPEED = "20"
"""How many times faster than a table the evening goes by."""

PATIENCE_MS = 60_000
STEPS_MOST = 12
TABLE = "fetch('api/snapshot').then((answer) => answer.json())"


async def evening(visitor: Visitor, language: str) -> None:
    """Play from a table that has just been switched on to the verified wall of its second hand."""
    await at_rest(visitor, "home")
    await sound(visitor)
    await visitor.hold("home")
    await bring_up(visitor)
    await until(visitor, "t.load === 'complete'")
    await jam(visitor)
    await bring_up(visitor)
    await clear(visitor)
    for hand in (1, 2):
        await visitor.open("table")
        await until(visitor, "t.surface === 'walls-up' && t.load === 'complete'")
        await throw(visitor, hand)
        await settle(visitor, language)
        await visitor.open("table")
        if hand == 1:
            await bring_up(visitor)
    scores = (await visitor.page.evaluate(TABLE))["referee"]["scores"]
    assert scores[1] > 0
    assert sum(scores) == 0
    await verify(visitor)
    assert visitor.complaints == []
    assert [url for url in visitor.requests if not url.startswith(visitor.address)] == []


async def until(visitor: Visitor, condition: str) -> None:
    """Wait until something is so at the table ``t``."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while not await visitor.page.evaluate(f"{TABLE}.then((t) => {condition})"):
            await visitor.page.wait_for_timeout(100)


async def at_rest(visitor: Visitor, word: str) -> None:
    """Wait until a command can be said."""
    await visitor.page.wait_for_selector(f"mj-actions [data-key='{word}']", timeout=PATIENCE_MS)


async def sound(visitor: Visitor) -> None:
    """See that everybody can use what is shown, and that it fits."""
    assert await visitor.flaws() == []
    await visitor.fits()


async def bring_up(visitor: Visitor) -> None:
    """Open the well, let people push their tiles in, and close it."""
    await at_rest(visitor, "lift")
    await visitor.tap("lift")
    await until(visitor, "t.surface === 'open'")
    await at_rest(visitor, "lift")
    await visitor.tap("lift")


async def jam(visitor: Visitor) -> None:
    """Break a stacker on the page of service."""
    await visitor.open("service")
    await visitor.page.select_option("#break-what", "stacker-jam")
    await visitor.page.select_option("#break-where", "1")
    await sound(visitor)
    await visitor.tap("break on")
    await visitor.open("table")


async def clear(visitor: Visitor) -> None:
    """Follow the steps that the page shows, one after the other, until the fault is gone."""
    await until(visitor, "t.faults.length > 0")
    await visitor.open("faults")
    await sound(visitor)
    for _ in range(STEPS_MOST):
        faults = (await visitor.page.evaluate(TABLE))["faults"]
        if not faults:
            await visitor.hold("resume")
            return
        step = next((one for one in faults[0]["steps"] if one["state"] == "waiting"), None)
        assert step is not None, faults
        text = await visitor.page.inner_text("#faults .waiting")
        assert step["text"] in text
        await take(visitor, faults[0]["id"], step)
    raise AssertionError("the steps lead nowhere")


async def take(visitor: Visitor, fault: int, step: dict[str, Any]) -> None:
    """Do one step: with the hands, by a tap, or both; and wait until the page has gone on."""
    if step["act"] is not None:
        await put_right(visitor, fault, step["text"])
    if step["check"] == "person":
        await visitor.tap(f"confirm {fault} {step['n']}")
    elif step["command"] in ("resume", "home", "open-loading"):
        await visitor.hold(step["command"])
    elif step["command"] is not None:
        key = f"ack {fault}" if step["command"] == "ack" else step["command"]
        await visitor.tap(key)
    gone = (
        f"!t.faults.some((f) => f.id === {fault} && f.steps[{step['n'] - 1}].state === 'waiting')"
    )
    await until(visitor, gone)
    await visitor.page.wait_for_timeout(200)


async def put_right(visitor: Visitor, fault: int, told: str) -> None:
    """Do with the simulated table's hands what a step tells, and come back to the faults."""
    await visitor.open("service")
    button = f"[data-key='sim-mend {fault}']"
    await visitor.page.wait_for_selector(button)
    assert told in await visitor.page.inner_text(f"#service .row:has({button})")
    await sound(visitor)
    await visitor.tap(f"sim-mend {fault}")
    await visitor.open("faults")


async def throw(visitor: Visitor, hand: int) -> None:
    """Throw the dice, and see where the wall is broken and nothing of what it is made of."""
    await at_rest(visitor, "dice")
    await visitor.tap("dice")
    await until(visitor, f"t.hand.number === {hand} && t.hand.state === 'running'")
    await visitor.page.wait_for_selector(".begin:not(:empty)")
    assert kinds_told(await visitor.page.content()) == set()
    await sound(visitor)


async def settle(visitor: Visitor, language: str) -> None:
    """Enter a win in three taps, look at the sheet, and end the hand."""
    await visitor.open("hand")
    await visitor.page.wait_for_selector("[data-key='claim 1']")
    for tap in ("claim 1", "own", "value 2"):
        await visitor.tap(tap)
    await visitor.page.wait_for_selector("#hand [data-key='hand-end']")
    await visitor.page.wait_for_selector("#hand .lines li")
    shown = await visitor.page.inner_text("#hand")
    assert say("page.hand-over", language) in shown
    assert shown.count("→") == 3
    assert kinds_told(shown) == set()
    await sound(visitor)
    await visitor.tap("hand-end")
    await until(visitor, "t.hand.state === 'ended'")


async def verify(visitor: Visitor) -> None:
    """Check the wall of the hand that has ended on the page that checks by itself."""
    await visitor.open("wall")
    await visitor.page.wait_for_selector("#wall a[href^='verify#']")
    text = await visitor.page.evaluate("fetch('api/wall').then((a) => a.json())")
    assert text["text"]
    await sound(visitor)
    await visitor.page.click("#wall a[href^='verify#']")
    await visitor.page.wait_for_selector("#result.good", timeout=PATIENCE_MS)
    assert await visitor.flaws() == []
    await visitor.page.go_back()
    await visitor.page.wait_for_selector("mj-facts dd", state="attached")
    await visitor.fits()
