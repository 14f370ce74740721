"""The referee at the table (裁判): what people enter of a hand, its sheet, the evening's scores.

Pure: entries in, a settled sheet out. What a hand is worth is the business of ``rules``.
"""
