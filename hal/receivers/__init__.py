"""Infrared receivers: where pulses come from. They deliver bytes and know no protocol."""
