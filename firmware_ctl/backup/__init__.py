"""One file that holds what a table knows: its configuration, its record, on demand its keys."""
