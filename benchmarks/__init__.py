"""Speed and memory as ratios: every figure against a named peer or limit, measured in one run.

A bare time says more about the computer than about the program, so none is printed as a result.
One file a subject, each with ``measure()``; ``python -m benchmarks`` runs all or the named ones.
"""
