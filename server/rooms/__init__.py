"""One room as a pure state machine: commands in, events out; who may do and see what."""
