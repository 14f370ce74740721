"""The configuration file of one table: TOML in, frozen dataclasses out."""
