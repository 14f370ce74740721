"""Hands: counted, read as sets and a pair, and in the situation of a win."""
