"""The wall check's laboratory: very many simulated tables, honest, lazy and cheating.

All tables of a batch deal at once: arrays are of shape (tables, places), a wall's entry is the
piece of plastic at that place, 0 to n - 1; places are in the wall check's ring order. Chance is a
``numpy.random.Generator`` that the caller hands in.
"""
