"""The web page: the table from above, live, on any phone that reaches it; and one stop button.

Only ``server``, ``stream`` and ``answers`` know aiohttp; everything else here is pure.
"""
