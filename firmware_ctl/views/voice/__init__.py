"""Speak to the people at the table: what to do next, never a word about tiles (语音提示)."""
