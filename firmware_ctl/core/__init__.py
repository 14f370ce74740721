"""The controller itself: commands, state machines, steps, interlocks, faults, snapshot."""
