"""Settle hands: from what happened to who pays whom, and who deals next."""
