"""The browser's pages against a real server, in a real browser."""
