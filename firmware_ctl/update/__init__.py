"""Change to another release of the program, and back when it does not do."""
