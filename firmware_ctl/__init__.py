"""The controller: commands in, state machine, steps, snapshot out."""
