"""Infrared receivers: where pulses come from."""
