"""The web page: the table from above, live, on any phone that reaches it; and one stop button.

Only ``server`` and ``answers`` know aiohttp; the stream runs in virtual time, the rest is pure.
"""
