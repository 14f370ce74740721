"""Mahjong as a table needs it: tiles, sets, walls, dice, deal.

Pure: no clock, no chance of its own, no I/O.
"""
