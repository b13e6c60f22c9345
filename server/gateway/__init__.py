"""The socket edge: listener, connections, authentication, limits and the small HTTP side."""
