"""The hardware layer: one board interface with a simulated, a serial and a plain Modbus backend.

Nothing here knows the controller, the rules or the remote's protocol.
"""
