"""Mahjong as a table needs it: tiles, sets, walls, dice, deal. Pure: no clock, no chance, no I/O."""
