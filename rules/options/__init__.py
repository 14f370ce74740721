"""House options (约定): what a table agrees on before it plays."""

from rules.options.house import House, house, options_of
from rules.options.model import Option, OptionError, Setting
from rules.options.rows import OPTIONS

__all__ = ["OPTIONS", "House", "Option", "OptionError", "Setting", "house", "options_of"]
