"""How a snapshot is shown to people."""
