"""The faults that the controller can name (故障), and the book of those that stand."""

from firmware_ctl.core.faults.book import Fault, FaultBook, StepFault
from firmware_ctl.core.faults.catalogue import KINDS
from firmware_ctl.core.faults.kinds import Holds, Kind, Seen, Step, Until
from firmware_ctl.core.faults.words import reason, side_name

__all__ = [
    "KINDS",
    "Fault",
    "FaultBook",
    "Holds",
    "Kind",
    "Seen",
    "Step",
    "StepFault",
    "Until",
    "reason",
    "side_name",
]
