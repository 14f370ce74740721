"""Checks that a wall is honest; each layer is state in, state out."""
