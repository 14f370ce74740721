"""Commit to a wall before it is cut, and let anybody check afterwards that nothing was changed.

A closed wall's tiles become salted leaves (:mod:`.leaves`) of a hash tree (:mod:`.merkle`), whose
root is told before the dice. Dice (:mod:`.throws`) and cut (:mod:`.cut`) mix a secret that the
machine has committed to with what people do after that. One opened wall fits into a text
(:mod:`.opening`); a signed journal (:mod:`.lines`, :mod:`.journal`) carries everything, and what it
claims is checked hand by hand (:mod:`.claims`).
"""
