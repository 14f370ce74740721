"""A load whose count is wrong never asks for tiles for ever: it comes up, and is laid anew."""

from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.core.steps.diagnose import IN_VAIN
from hal.ids import LANES
from tests.support.bench import Bench, play


async def push_in_all_but(bench: Bench, tiles: int) -> list[int]:
    """Home, and push a set in of which some tiles have fallen to the floor; return these."""
    await bench.home()
    bench.lay_out_set()
    await bench.open()
    lost = bench.table.people.lose(tiles)
    bench.table.people.push_in()
    bench.do(Word.LIFT)
    return lost


async def told_in_vain(bench: Bench) -> str:
    """Let a fault come, look where it says, bring nothing, and go on; return its code."""
    await bench.until(lambda: bench.is_in(Load.FAULTED))
    code = bench.faults[0].code
    if code == "E320":
        bench.do(Word.OPEN_LOADING)
        await bench.until(lambda: bench.surface is Surface.OPEN)
        bench.do(Word.ANSWER, answer="no")
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.READY)
    if code != "E304":
        bench.do(Word.ACK)
        bench.do(Word.RESUME)
    return code


def test_tiles_that_nobody_finds_again_and_again_make_the_load_void() -> None:
    async def scenario(bench: Bench) -> None:
        lost = await push_in_all_but(bench, 1)
        told = [await told_in_vain(bench) for _ in range(IN_VAIN + 1)]
        assert told == ["E320", "E331", "E303", "E304"]
        bench.table.people.pick_up(lost)
        for lane in LANES:
            bench.table.people.empty_head(lane)
        bench.do(Word.ACK)
        assert bench.load is Load.COMPLETE
        assert bench.void
        await bench.open()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert sum(bench.stacks_up) == 18 - 1

    play(scenario)
