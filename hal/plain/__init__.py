"""Plain Modbus modules (8 inputs, 8 outputs each) in place of a motor board: a reduced driver.

They have no watchdog, no counters and no time of their own, and cannot make stacks by themselves.
What else the board would do is done on the host, at the pace of its polls; so a table on them is
for trying its motors and sensors, and is never left alone.
"""
