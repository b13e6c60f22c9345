"""Tests of the socket edge: units with fakes, and real loopback sockets."""
