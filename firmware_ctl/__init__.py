"""The controller: commands in, state machine, steps, snapshot out."""

__version__ = "0.1.0"
"""The program's version; the package is built with it."""
