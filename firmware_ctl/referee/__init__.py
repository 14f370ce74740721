"""The referee at the table (裁判): what people enter of a hand, its sheet, the evening's scores.

Pure: entries in, a settled sheet out. What a hand is worth is the business of ``rules``.
"""

from firmware_ctl.referee.referee import NoWin, Referee
from firmware_ctl.referee.view import RefereeView

__all__ = ["NoWin", "Referee", "RefereeView"]
