// Where everything lies on the drawing, in its own units from the table's middle.
//
// A side is drawn as side 0, below, with its owner's right on the right; then it is turned.

export const SIDES = [0, 1, 2, 3];

/** Half the width of the whole drawing, and of the felt. */
export const RAIL = 320;
export const FELT = 268;

/** A wall: how far from the middle, how deep a tile is, and from stack to stack. */
export const WALL = { from: 212, deep: 28, pitch: 20.5, wide: 18.8, thick: 5 };

/** The stacks inside, as far as they are made. */
export const LANE = { from: 150, deep: 20, pitch: 14.4, wide: 11.6 };

/** A hand's tray, between the stacks inside and the wall. */
export const HAND = { from: 178, deep: 22, wide: 13 * 13 };

/** The middle of a side's name on the rail. */
export const NAME = 294;

/** The dome and the drum's ring around it, as radii. */
export const DOME = 98;
export const DRUM = 120;

/** Return where a row of stacks has its stack, counted from the owner's right: its left edge. */
export function place({ pitch, wide }, stack, stacks) {
  return (stacks / 2 - stack) * pitch - wide - (pitch - wide) / 2;
}
