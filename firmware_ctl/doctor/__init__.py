"""Look at this machine and say what is wrong with it, and what to do."""
