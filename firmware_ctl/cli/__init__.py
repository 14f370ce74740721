"""The command line; each subcommand imports what it needs when it runs."""
