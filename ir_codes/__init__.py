"""Infrared remote codes: pulses in, key presses out. Pure: no clock, no I/O."""
