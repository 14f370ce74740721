"""Start ``mjtable``, as a program or with ``python -m firmware_ctl``."""

import sys
from collections.abc import Sequence

from firmware_ctl.cli import app


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    return app.run(sys.argv[1:] if argv is None else argv)


if __name__ == "__main__":
    sys.exit(main())
