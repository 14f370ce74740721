"""Tell people who are not at the table: a notice is laid down here, and sent by another process."""
