"""What this server is called, and its version."""

VERSION = "0.1.0"
SERVER = f"coterie/{VERSION}"

PROTOCOL = 1
"""The version of the wire contract; messages only grow within it."""
