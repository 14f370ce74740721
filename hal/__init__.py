"""The hardware layer: one board interface with a simulated and (later) a serial backend.

Nothing here knows the controller, the rules or the remote's protocol.
"""
