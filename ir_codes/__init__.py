"""Infrared remote codes: pulses in, key presses out. Pure: no clock, no chance, no I/O.

The way of a key press, one file a step: bytes become pulses (:mod:`ir_codes.pulses`), pulses become
marks on a time line (:mod:`ir_codes.joiner`), marks become frames (:mod:`ir_codes.nec`, which cuts
the stream, and :mod:`ir_codes.nec_reading`, which reads what was cut), frames become presses
(:mod:`ir_codes.presses`), and a key map gives the press its meaning (:mod:`ir_codes.keymap`).
:mod:`ir_codes.stream` puts decoder and presses together; :mod:`ir_codes.encoder` is the way back.
"""
