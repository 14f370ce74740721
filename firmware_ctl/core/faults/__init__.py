"""The faults that the controller can name (故障), and the book of those that stand."""

from firmware_ctl.core.faults.book import FaultBook
from firmware_ctl.core.faults.catalogue import KINDS
from firmware_ctl.core.faults.fault import Fault, StepFault
from firmware_ctl.core.faults.kinds import Holds, Kind, Seen, Step, Until
from firmware_ctl.core.faults.words import fault_view, reason, side_name

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
    "fault_view",
    "reason",
    "side_name",
]
