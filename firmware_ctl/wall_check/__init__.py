"""Judge each hand's wall when the hand has ended, in a short-lived process of its own (验牌).

The engine is :mod:`rules.integrity.judge`; here are the record that it reads, the file that keeps
its state, and the process, so that the daemon never holds the engine's memory.
"""
