"""Judge hands: does it win, what is it worth, what does it wait for."""
