"""What the record says of a table's evenings: hands, loads, faults and verdicts, as pictures."""
