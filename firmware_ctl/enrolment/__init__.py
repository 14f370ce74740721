"""Which piece of plastic is which tile: the lists of both tile sets, and how they come about.

A tag's number alone says nothing; a list that was made tile by tile (:mod:`.session`) makes every
foreign, doubled or missing tile of a set visible. Without it a reader tells kinds only.
"""
