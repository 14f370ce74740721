"""Where commands come from: panel, remote, socket. These translate and decide nothing."""
