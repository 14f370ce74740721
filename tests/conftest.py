"""What holds for every test: neither how fast a computer is nor luck decides anything.

The ordinary run draws the same examples each time, so that a red run tells of the change; the
profile ``search`` draws new ones, and many.
"""

from hypothesis import settings

settings.register_profile("ordinary", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("ordinary")
